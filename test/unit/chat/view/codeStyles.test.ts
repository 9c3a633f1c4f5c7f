import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { codeStyles } from '../../../../src/chat/view/codeStyles.ts';

const rule = (scope: unknown, foreground?: string, fontStyle?: string) => ({
  scope,
  settings: {
    ...(foreground !== undefined && { foreground }),
    ...(fontStyle !== undefined && { fontStyle }),
  },
});

/** The style of a class. */
function styleOf(name: string, ...rules: unknown[]): string | undefined {
  const line = codeStyles(rules)
    .split('\n')
    .find((each) => each.startsWith(`.hljs-${name} {`));
  return line?.replace(
    /^.*\{ color: (.*?); font-style: (.*?); font-weight: (.*?); text-decoration: .*; \}$/,
    '$1 $2 $3',
  );
}

const plain = 'var(--vscode-editor-foreground) normal inherit';

/** What it shows; a class of colored code; rules of a theme; its color, style and weight. */
const cases: readonly (readonly [string, string, readonly unknown[], string])[] = [
  ['a rule for several scopes', 'number', [rule(['string', 'constant'], '#abc')], '#abc normal inherit'],
  ['scopes in one text', 'number', [rule('string, constant.numeric', '#abc')], '#abc normal inherit'],
  [
    'the most specific one, wherever it stands',
    'control',
    [rule('keyword.control', '#111111'), rule('keyword', '#222222')],
    '#111111 normal inherit',
  ],
  [
    'the last of two',
    'comment',
    [rule('comment', '#111111'), rule('comment', '#222222')],
    '#222222 normal inherit',
  ],
  [
    'a style of one rule and a color of another',
    'comment',
    [rule('comment', '#111111'), rule('comment', undefined, 'italic')],
    '#111111 italic inherit',
  ],
  [
    'a style that is taken back',
    'control',
    [rule('keyword', '#111111', 'italic'), rule('keyword.control', undefined, '')],
    '#111111 normal inherit',
  ],
  ['what the theme does not name as plain text', 'control', [rule('keyword.con', '#111111')], plain],
  ['no scope within another one', 'comment', [rule('source.css comment', '#111111')], plain],
  [
    'the next scope where the first has no rule',
    'keyword',
    [rule('keyword', '#111111')],
    '#111111 normal inherit',
  ],
  ['no color of a wrong length', 'comment', [rule('comment', '#12345')], plain],
  ['no style sheet', 'comment', [rule('comment', '#abc; } * { display: none')], plain],
  ['only known styles', 'comment', [rule('comment', '#abc', 'italic bold; } * {')], '#abc italic bold'],
  [
    'none of what is no rule',
    'comment',
    [null, 7, {}, { scope: 'comment' }, { settings: null }, rule(7, '#111111'), rule('comment', '#abc')],
    '#abc normal inherit',
  ],
];

describe('the style sheet of a color theme’s code', () => {
  for (const [what, name, rules, expected] of cases) {
    it(`has ${what}`, () => strictEqual(styleOf(name, ...rules), expected));
  }

  it('is empty without rules', () => {
    deepStrictEqual([codeStyles([]), codeStyles([null, 'comment'])], ['', '']);
  });
});
