import type { NarrationCase } from '../narratedBlocks.ts';

const table = (rows: number) =>
  [
    '| Name | Size |',
    '| --- | --: |',
    ...Array.from({ length: rows }, (_, row) => `| n${row + 1} | ${row} |`),
  ].join('\n');
const wideTable = (rows: number) =>
  ['| A | B | C |', '|-|-|-|', ...Array.from({ length: rows }, (_, row) => `| a${row + 1} | b | c |`)].join(
    '\n',
  );
const longFence = [
  'Look:',
  '',
  '  ```',
  ...Array.from({ length: 500 }, () => '  a = 1'),
  '  ```',
  'End',
].join('\n');
const read = { codeBlocks: 'read' } as const;
const fence = 'Before\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n\nAfter';

/** Blocks, and blocks within each other. */
export const structureCases: readonly NarrationCase[] = [
  ['headings end with a stop', '# A\n\n## Really?\n\nText', ['[heading1] A.', '[heading2] Really?', 'Text']],
  ['a list', '- one\n- two\n  more\n* * *\n+ 3', ['[listItem] one', '[listItem] two more', '[listItem] 3']],
  ['numbers of a list', '7) seven\n7) eight', ['[listItem] 7. seven', '[listItem] 8. eight']],
  ['tasks', '1. [x] A\n\n- [ ] B', ['[listItem] 1. done: A', '[listItem] to do: B']],
  [
    'a list in a list',
    '1. one\n   - inner\n\n   more of one\n2. two',
    ['[listItem] 1. one', '[listItem] inner', '[listItem] more of one', '[listItem] 2. two'],
  ],
  [
    'an item without words',
    '- \n- [ ] \n- text\n\n1. 🎉\n2. more',
    ['[listItem] text', '[listItem] 2. more'],
  ],
  [
    'code in a list',
    '1. Run:\n\n   ```sh\n   a\n   ```',
    ['[listItem] 1. Run:', '[notice] code block, shell, 1 line'],
  ],
  ['a quote', '> To be\n> or not.\n>\n> Yes.\n\nHe', ['[quote] quote: To be or not.', '[quote] Yes.', 'He']],
  ['a quote in a quote', '> a said\n>> b said', ['[quote] quote: a said', '[quote] b said']],
  ['a selection that begins within a quote', '> one two', ['[quote] two'], { start: 6, end: 9 }],
  ['a list in a quote', '> - one\n> - two', ['[listItem] quote: one', '[listItem] two']],
  ['a note', '> [!NOTE]\n> Take care.\n> More.', ['[quote] note: Take care. More.']],
  ['a warning of its own', '> [!my-hint]- Title\n> Text', ['[quote] my hint: Title Text']],
  ['a table of two columns', table(1), ['[tableRow] table: Name, Size', '[tableRow] n1: 0']],
  [
    'a table of two columns without names',
    '| | |\n|-|-|\n| Is it? | Yes |\n| | No |\n| Maybe | |',
    ['[tableRow] Is it? Yes', '[tableRow] No', '[tableRow] Maybe'],
  ],
  [
    'a long table of two columns',
    table(40),
    [
      '[tableRow] table: Name, Size',
      ...Array.from({ length: 30 }, (_, row) => `[tableRow] n${row + 1}: ${row}`),
      '[notice] and 10 more rows',
    ],
  ],
  [
    'a long table of three columns',
    wideTable(22),
    [
      ...Array.from({ length: 10 }, (_, row) => `[tableRow] row ${row + 1}: A a${row + 1}, B b, C c`),
      '[notice] and 12 more rows',
    ],
  ],
  [
    'a selection far down in such a table',
    wideTable(5000),
    [
      ...Array.from({ length: 10 }, (_, row) => `[tableRow] row ${row + 3001}: A a${row + 3001}, B b, C c`),
      '[notice] and 2 more rows',
    ],
    { start: wideTable(3000).length, end: wideTable(3012).length },
  ],
  [
    'a selection that begins within a row',
    wideTable(2),
    ['[tableRow] B b, C c', '[tableRow] row 2: A a2, B b, C c'],
    { start: wideTable(1).length - 8, end: wideTable(2).length },
  ],
  [
    'empty cells and signs',
    '| | Free | Paid |\n|-|-|-|\n| Chat | ✅ | ✔️ |\n| Export | ❌ | |',
    ['[tableRow] row 1: Chat, Free yes, Paid yes', '[tableRow] row 2: Export, Free no'],
  ],
  ['marks in cells', '| `a\\|b` | **B** [x](y) |\n|-|-|', ['[tableRow] table: a or b, B x']],
  ['a table of a head alone', '| A | B | C |\n|-|-|-|', ['[tableRow] A, B, C']],
  ['code is announced', fence, ['Before', '[notice] code block, TypeScript, 3 lines', 'After']],
  ['code is skipped', fence, ['Before', 'After'], { codeBlocks: 'skip' }],
  ['code of no language', 'A\n\n```\none two\n\nthree\n```', ['A', '[code] one two', '[code] three'], read],
  [
    'long code that is read',
    longFence,
    ['Look:', ...Array.from({ length: 500 }, () => '[code] a = 1'), 'End'],
    read,
  ],
  ['code of a notebook', '```{python}\nx = 1\n```', ['[notice] code block, Python, 1 line']],
  ['an empty code block', '```js\n```', []],
  ['code that is indented', 'Text\n\n    one\n    two', ['Text', '[notice] code block, 2 lines']],
  ['a code block that is still open', '```py\nx = 1\ny = 2', ['[notice] code block, Python, 2 lines']],
  ['a diff', '```diff\n-a\n+b\n```', ['[notice] diff, 2 lines'], read],
  ['a diagram', '```mermaid\ngraph TD\n```', ['[notice] diagram, 1 line']],
  ['a fence of a formula', '```math\n\\sum x\n```', ['[notice] formula']],
  ['text in a fence', '```text\nHello.\nAll well.\n```', ['Hello. All well.'], read],
  ['code in a quote', '> ```\n> one\n> ```', ['[code] one'], read],
  ['front matter', '---\ntitle: Hello\ntags: [a]\n---\n\n# Hello', ['[heading1] Hello.']],
  ['front matter in TOML', '+++\ntitle = "Hello"\n+++\n\n# Hello', ['[heading1] Hello.']],
  ['a rule is no front matter', '---\n\nText\n\n---\n\nMore', ['Text', 'More']],
  ['a byte order mark', '\uFEFF---\nname: x\n---\n# Hello', ['[heading1] Hello.']],
  [
    'HTML that stands by itself',
    '<div align="center">\n  <h2>Model &amp; Relay</h2>\n  <p>Reads\n  aloud.</p>\n</div>',
    ['[heading2] Model & Relay.', 'Reads aloud.'],
  ],
  ['HTML that nobody reads', '<!-- a\n\nb -->\n\n<style>\np { }\n</style>\n\nText', ['Text']],
  ['signs of HTML by their names', '<p>One &bull; two &mdash; &#39;three&#39;</p>', ["One two — 'three'"]],
  ['a directive', ':::note\nTake care.\n:::', ['Take care.']],
  ['reasoning', '<think>\nHm, **so**\n\n```\nx\n```\n</think>\n\nYes.', ['Yes.']],
  ['reasoning that is still open', 'Let me see.\n\n<thinking>\nHm\n\n# So', ['Let me see.']],
  ['reasoning as code', '`<think>`\n\n```\n<think>\n```', ['tag think', '[notice] code block, 1 line']],
  [
    'reasoning right behind an item, and a comment that only names it',
    '- One\n<think>\nHm\n\nSo\n</think>\n\n<!--\n<think>\n-->\n\nText',
    ['[listItem] One', 'Text'],
  ],
  ['definitions', '[a]: https://example.org "Title"\n\nText', ['Text']],
  ['line ends of Windows', '# One\r\n\r\nTwo\r\nthree\r\n', ['[heading1] One.', 'Two three']],
  ['a selection within a paragraph', 'one two three four', ['two three'], { start: 4, end: 13 }],
  ['a part of an item', '1. [x] A B\n2. C', ['[listItem] B', '[listItem] 2. C'], { start: 9, end: 15 }],
  ['a selection over blocks', '# A\n\nB C\n\n- D E', ['C', '[listItem] D'], { start: 7, end: 13 }],
  [
    'a selection within code that is skipped',
    'Text\n\n```\none two\nthree\n```',
    ['[code] two', '[code] th'],
    { codeBlocks: 'skip', start: 14, end: 20 },
  ],
  ['nothing', ' \n\n \n***\n', []],
];
