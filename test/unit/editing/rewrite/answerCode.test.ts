import { deepStrictEqual, rejects } from 'node:assert/strict';
import {
  chooseLines,
  EndlessAnswerError,
  fitLines,
  readAnswer,
  type Surroundings,
  showGrowing,
  upTo,
} from '../../../../src/editing/rewrite/answerCode.ts';

/** A response, and the lines taken from it, all if absent. Quotes stand for the backticks of fences: easier to read. */
type AnswerCase = readonly [name: string, answer: readonly string[], taken?: readonly string[]];

const ticks = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^(\s*)('{3,})/, (_, indent, mark) => indent + '`'.repeat(mark.length)));

function itTakes(old: readonly string[], isProse: boolean, cases: readonly AnswerCase[]): void {
  for (const [name, answer, taken = answer] of cases)
    it(`is taken from ${name}`, () => {
      const reading = { old: ticks(old), isProse, isComplete: true };
      deepStrictEqual(chooseLines(ticks(answer).join('\n'), reading), ticks(taken));
    });
}

const block = (lines: readonly string[], language = '', mark = "'''") => [
  `${mark}${language}`,
  ...lines,
  mark,
];
const asked = "'''''";

describe('the code in a response', () => {
  const old = ['def f():', '    return 0', '', 'def g():', '    return 1'];
  const first = ['def f():', '    return 2'];
  const second = ['def g():', '    return 3'];
  const docstring = ['def f():', '    """', "    '''", '    f()', "    '''", '    """', '    return 2'];
  const atMargin = ['const help = `', "'''", 'tool --help', "'''", '`;'];
  const linesOf = (text: string) => chooseLines(text, { old, isProse: false, isComplete: false });

  itTakes(old, false, [
    ['a block alone', block(first, 'python', '~~~'), first],
    ['a block with words around', ['Sure! Here it is:', '', ...block(first), '', '- `f()` returns 2'], first],
    ['a block within a comment', block(docstring, 'python'), docstring],
    ['the requested fence', block(atMargin, 'ts', asked), atMargin],
    ['the requested fence that ends with a shorter one', [`${asked}python`, ...first, "'''"], first],
    [
      'the requested fence after an example',
      ['Install:', ...block(['npm i foo'], 'sh'), ...block(first, '', asked)],
      first,
    ],
    ['a fence that is never closed', block(first, 'python').slice(0, -1), first],
    ['a block below the old code', ['This:', ...block(old), 'becomes this:', ...block(first)], first],
    ['the longer of two blocks', [...block(['x = f()']), ...block(second)], second],
    ['the first of two blocks of one length', [...block(first), 'and g:', ...block(second)], first],
    ['no fence', second],
    ['no fence, in capitals', ['MOVE 1 TO COUNTER.']],
    ['no fence, between sentences', ['Here it is:', ...first, 'It returns 2 now.', 'Call it twice.'], first],
    ['no fence, below Chinese', ['好的，下面是修改后的代码：', ...first], first],
    ['no fence, with a sentence in a comment', ['def f():', '    """', '    It returns.', '    """']],
    ['sentences alone, which are none', ['The code looks fine to me.', 'It adds up all items.'], []],
    ['an apology', ['I’m sorry, but I can’t help with that.'], []],
    ['Chinese sentences', ['这段代码没有问题。'], []],
  ]);

  it('is shown while text after it is still streaming', () => {
    const lines = ticks(['Here it is:', ...block(first), 'Done', 'and explained.']);
    const shown = lines.map((_, at) => linesOf(`${lines.slice(0, at + 1).join('\n')}\n`).length);
    deepStrictEqual(shown, [0, 0, 1, 2, 2, 2, 2]);
    deepStrictEqual(linesOf('```\na();\nb('), ['a();']);
  });

  it('ends with an error at the maximum length, with what was received up to there', async () => {
    async function* write() {
      yield* ['a();\n', 'b();\nc();\nd();\n', 'e();\n'];
    }
    let words = '';
    const read = async (longest: number) => {
      for await (const piece of upTo(longest, write())) words += piece;
    };
    await rejects(read(15), EndlessAnswerError);
    deepStrictEqual(words, 'a();\nb();\nc();\n');
    await read(25);
  });

  it('is read in linear time, however many blocks it has, and whatever is around them', () => {
    const signs = 100_000;
    const lines = ['~', '`', ' ', '~ ', '` ', 'a', 'a ', '- ', '(', '`~'].map(
      (sign) => `${sign.repeat(signs)}\``,
    );
    const hostile = [...lines, `~~~${' '.repeat(signs)}\``, `A b c d ${'e'.repeat(10 * signs)};`];
    for (const line of hostile) deepStrictEqual(linesOf(`${line}\n\`\`\`\n${line}\nf()\n`).at(-1), 'f()');
    deepStrictEqual(linesOf('```py\nf()\n```\n'.repeat(30_000)), ['f()']);
    const words = `\`\`\`\n${'word '.repeat(300_000)}\n${'  line();\n'.repeat(50_000)}`;
    deepStrictEqual(linesOf(words).length, 50_001);
  });
});

