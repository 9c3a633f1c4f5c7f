import { itReads } from './answerCases.ts';

const oldTool = ['# Tool', '', 'Run it with help.', '', '## Licence', '', 'MIT'];
const [head, licence] = [
  ['# Tool', 'Run:'],
  ['## Licence', 'MIT'],
];
const bare = ["'''", 'tool --help', "'''"];
const shell = ["'''sh", 'tool --help', "'''"];
const inner = [...head, ...bare, ...licence];
const labelled = [...head, ...shell, ...licence];

describe('a response for prose', () => {
  itReads(oldTool, true, [
    { name: 'the requested fence', answer: ["'''''", ...inner, "'''''"], taken: inner },
    {
      name: 'the same with words around',
      answer: ['The README with help:', '', "'''''md", ...inner, "'''''", '', 'I added a block.'],
      taken: inner,
    },
    {
      name: 'an example before it',
      answer: ['Install it:', "'''sh", 'npm i tool', "'''", '', "'''''md", ...inner, "'''''"],
      taken: inner,
    },
    {
      name: 'the requested fence that ends with a shorter one',
      answer: ["'''''markdown", ...labelled, "'''"],
      taken: labelled,
    },
    {
      name: 'an unclosed fence around closed blocks',
      answer: ["'''''markdown", ...labelled],
      taken: labelled,
    },
    {
      name: 'a fence that ends with a shorter one, and text after it',
      answer: ["'''''markdown", ...labelled, "'''", 'I added a block.'],
      taken: [...labelled, "'''", 'I added a block.'],
      isUnsure: true,
    },
    {
      name: 'text that continues after the fence',
      answer: ["'''''markdown", ...head, ...bare, "'''''", ...licence],
      taken: [...head, ...bare],
      isUnsure: true,
    },
    {
      name: 'two blocks with the requested fence',
      answer: ["'''''md", ...head, "'''''", 'and', "'''''md", ...licence, "'''''"],
      taken: head,
      isUnsure: true,
    },
    {
      name: 'a short fence, which ends at a block within it',
      answer: ["'''", ...inner, "'''"],
      taken: inner,
      isUnsure: true,
    },
    {
      name: 'the same with a language, and text around it',
      answer: ['Here is the text:', "'''markdown", ...inner, "'''", 'I added a block.'],
      taken: inner,
      isUnsure: true,
    },
    {
      name: 'the same, never closed',
      answer: ["'''markdown", ...inner],
      taken: inner,
      isUnsure: true,
    },
    {
      name: 'a short fence around a block with a language',
      answer: ["'''", ...labelled, "'''"],
      taken: labelled,
    },
    {
      name: 'the same with words around',
      answer: ['I’ve changed the README.', "'''markdown", ...labelled, "'''", 'It has a block now.'],
      taken: labelled,
    },
    { name: 'tildes around it', answer: ['~~~~', ...inner, '~~~~'], taken: inner },
    {
      name: 'a block in a list',
      answer: ["'''md", '- Run:', ...bare.map((line) => `  ${line}`), "'''"],
      taken: ['- Run:', ...bare.map((line) => `  ${line}`)],
    },
    { name: 'no fence of its own', answer: labelled },
    {
      name: 'no fence of its own, and text before',
      answer: ['Here is the text:', '', ...labelled],
      taken: labelled,
    },
    { name: 'no fence of its own, and a bare block', answer: inner },
    {
      name: 'only a block, between sentences that may be about it',
      answer: ['The text is now:', "'''", 'Tool helps.', "'''", 'It is short.'],
      isUnsure: true,
    },
    { name: 'a block alone', answer: ["'''", 'Tool helps.', "'''"], taken: ['Tool helps.'] },
    {
      name: 'a block, and what may be an explanation',
      answer: ["'''", 'Tool helps.', "'''", 'It is short.'],
      taken: ['Tool helps.'],
      isUnsure: true,
    },
    {
      name: 'a block of code, and more text',
      answer: [...shell, 'This shows help.'],
      isUnsure: true,
    },
    {
      name: 'a bare block, and text from the old lines',
      answer: [...bare, 'Run it with help.'],
    },
    {
      name: 'an unclosed short fence around a closed block',
      answer: ["'''", 'Tool helps.', '~~~', 'x', '~~~'],
      taken: ['Tool helps.', '~~~', 'x', '~~~'],
      isUnsure: true,
    },
    {
      name: 'a fence that ends with a shorter one, and an example after it',
      answer: ["'''''md", 'Tool helps.', "'''", 'Try it:', ...shell],
      taken: ['Tool helps.', "'''", 'Try it:', ...shell],
      isUnsure: true,
    },
    {
      name: 'several blocks of code, and text',
      answer: [...shell, 'or', ...shell, 'do it.'],
      isUnsure: true,
    },
  ]);

  describe('that already has blocks', () => {
    const old = ["'''sh", 'tool', "'''", 'Shows help.'];
    itReads(old, true, [
      { name: 'begins with the block, without a fence of its own', answer: [...shell, 'Helps.'] },
      { name: 'is only the block', answer: shell },
      {
        name: 'has a fence of its own',
        answer: ["'''''", ...shell, 'Helps.', "'''''"],
        taken: [...shell, 'Helps.'],
      },
      { name: 'has a short one of its own', answer: ["'''md", ...shell, "'''"], taken: shell },
      { name: 'has different text before its block', answer: ['See:', ...shell, 'Helps.'] },
    ]);
  });

  describe('that already has a block between text', () => {
    itReads(labelled, true, [
      { name: 'begins with the block now', answer: [...shell, 'Licence: MIT'] },
      { name: 'is in a short fence without a block', answer: ["'''", 'Tool', "'''"], taken: ['Tool'] },
    ]);
    itReads(['tool'], true, [
      {
        name: 'has the old text as a block, without a fence of its own',
        answer: ['Run:', "'''", 'tool', "'''", 'or:', ...bare, 'Done.'],
        isUnsure: true,
      },
    ]);
    itReads(bare, true, [{ name: 'is a bare block alone', answer: ["'''", 'tool', "'''"] }]);
  });

  describe('that already has long fences', () => {
    const old = ["''''''md", "'''", 'x', "'''", "''''''"];
    itReads(old, true, [
      { name: 'has a longer one of its own', answer: ["'''''''", ...old, "'''''''"], taken: old },
      { name: 'has none of its own', answer: old },
    ]);
  });
});
