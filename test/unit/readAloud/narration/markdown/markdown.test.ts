import { narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { defineCase, type NarrationCase } from '../narratedBlocks.ts';

/** Markdown within one paragraph. */
const inlineCases: readonly NarrationCase[] = [
  ['emphasis is just text', 'It is **very** *good* and __really__ _so_.', ['It is very good and really so.']],
  ['a link is its text', 'See [the guide](https://example.org/a/b?c=d) first.', ['See the guide first.']],
  ['a bare address', 'At https://www.example.org/a/b_c?d=e#f, please.', ['At link to example.org, please.']],
  ['an address in angles', '<https://a.example/x>, <me@a.example>', ['link to a.example, me@a.example']],
  ['an address without a scheme', 'Go to www.example.org/path.', ['Go to link to example.org.']],
  ['an address in parentheses', '(see https://example.org/a_(b))', ['(see link to example.org)']],
  ['a link without a text', 'Here [](https://example.org/a) it is', ['Here link to example.org it is']],
  ['references', '[A][ref], [B][] and [C].\n\n[ref]: https://a.example', ['A, B and C.']],
  ['brackets that belong to a word', 'Use items[0] here [sic].', ['Use items[0] here sic.']],
  ['an image', '![A cat on a mat](cat.png)', ['image: A cat on a mat']],
  ['an image without a description', 'Look: ![](cat.png)', ['Look: image']],
  ['an image within a text', 'Here ![a *red* dot](dot.png) it ends.', ['Here image: a red dot, it ends.']],
  ['emoji are not said', 'Done 🎉! Well 👍🏽 done 👨‍👩‍👧 now.', ['Done! Well done now.']],
  ['codes of emoji', 'Ready :rocket: for 10:30:45 :tada:', ['Ready for 10:30:45']],
  ['digits in boxes are digits', '1️⃣ first', ['1 first']],
  ['signs that are no emoji', '© 2024 ™', ['© 2024 ™']],
  ['arrows from one to the other', 'File → Open, a -> b', ['File, Open, a, b']],
  ['arrows between numbers', 'From 200 → 400 ms', ['From 200 to 400 ms']],
  ['arrows that are keys', 'Press ↓ or ↑ or → twice', ['Press down arrow or up arrow or right arrow twice']],
  ['signs before numbers', 'In §2: ~80, ±5, ≥ 3.', ['In section 2: about 80, plus or minus 5, at least 3.']],
  ['crosses', '10× faster at 1920×1080', ['10 times faster at 1920 by 1080']],
  ['ranges and versions', 'From 0.5 to 3, in ‹ 2/3 › of 1.2.3', ['From 0.5 to 3, in ‹ 2/3 › of 1.2.3']],
  ['a line that begins behind a mark', '*one*\ntwo `three`\nfour', ['one two three four']],
  ['characters by name', 'R&amp;D &lt;b&gt; &#65;&#x42; &eacute; a&nbsp;b &copy;', ['R&D <b> AB é a b ©']],
  ['escapes', 'Not \\*bold\\*, 1\\. not a list, \\[no link\\]', ['Not *bold*, 1. not a list, [no link]']],
  ['a hard break is a pause', 'Main Street 1  \nSpringfield\\\nUSA', ['Main Street 1, Springfield, USA']],
  ['what is struck out', 'It is ~~ten~~ eight, ~~today~~.', ['It is deleted: ten, eight, deleted: today.']],
  ['HTML between words', '<kbd>Ctrl</kbd>+<kbd>C</kbd> <!-- no --> now<br>or on', ['Ctrl+C now, or on']],
  ['an image in HTML', 'See <img src="a.png" alt="the map"> here', ['See, image: the map, here']],
  ['marks of footnotes', 'A claim.[^1] Another[^two].', ['A claim. Another.']],
  ['a footnote', 'A claim.[^1]\n\n[^1]: The proof.', ['A claim.', 'footnote 1: The proof.']],
  ['a footnote with a name', '[^big]: The proof\n    goes on.', ['footnote: The proof goes on.']],
  ['a simple formula', 'So $x^2$ grows, $a_1 + b = 3$.', ['So x squared grows, a 1 plus b equals 3.']],
  ['brackets and factors', 'In $O(n^2)$, and $E = mc^2$.', ['In O(n squared), and E equals m c squared.']],
  ['any other formula', 'Then $\\frac{a*b}{c*d}$ and \\(\\sum_i x_i\\).', ['Then formula and formula.']],
  ['a formula of several lines', '$$\n\\int_0^1 f(x)\n- b\n= 1\n$$', ['formula']],
  ['a formula in a quote', '> Look:\n> $$\n> \\sum a\n> $$', ['[quote] quote: Look:', '[quote] formula']],
  ['amounts of money', 'It was $5 and is $10 now.', ['It was $5 and is $10 now.']],
  ['inline code', 'Call `getUserById` or `foo.bar()`.', ['Call get user by id or foo dot bar.']],
  ['inline code of a sign', 'Type `/` or `@` first.', ['Type / or @ first.']],
  ['a long hash', 'Since 3f2504e04f8941d39a0c0305e82c3301 it works.', ['Since hash 3f25 it works.']],
  ['a path with folders', 'In src/read/plan/plan.ts:12:3 it fails.', ['In plan dot T S line 12 it fails.']],
  ['invisible characters', 'soft\u00ADhyphen zero\u200Bwidth', ['softhyphen zerowidth']],
];

/** Texts in Chinese, and in both languages. */
const chineseCases: readonly NarrationCase[] = [
  ['a wrapped line', '今天天气很好，\n我们去公园。', ['今天天气很好，我们去公园。']],
  ['a note', '> [!WARNING]\n> 小心使用。', ['[quote] 警告：小心使用。']],
  [
    'a table',
    '| 名称 | 大小 | 有 |\n|-|-|-|\n| 苹果 | 3 | ✅ |',
    ['[tableRow] 第 1 行：名称 苹果，大小 3，有 是'],
  ],
  ['signs', '快 10×，见 §2.1，约±5%，1920×1080', ['快 10 倍，见 小节 2.1，约正负 5%，1920 乘 1080']],
  [
    'a sentence with long code and addresses in a Chinese text',
    '你好，世界，这是一个测试。\n\n设为 `modelRelay.baseUrl.ofThisWorkspace` 和 https://relay.example.com/a/long/path。',
    [
      '你好，世界，这是一个测试。',
      '设为 model relay 点 base U R L 点 of this workspace 和 relay.example.com 的链接。',
    ],
  ],
  [
    'code in a text that is mostly code',
    '看这里。\n\n```js\nconst veryLongNameOfAVariable = anotherLongName;\n```',
    ['看这里。', '[notice] 代码块，JavaScript，1 行'],
  ],
  ['words in English where set', '> 学而时习之', ['[quote] quote: 学而时习之'], { wordsLanguage: 'en' }],
  ['a footnote', '说法[^1]。\n\n[^1]: 出处在此。', ['说法。', '脚注 1：出处在此。']],
  ['what is struck out', '价格是~~十元~~八元。', ['价格是已删除：十元，八元。']],
  ['a formula', '面积是 $x^2$，即 $a = b$。', ['面积是 x 的平方，即 a 等于 b。']],
  ['another formula', '公式为 $\\frac{a}{b}$。', ['公式为 公式。']],
  ['a hash', '提交 3f2504e04f8941d39a0c0305e82c3301 修复了问题。', ['提交 哈希 3f25 修复了问题。']],
  [
    'a paragraph in English in a Chinese text',
    '你好，世界，这是一个测试。\n\n> This quote is in English and goes on for quite some time.',
    [
      '你好，世界，这是一个测试。',
      '[quote] quote: This quote is in English and goes on for quite some time.',
    ],
  ],
  [
    'a paragraph in Chinese in an English text',
    'Hello world, this is a long text in English.\n\n> 学而时习之',
    ['Hello world, this is a long text in English.', '[quote] 引用：学而时习之'],
  ],
  [
    'a short item in English',
    '- [x] 测试\n- [x] README',
    ['[listItem] 已完成：测试', '[listItem] 已完成：README'],
  ],
];

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
const structureCases: readonly NarrationCase[] = [
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
  ['a quote that begins without words', '> 🎉\n>\n> text', ['[quote] quote: text']],
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

const tables: Readonly<Record<string, readonly NarrationCase[]>> = {
  'within a paragraph': inlineCases,
  'block by block': structureCases,
  'in Chinese': chineseCases,
};

describe('the narration of Markdown', () => {
  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const row of cases) defineCase(narrationFor('markdown'), row);
    });
  }
});