describe('the prose in a response', () => {
  const old = ['# Tool', '', 'Run it with help.', '', '## Licence', '', 'MIT'];
  const [head, licence] = [
    ['# Tool', 'Run:'],
    ['## Licence', 'MIT'],
  ];
  const bare = block(['tool --help']);
  const shell = block(['tool --help'], 'sh');
  const inner = [...head, ...bare, ...licence];
  const labelled = [...head, ...shell, ...licence];

  itTakes(old, true, [
    ['no fence', ['Tool helps.']],
    ['no fence, with blocks within it', ['Here is the text:', '', ...labelled], labelled],
    ['an apology, which is none', ['I’m sorry, I can’t do that.'], []],
    ['the requested fence', block(inner, '', asked), inner],
    ['the same after an example', ['Install:', ...shell, ...block(inner, 'md', asked), 'Done.'], inner],
    ['the requested fence that ends with a shorter one', [`${asked}md`, ...labelled, "'''"], labelled],
    ['an unclosed fence around closed blocks', [`${asked}md`, ...labelled], labelled],
    ['a short fence around a block with a language', block(labelled), labelled],
    ['the same with words around', ['I changed it.', ...block(labelled, 'markdown'), 'Done now.'], labelled],
    ['a short fence, which ends at a block within it', block(inner), inner],
    ['a block of code that it begins with', [...shell, 'This shows help.']],
  ]);

  itTakes(bare, true, [['a bare block in place of one', block(['tool'])]]);
  itTakes(block(block(['x']), 'md', "''''''"), true, [
    [
      'a fence that is longer than the old ones',
      block(block(block(['y']), '', "''''''"), '', "'''''''"),
      block(block(['y']), '', "''''''"),
    ],
  ]);
});

const style = { insertSpaces: true, tabSize: 4 };
const oldLines = ['  const total = count(items);', '  return total;'];
const place: Surroundings = {
  old: oldLines,
  before: ['function sum(items) {', '  check(items);', '  log(items);'],
  after: ['}', '', 'export default sum;'],
  style,
};

/** Old lines, those of a response, and what replaces the old ones. */
const indentations: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] =
  [
    [
      'all lines lost their indentation',
      ['    def a(self):', '        pass'],
      ['def a(self):', '    return 1'],
      ['    def a(self):', '        return 1'],
    ],
    [
      'only the first line lost it',
      ['\ta() {', '\t\tb();', '\t}'],
      ['a() {', '\t\tc();', '\t}'],
      ['\ta() {', '\t\tc();', '\t}'],
    ],
    [
      'all lines are too deep',
      ['def a():', '    pass'],
      ['    def a():', '        return 1'],
      ['def a():', '    return 1'],
    ],
    [
      'only the first one is',
      ['def a():', '    pass'],
      ['  def a():', '    return 1'],
      ['def a():', '    return 1'],
    ],
    [
      'it has tabs in place of spaces',
      ['    a();'],
      ['\tif (x)', '\t\tb();'],
      ['    if (x)', '        b();'],
    ],
    ['it has spaces in place of tabs', ['\ta();'], ['  if (x)', '    b();'], ['\tif (x)', '\t\tb();']],
    ['it has tabs, as the old lines', ['\ta();'], ['if (x)', '\tb();'], ['\tif (x)', '\t\tb();']],
    ['it has both, as the old lines', ['\ta();', '    b();'], ['\tc();', '    d();'], ['\tc();', '    d();']],
    ['it replaces an empty line without indentation', [''], ['  a();', '  b();'], ['  a();', '  b();']],
    ['it replaces an empty line', ['    '], ['a();', 'b();'], ['    a();', '    b();']],
    ['empty lines around it stay', ['', 'a();', '', ''], ['b();'], ['', 'b();', '', '']],
  ];

