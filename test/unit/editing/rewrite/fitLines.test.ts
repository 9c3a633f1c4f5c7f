import { deepStrictEqual } from 'node:assert/strict';
import {
  fitLines,
  readAnswer,
  type Surroundings,
  showGrowing,
} from '../../../../src/editing/rewrite/fitLines.ts';

const style = { insertSpaces: true, tabSize: 4 };
const old = ['  const total = count(items);', '  return total;'];
const place: Surroundings = {
  old,
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
    ['the old code', old, 'x', 'same'],
    ['the old code without indentation', old.map((line) => line.trim()), 'x', 'same'],
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
