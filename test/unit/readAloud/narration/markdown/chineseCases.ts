import type { NarrationCase } from '../narratedBlocks.ts';

/** In Chinese, and in both. */
export const chineseCases: readonly NarrationCase[] = [
  [
    'a heading',
    '# 标题\n\n## 为什么？\n\n正文。',
    {},
    ['[heading1] 标题。', '[heading2] 为什么？', '正文。'],
  ],
  ['a wrapped line', '今天天气很好，\n我们去公园。', {}, ['今天天气很好，我们去公园。']],
  ['both in one line', '请使用 **VS Code** 打开它。', {}, ['请使用 VS Code 打开它。']],
  [
    'an address in a sentence',
    '请看https://example.org/a/b，然后继续。',
    {},
    ['请看example.org 的链接，然后继续。'],
  ],
  ['a link', '参见[使用说明](https://example.org)。', {}, ['参见使用说明。']],
  ['an image', '![一只猫](cat.png)', {}, ['图片：一只猫']],
  ['tasks', '- [x] 写测试\n- [ ] 写文档', {}, ['[listItem] 已完成：写测试', '[listItem] 待办：写文档']],
  ['numbers', '1. 第一\n2. 第二', {}, ['[listItem] 1. 第一', '[listItem] 2. 第二']],
  ['a quote', '> 学而时习之，\n> 不亦说乎？', {}, ['[quote] 引用：学而时习之，不亦说乎？']],
  ['a note', '> [!WARNING]\n> 小心使用。', {}, ['[quote] 警告：小心使用。']],
  [
    'a table',
    '| 名称 | 大小 |\n|-|-|\n| 苹果 | 3 |\n| 梨子 | 5 |',
    {},
    ['[tableRow] 表格：名称，大小', '[tableRow] 苹果：3', '[tableRow] 梨子：5'],
  ],
  [
    'a table of three columns',
    '| 名称 | 大小 | 有 |\n|-|-|-|\n| 苹果 | 3 | ✅ |',
    {},
    ['[tableRow] 第 1 行：名称 苹果，大小 3，有 是'],
  ],
  ['arrows', '打开“设置 → 扩展”，按 ↓。', {}, ['打开“设置，扩展”，按 下箭头。']],
  ['signs', '快 10×，见 §2.1，约±5%，1920×1080', {}, ['快 10 倍，见 小节 2.1，约正负 5%，1920 乘 1080']],
  [
    'a sentence with long code and addresses in a Chinese text',
    '你好，世界，这是一个测试。\n\n设为 `modelRelay.baseUrl.ofThisWorkspace` 和 https://relay.example.com/a/long/path。',
    {},
    [
      '你好，世界，这是一个测试。',
      '设为 model relay 点 base U R L 点 of this workspace 和 relay.example.com 的链接。',
    ],
  ],
  [
    'code',
    '运行下面的命令：\n\n```sh\nnpm test\nnpm start\n```',
    {},
    ['运行下面的命令：', '[notice] 代码块，shell，2 行'],
  ],
  [
    'code in a text that is mostly code',
    '看这里。\n\n```js\nconst veryLongNameOfAVariable = anotherLongName;\n```',
    {},
    ['看这里。', '[notice] 代码块，JavaScript，1 行'],
  ],
  ['words in English where set', '> 学而时习之', { wordsLanguage: 'en' }, ['[quote] quote: 学而时习之']],
  ['what is struck out', '价格是~~十元~~八元。', {}, ['价格是已删除：十元，八元。']],
  ['a formula', '面积是 $x^2$，即 $a = b$。', {}, ['面积是 x 的平方，即 a 等于 b。']],
  ['another formula', '公式为 $\\frac{a}{b}$。', {}, ['公式为 公式。']],
  ['a hash', '提交 3f2504e04f8941d39a0c0305e82c3301 修复了问题。', {}, ['提交 哈希 3f25 修复了问题。']],
  ['emoji', '完成了🎉，谢谢👍。', {}, ['完成了，谢谢。']],
  [
    'a paragraph in English in a Chinese text',
    '你好，世界，这是一个测试。\n\n> This quote is in English and goes on for quite some time.',
    {},
    [
      '你好，世界，这是一个测试。',
      '[quote] quote: This quote is in English and goes on for quite some time.',
    ],
  ],
  [
    'a paragraph in Chinese in an English text',
    'Hello world, this is a long text in English.\n\n> 学而时习之',
    {},
    ['Hello world, this is a long text in English.', '[quote] 引用：学而时习之'],
  ],
  [
    'a short item in English in a Chinese list',
    '- [x] 写测试\n- [x] README',
    {},
    ['[listItem] 已完成：写测试', '[listItem] 已完成：README'],
  ],
  ['a footnote', '说法[^1]。\n\n[^1]: 出处在此。', {}, ['说法。', '脚注 1：出处在此。']],
  ['characters beyond the first plane', '𠮷野家和𩸽很好吃。', {}, ['𠮷野家和𩸽很好吃。']],
];