describe('code put in place of the old lines', () => {
  const fresh = ['  return count(items);'];
  const answers: readonly (readonly [string, readonly string[]])[] = [
    ['empty lines around', ['', '', ...fresh, '']],
    ['no indentation', ['return count(items);']],
    ['the lines before', [...place.before.slice(1), ...fresh]],
    ['the whole file', [...place.before, ...fresh, ...place.after]],
  ];
  for (const [name, lines] of answers)
    it(`is found in ${name}`, () => deepStrictEqual(readAnswer(lines, 'x', place), fresh));

  const nonsense: readonly (readonly [string, readonly string[], string, string])[] = [
    ['nothing', [], ' \n\n ', 'nothing'],
    ['an empty block', [''], '```js\n\n```', 'nothing'],
    ['words', [], 'I’m sorry.', 'words'],
    ['the old code', oldLines, 'x', 'same'],
    ['the old code without indentation', oldLines.map((line) => line.trim()), 'x', 'same'],
  ];
  for (const [name, lines, words, verdict] of nonsense)
    it(`is not there in ${name}`, () => deepStrictEqual(readAnswer(lines, words, place), verdict));

  for (const [name, replaced, lines, expected] of indentations)
    it(`is indented like the old lines: ${name}`, () =>
      deepStrictEqual(fitLines(lines, { old: replaced, before: [], after: [], style }), expected));

  it('keeps lines that merely resemble the surrounding ones', () => {
    const around = { ...place, before: ['});', '', 'it();'], after: ['it();', '});'] };
    deepStrictEqual(fitLines(['it();', 'x();', 'it();'], { ...around, old: ['y();'] }), [
      'it();',
      'x();',
      'it();',
    ]);
  });

  it('is fitted in linear time', () => {
    const brackets = ['if (x) {', `    ${';'.repeat(100_000)}x`];
    deepStrictEqual(fitLines(brackets, { ...place, before: [], after: [], old: ['    x();'] }).length, 2);
  });
});

describe('the old lines while new ones stream in', () => {
  const before = ['a {', '  one();', '  two();', '  three();', '}', 'b {', '  one();', '}'];
  const long = ['begin', ...Array.from({ length: 30 }, (_, at) => `${at}: work();`), 'end'];
  const cases: readonly (readonly [string, readonly string[], readonly string[], old?: readonly string[]])[] =
    [
      ['nothing has arrived', [], before],
      ['the same lines arrive', before.slice(0, 3), before],
      ['a line changes', ['a {', '  one(1);'], ['a {', '  one(1);', ...before.slice(2)]],
      [
        'a line is new',
        ['a {', '  // It was never clear why.'],
        ['a {', '  // It was never clear why.', ...before.slice(1)],
      ],
      ['a line is left out', ['a {', '  two();'], ['a {', '  two();', ...before.slice(3)]],
      ['a bracket is new', ['a {', '}'], ['a {', '}', ...before.slice(1)]],
      ['a new line occurs far below', ['begin', 'end'], ['begin', 'end', ...long.slice(1)], long],
      ['everything has arrived', [...before, '// End'], [...before, '// End']],
    ];
  for (const [name, arrived, expected, old = before] of cases)
    it(`stay until new ones replace them: ${name}`, () =>
      deepStrictEqual(showGrowing(old, arrived), expected));
});
