import { deepStrictEqual } from 'node:assert/strict';
import { AnswerLines } from '../../../../src/editing/rewrite/chooseLines.ts';
import {
  fitLines,
  readAnswer,
  type Surroundings,
  showGrowing,
} from '../../../../src/editing/rewrite/fitLines.ts';
import { readInPieces } from './answerCases.ts';

const spaces = { insertSpaces: true, tabSize: 2 };
const tabs = { insertSpaces: false, tabSize: 4 };
const old = ['  const total = count(items);', '  return total;'];
const place: Surroundings = {
  old,
  before: ['function sum(items) {', '  check(items);', '  log(items);'],
  after: ['}', '', 'export default sum;'],
  lineStart: '',
  lineEnd: '',
  style: spaces,
};

function read(
  answer: string,
  { isProse = false, ...other }: Partial<Surroundings> & { isProse?: boolean } = {},
) {
  const around = { ...place, ...other };
  return readInPieces({ old: around.old, isProse }, answer, (whole) =>
    readAnswer(whole.choose().lines, whole.words, around),
  );
}

const fresh = ['  return count(items);'];
const quoted = '```js\n  return count(items);\n```';
const answers: readonly (readonly [string, string])[] = [
  ['a block alone', quoted],
  ['a block without a language, and tildes', '~~~\n  return count(items);\n~~~'],
  ['a longer fence', '`````js\n  return count(items);\n`````'],
  ['a fence that is never closed', '```js\n  return count(items);'],
  ['text before and after', `Sure! Here is the code:\n\n${quoted}\n\nIt does less now.`],
  ['no fence', '  return count(items);'],
  ['no fence, and text before', 'Here is the new code:\n\n  return count(items);'],
  ['no fence, and text after', '  return count(items);\n\nThis is shorter than before.\nIt does the same.'],
  ['carriage returns', '```js\r\n  return count(items);\r\n```\r\n'],
  ['a second block after the old code', `\`\`\`js\n${old.join('\n')}\n\`\`\`\nbecomes\n${quoted}`],
  ['empty lines around', '```js\n\n\n  return count(items);\n\n```'],
  ['no indentation', '```js\nreturn count(items);\n```'],
  ['the lines before', '```js\n  check(items);\n  log(items);\n  return count(items);\n```'],
  [
    'the whole file',
    '```js\nfunction sum(items) {\n  check(items);\n  log(items);\n  return count(items);\n}\n\nexport default sum;\n```',
  ],
  ['Chinese text before', '好的，下面是修改后的代码：\n  return count(items);'],
];

const nonsense: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'nothing'],
  ['white space', ' \n\n ', 'nothing'],
  ['an empty block', '```js\n```', 'nothing'],
  ['an apology', 'I’m sorry, but I can’t help with that.', 'words'],
  ['sentences', 'The code looks fine to me.\nIt adds up all items.', 'words'],
  [
    'sentences without a period',
    'You could count the items first and then add\nThen nobody has to look at each of them',
    'words',
  ],
  ['Chinese sentences', '这段代码没有问题。', 'words'],
  ['the old code', `\`\`\`js\n${old.join('\n')}\n\`\`\``, 'same'],
  ['the old code without indentation', 'const total = count(items);\nreturn total;', 'same'],
];

describe('the code in a response', () => {
  const told: readonly (readonly [old: readonly string[], answer: readonly string[]])[] = [
    [
      ['Given the user has opened the page', 'When the user chooses a door', 'Then the door has opened'],
      ['Given a person has opened the page', 'When this person chooses a door', 'Then that door has opened'],
    ],
    [['Your session has expired by now'], ['Please sign in again to go on']],
    [['    Your session is no longer there'], ['Please sign in once more to go on']],
  ];
  for (const [lines, answer] of told)
    it(`may be sentences if the old lines are: ${answer[0]}`, () => {
      const reading = new AnswerLines({ old: lines, isProse: false });
      reading.push(answer.join('\n'));
      reading.end();
      deepStrictEqual(reading.choose().lines, answer);
    });

  it('is looked for in linear time in a line without code', () => {
    const reading = new AnswerLines({ old: ['x'], isProse: false });
    reading.push(`A b c d ${'e'.repeat(1_000_000)};\n`);
    deepStrictEqual(reading.choose().lines.length, 1);
  });

  for (const [name, answer] of answers) it(`is found in ${name}`, () => deepStrictEqual(read(answer), fresh));

  for (const [name, answer, verdict] of nonsense)
    it(`is not there in ${name}`, () => deepStrictEqual(read(answer), verdict));

  it('has no consecutive line numbers, unless the old lines have them', () => {
    const numbered = '```\n12 | a();\n13 | b();\n```';
    deepStrictEqual(read(numbered, { old: ['x();'] }), ['a();', 'b();']);
    deepStrictEqual(read(numbered, { old: ['7 | x();'] }), ['12 | a();', '13 | b();']);
    deepStrictEqual(read('```\n1: a\n3: b\n```', { old: ['x: y'] }), ['1: a', '3: b']);
  });

  it('may be prose if the file is', () => {
    const prose = { old: ['The old sentence.'], isProse: true, before: [], after: [] };
    deepStrictEqual(read('The new sentence.', prose), ['The new sentence.']);
    deepStrictEqual(read('Here is the new text:\n\nThe new sentence.', prose), ['The new sentence.']);
    deepStrictEqual(read('I’m sorry, I can’t do that.', prose), 'words');
  });

  it('keeps code blocks within it', () => {
    const inside = ['# Title', '```sh', 'ls', '```', 'End'];
    const answer = `\`\`\`\`md\n${inside.join('\n')}\n\`\`\`\``;
    deepStrictEqual(read(answer, { old: ['# Old'], isProse: true }), inside);
    deepStrictEqual(read(answer.replaceAll('````', '```'), { old: ['# Old'], isProse: true }), inside);
  });

  it('has no fence in a line that is too long to be one', () => {
    const long = `\`\`\`${'x'.repeat(1000)}`;
    deepStrictEqual(read(`\`\`\`\nconst text = \`\n${long}\n\`;\n\`\`\``, { old: ['x();'] }), [
      'const text = `',
      long,
      '`;',
    ]);
  });

  it('ends at the maximum length, with the lines received so far', () => {
    const answer = new AnswerLines({ old: ['x();'], isProse: false, longest: 20 });
    const states = ['```\na();\nb();\n', 'c();\n', 'd();\n', 'e();\n'].map((piece) => {
      answer.push(piece);
      return [answer.isEndless, answer.choose().lines.join(' ')];
    });
    deepStrictEqual(states, [
      [false, 'a(); b();'],
      [false, 'a(); b(); c();'],
      [true, 'a(); b(); c();'],
      [true, 'a(); b(); c();'],
    ]);
  });

  it('is looked for in linear time, whatever the lines contain', () => {
    const signs = 100_000;
    const hostile = [
      ...['~', '`', ' ', '~ ', '` '].map((sign) => `${sign.repeat(signs)}\``),
      `~~~${' '.repeat(signs)}\``,
    ];
    for (const line of hostile) {
      const answer = new AnswerLines({ old: ['x();'], isProse: false });
      answer.push(`${line}\n\`\`\`\n${line}\na();\n`);
      deepStrictEqual(answer.choose().lines.at(-1), 'a();');
    }
    const brackets = ['if (x) {', `    ${';'.repeat(signs)}x`];
    deepStrictEqual(fitLines(brackets, { ...place, before: [], after: [], old: ['    x();'] }).length, 2);
  });

  it('is read in linear time', () => {
    const lines = new AnswerLines({ old: [], isProse: false });
    lines.push('```\n');
    for (let at = 0; at < 300_000; at += 1) lines.push('word ');
    lines.push('\n');
    for (let at = 0; at < 50_000; at += 1) lines.push('  line();\n');
    deepStrictEqual(lines.choose().lines.length, 50_001);
  });
});

