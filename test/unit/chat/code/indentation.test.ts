import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { fitCode } from '../../../../src/chat/code/apply/placeCode.ts';
import { type IndentStyle, reindent } from '../../../../src/platform/diffPreview/indentation.ts';

const spaces: IndentStyle = { insertSpaces: true, tabSize: 4 };
const tabs: IndentStyle = { insertSpaces: false, tabSize: 4 };

const cases: readonly (readonly [
  what: string,
  code: string,
  base: string,
  style: IndentStyle,
  result: string,
])[] = [
  ['one line', 'a', '  ', spaces, '  a'],
  ['relative indentation', 'if (a) {\n  b;\n}', '    ', spaces, '    if (a) {\n      b;\n    }'],
  ['code cut from a deeper block', '    a\n      b', '  ', spaces, '  a\n    b'],
  ['a first line that is deeper', '    a\nb', '  ', spaces, '      a\n  b'],
  ['empty lines', 'a\n   \n\nb', '  ', spaces, '  a\n\n\n  b'],
  ['nothing', '', '  ', spaces, ''],
  ['tabs into spaces', 'a\n\tb\n\t\tc', '', spaces, 'a\n    b\n        c'],
  ['two spaces into tabs', 'a\n  b\n    c', '\t', tabs, '\ta\n\t\tb\n\t\t\tc'],
  ['four spaces into tabs', 'a\n    b', '', tabs, 'a\n\tb'],
  ['stars of a comment', '/**\n * a\n */\nf() {\n  b\n}', '', tabs, '/**\n * a\n */\nf() {\n\tb\n}'],
  ['an alignment, in tabs and spaces', 'f(\n    a,\n      b)', '', tabs, 'f(\n\ta,\n\t  b)'],
  ['tabs in the middle of a line', 'a\tb', '', spaces, 'a\tb'],
  ['tabs and spaces mixed', '\ta\n    b\n  \tc', '', spaces, 'a\nb\nc'],
];

const fits: readonly (readonly [
  what: string,
  code: string,
  before: string,
  selected: string,
  result: string,
])[] = [
  ['at the start of an indented line', 'a {\n  b\n}', '    ', '', 'a {\n      b\n    }'],
  ['after other text', '{\n  b\n}', '  x = ', '', '{\n    b\n  }'],
  ['at column 0', 'a\nb', '', '', 'a\nb'],
  ['for whole lines, which end as they did', 'a\nb', '', '    x\n', '    a\n    b\n'],
  ['with an empty first line', '\na', '  ', '', '\n  a'],
  ['for part of a line', 'b', 'x = ', 'a', 'b'],
];

describe('code inserted into a document', () => {
  for (const [what, code, base, style, result] of cases) {
    it(`is reindented: ${what}`, () => strictEqual(reindent(code, base, style), result));
  }

  it('starts a new line at the end of a line with text', () => {
    const at = (before: string, after: string, selected = '') =>
      fitCode('a {\n  b\n}\n', { before, selected, after }, spaces);
    deepStrictEqual(
      [at('  x = 1;', ' '), at('  ', ''), at('x = ', ' + 1'), at('x = ', '', 'y')],
      ['\n  a {\n    b\n  }', 'a {\n    b\n  }\n', 'a {\n  b\n}\n', 'a {\n  b\n}\n'],
    );
  });

  for (const [what, code, before, selected, result] of fits) {
    it(`fits ${what}`, () => strictEqual(fitCode(code, { before, selected }, spaces), result));
  }
});
