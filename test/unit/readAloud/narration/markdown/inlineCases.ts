import type { NarrationCase } from '../narratedBlocks.ts';

/** Markdown within one paragraph. */
export const inlineCases: readonly NarrationCase[] = [
  [
    'emphasis is just text',
    'This is **very** *good* and __really__ _so_.',
    ['This is very good and really so.'],
  ],
  ['a link is its text', 'See [the guide](https://example.org/a/b?c=d) first.', ['See the guide first.']],
  [
    'a bare address',
    'Look at https://www.example.org/a/b_c?d=e#f, please.',
    ['Look at link to example.org, please.'],
  ],
  [
    'an address in angles',
    '<https://example.org/x> and <me@example.org>',
    ['link to example.org and me@example.org'],
  ],
  ['an address without a scheme', 'Go to www.example.org/path.', ['Go to link to example.org.']],
  ['an address in parentheses', '(see https://example.org/a_(b))', ['(see link to example.org)']],
  ['a link without a text', 'Here [](https://example.org/a) it is', ['Here link to example.org it is']],
  [
    'references',
    'The [text][ref], the [other][] and the [third].\n\n[ref]: https://a.example',
    ['The text, the other and the third.'],
  ],
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
  [
    'arrows that are keys',
    'Press ↓, or ↑, or → twice',
    ['Press down arrow, or up arrow, or right arrow twice'],
  ],
  [
    'signs before numbers',
    'See §2.1: ~80 ms, ±5%, ≥ 3.',
    ['See section 2.1: about 80 ms, plus or minus 5%, at least 3.'],
  ],
  ['crosses', '10× faster at 1920×1080', ['10 times faster at 1920 by 1080']],
  ['ranges and versions', 'From 0.5 to 3, in ‹ 2/3 › of 1.2.3', ['From 0.5 to 3, in ‹ 2/3 › of 1.2.3']],
  ['a line that begins behind a mark', '*one*\ntwo `three`\nfour', ['one two three four']],
  [
    'characters by name',
    'R&amp;D &lt;b&gt; &#65;&#x42; caf&eacute; a&nbsp;b &copy;',
    ['R&D <b> AB café a b ©'],
  ],
  [
    'escapes',
    'Not \\*bold\\* and 1\\. not a list, \\[no link\\]',
    ['Not *bold* and 1. not a list, [no link]'],
  ],
  ['a hard break is a pause', 'Main Street 1  \nSpringfield\\\nUSA', ['Main Street 1, Springfield, USA']],
  [
    'what is struck out',
    'It costs ~~ten~~ eight euros, ~~today~~.',
    ['It costs deleted: ten, eight euros, deleted: today.'],
  ],
  [
    'HTML between words',
    'Press <kbd>Ctrl</kbd>+<kbd>C</kbd> <!-- not this --> now<br>or later',
    ['Press Ctrl+C now, or later'],
  ],
  ['an image in HTML', 'See <img src="a.png" alt="the map"> here', ['See, image: the map, here']],
  ['marks of footnotes', 'A claim.[^1] Another[^two].', ['A claim. Another.']],
  ['a footnote', 'A claim.[^1]\n\n[^1]: The proof.', ['A claim.', 'footnote 1: The proof.']],
  ['a footnote with a name', '[^big]: The proof\n    goes on.', ['footnote: The proof goes on.']],
  [
    'a simple formula',
    'So $x^2$ grows, and $a_1 + b = 3$.',
    ['So x squared grows, and a 1 plus b equals 3.'],
  ],
  [
    'brackets and factors in a formula',
    'It takes $O(n^2)$, and $E = mc^2$.',
    ['It takes O(n squared), and E equals m c squared.'],
  ],
  [
    'a formula of any other kind',
    'Then $\\frac{a*b}{c*d}$ and \\(\\sum_i x_i\\).',
    ['Then formula and formula.'],
  ],
  ['a formula of several lines', '$$\n\\int_0^1 f(x)\n- b\n= 1\n$$', ['formula']],
  ['a formula in a quote', '> Look:\n> $$\n> \\sum a\n> $$', ['[quote] quote: Look:', '[quote] formula']],
  ['amounts of money', 'It was $5 and is $10 now.', ['It was $5 and is $10 now.']],
  ['inline code', 'Call `getUserById` or `foo.bar()`.', ['Call get user by id or foo dot bar.']],
  ['inline code of a sign', 'Type `/` or `@` first.', ['Type / or @ first.']],
  ['a long hash', 'Since 3f2504e04f8941d39a0c0305e82c3301 it works.', ['Since hash 3f25 it works.']],
  [
    'a path with folders',
    'In src/readAloud/plan/plan.ts:12:3 it fails.',
    ['In plan dot T S line 12 it fails.'],
  ],
  ['invisible characters', 'soft\u00ADhyphen zero\u200Bwidth', ['softhyphen zerowidth']],
];

/** Texts in Chinese, and in both languages. */
export const chineseCases: readonly NarrationCase[] = [
  ['a wrapped line', '今天天气很好，\n我们去公园。', ['今天天气很好，我们去公园。']],
  ['a note', '> [!WARNING]\n> 小心使用。', ['[quote] 警告：小心使用。']],
  [
    'a table of three columns',
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
    'a short item in English in a Chinese list',
    '- [x] 写测试\n- [x] README',
    ['[listItem] 已完成：写测试', '[listItem] 已完成：README'],
  ],
];