const indentations: readonly (readonly [
  string,
  Partial<Surroundings>,
  readonly string[],
  readonly string[],
])[] = [
  [
    'all lines lost their indentation',
    { old: ['    def a(self):', '        pass'], style: { insertSpaces: true, tabSize: 4 } },
    ['def a(self):', '    return 1'],
    ['    def a(self):', '        return 1'],
  ],
  [
    'only the first line lost it',
    { old: ['  a() {', '    b();', '  }'] },
    ['a() {', '    c();', '  }'],
    ['  a() {', '    c();', '  }'],
  ],
  [
    'one line becomes several, the first of which lost it',
    { old: ['    call();'] },
    ['if (x) {', '      call();', '    }'],
    ['    if (x) {', '      call();', '    }'],
  ],
  [
    'spaces become tabs',
    { old: ['\tif (x) {', '\t}'], style: tabs },
    ['  if (x) {', '    y();', '  }'],
    ['\tif (x) {', '\t\ty();', '\t}'],
  ],
  [
    'tabs become spaces',
    { old: ['  if (x) {', '  }'] },
    ['\tif (x) {', '\t\ty();', '\t}'],
    ['  if (x) {', '    y();', '  }'],
  ],
  [
    'it is already right',
    { old: ['\ta();'], style: tabs },
    ['\tif (x)', '\t\ta();'],
    ['\tif (x)', '\t\ta();'],
  ],
  ['it replaces an empty line', { old: ['    '] }, ['a();', 'b();'], ['    a();', '    b();']],
  ['empty lines around it stay', { old: ['', 'a();', '', ''] }, ['b();'], ['', 'b();', '', '']],
  ['it is part of a line', { old: ['a + b'], lineStart: '  return ', lineEnd: ';' }, ['  a * b'], ['a * b']],
  [
    'it is a whole line in place of a part',
    { old: ['a + b'], lineStart: '  return ', lineEnd: ';' },
    ['  return a * b;'],
    ['a * b'],
  ],
];

describe('code put in place of the old lines', () => {
  for (const [name, other, lines, expected] of indentations)
    it(`is indented like the old lines: ${name}`, () =>
      deepStrictEqual(fitLines(lines, { ...place, before: [], after: [], ...other }), expected));

  it('keeps lines that merely resemble the surrounding ones', () => {
    const around = { ...place, before: ['});', '', 'it();'], after: ['it();', '});'] };
    deepStrictEqual(fitLines(['it();', 'x();', 'it();'], { ...around, old: ['y();'] }), [
      'it();',
      'x();',
      'it();',
    ]);
  });
});

describe('the old lines while new ones stream in', () => {
  const before = ['a {', '  one();', '  two();', '  three();', '}', 'b {', '  one();', '}'];
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['nothing has arrived', [], before],
    ['the same lines arrive', before.slice(0, 3), before],
    ['a line changes', ['a {', '  one(1);'], ['a {', '  one(1);', ...before.slice(2)]],
    [
      'a line is new',
      ['a {', '  // It was never clear why.'],
      ['a {', '  // It was never clear why.', ...before.slice(1)],
    ],
    ['a line is left out', ['a {', '  two();'], ['a {', '  two();', ...before.slice(3)]],
    ['everything has arrived', [...before, '// End'], [...before, '// End']],
  ];
  for (const [name, arrived, expected] of cases)
    it(`stay until new ones replace them: ${name}`, () =>
      deepStrictEqual(showGrowing(before, arrived), expected));
});