const chinese = `# 模型中转站 🚀

[![构建](https://ci.example/badge.svg)](https://ci.example) [![覆盖率](https://img.example/c.svg)](https://c.example)

> **注意**：本项目仍在开发中，接口可能变化，
> 请锁定版本（例如 \`1.2.3\`）。

## 安装

1. 打开“设置 → 扩展”，地址填 https://relay.example.com/v1/chat/completions。
2. 按 \`Ctrl+Shift+P\`，再按 ↓ 选择 **Model Relay: Connect**。

\`\`\`sh
npm install
\`\`\`

## 功能

| 功能 | 说明 |
| --- | --- |
| 对话 | 流式输出，延迟~80 ms |
| 朗读 | 语速 0.5–3 倍，快 10× |
| 导出 | ✅ |

- [x] 支持 *中文* 与 English 混排
- [ ] 更多模型，见 [路线图](ROADMAP.md)

也可以按 Ctrl+C 复制。许可证：MIT ©2026
`;

const heard = [
  '[heading1] 模型中转站。',
  '图片：构建，图片：覆盖率',
  '[quote] 引用：注意：本项目仍在开发中，接口可能变化，请锁定版本（例如 1.2.3）。',
  '[heading2] 安装。',
  '[listItem] 1. 打开“设置，扩展”，地址填 relay.example.com 的链接。',
  '[listItem] 2. 按 control 加 shift 加 P，再按 下箭头 选择 Model Relay: Connect。',
  '[notice] 代码块，shell，1 行',
  '[heading2] 功能。',
  '[tableRow] 表格：功能，说明',
  '[tableRow] 对话：流式输出，延迟大约 80 ms',
  '[tableRow] 朗读：语速 0.5–3 倍，快 10 倍',
  '[tableRow] 导出：是',
  '[listItem] 已完成：支持 中文 与 English 混排',
  '[listItem] 待办：更多模型，见 路线图',
  '也可以按 Ctrl+C 复制。许可证：MIT ©2026',
];

defineCase(narrationFor('markdown'), ['the narration of a README in Chinese', chinese, heard]);
