import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  isPromptFileName,
  maximumPromptBytes,
  type PromptFile,
  type PromptProblem,
  promptNameOf,
  readFrontMatter,
  readPromptFile,
  toPromptName,
} from '../../../../../src/chat/context/prompts/promptFile.ts';

const rows: readonly (readonly [
  title: string,
  text: string,
  fields?: Readonly<Record<string, string>>,
  body?: string,
])[] = [
  ['no front matter', 'Hello\n---\nx: y', {}, 'Hello\n---\nx: y'],
  ['an empty text', '', {}, ''],
  ['empty front matter', '---\n---\nBody', {}, 'Body'],
  [
    'plain values',
    '---\n# about\n\na: one two # rest\nb: 3#4\nc: https://x.example\nd:\n---\nBody',
    { a: 'one two', b: '3#4', c: 'https://x.example' },
    'Body',
  ],
  [
    'Windows line ends and a byte order mark',
    '\uFEFF---\r\na: one\r\n---\r\nBody\r\nmore',
    { a: 'one' },
    'Body\nmore',
  ],
  [
    'quoted values',
    `---\na: "x: \\"y\\" # \\\\ 你" # rest\nb: 'it''s: #1'\n---\n`,
    { a: 'x: "y" # \\ 你', b: "it's: #1" },
    '',
  ],
  [
    'values that are no text on one line as empty',
    `---\na: ['x', "y"]\nb: >-\n  b: one\n- two\nc: {x: 1}\nd: &x\ne: "f\nnonsense\n---\nBody`,
    { a: '', b: '', c: '', d: '', e: '' },
    'Body',
  ],
  ['the last of two values', '---\na: one\na: two\n---\n', { a: 'two' }, ''],
  ['no front matter that is never closed', '---\na: one\nBody'],
];

describe('front matter', () => {
  for (const [title, text, fields, body = ''] of rows)
    it(`reads ${title}`, () =>
      deepStrictEqual(readFrontMatter(text), fields && { fields: new Map(Object.entries(fields)), body }));

  it('is read quickly even when it is hostile', () => {
    const long = 50_000;
    const hostile = [
      `"${'\\'.repeat(long)}`,
      `'${"'".repeat(long + 1)}`,
      `${' '.repeat(long)}x`,
      `x${' #'.repeat(long)}`,
      `x\n${'a'.repeat(long)}`,
    ];
    // None throws. A slow one would run into the suite's time limit.
    ok(hostile.every((value) => readFrontMatter(`---\na: ${value}\n---\n`)));
  });
});

const files: readonly (readonly [
  title: string,
  fileName: string,
  content: string | Uint8Array,
  reading: Partial<PromptFile> | PromptProblem,
])[] = [
  [
    'all fields of VS Code’s prompt files',
    'review.prompt.md',
    `---\nname: code review\nagent: agent\nmodel: Some Model\ntools: ['search', 'edit']\ndescription: 'Reviews code'\nargument-hint: what to look for\n---\n\nReview this.\n`,
    {
      name: 'code-review',
      description: 'Reviews code',
      argumentHint: 'what to look for',
      body: 'Review this.',
    },
  ],
  ['a body alone', 'ask me.md', 'Ask.', { name: 'ask-me', body: 'Ask.' }],
  ['an invalid name', 'a.md', '---\nname: "//"\n---\nx', { name: 'a', body: 'x' }],
  [
    'a description with bidi characters and too many characters',
    'a.md',
    `---\ndescription: "one\u202etwo ${'x'.repeat(300)}"\n---\nx`,
    { name: 'a', description: `one two ${'x'.repeat(192)}…`, body: 'x' },
  ],
  ['nothing', 'a.md', '', 'empty'],
  ['front matter alone', 'a.md', '---\na: b\n---\n \n', 'empty'],
  ['broken front matter', 'a.md', '---\nx', 'openFrontMatter'],
  ['bytes that are not text', 'a.md', Uint8Array.of(0xff, 0xfe, 0x41), 'notText'],
  ['a text with a NUL', 'a.md', 'a\0b', 'notText'],
  ['too much', 'a.md', 'x'.repeat(maximumPromptBytes + 1), 'tooLarge'],
];

describe('a prompt’s file', () => {
  for (const [title, fileName, content, reading] of files) {
    it(`with ${title}`, () => {
      const expected =
        typeof reading === 'string' ? reading : { description: '', argumentHint: '', ...reading };
      deepStrictEqual(readPromptFile(fileName, Buffer.from(content)), expected);
    });
  }

  it('is recognized by its extension', () => {
    const names = ['a.md', 'a.prompt.md', 'A.PROMPT.MD', 'a.txt', '.md', '.prompt.md', '---.md', 'a.md.bak'];
    deepStrictEqual(
      (['.md', '.prompt.md'] as const).map((ending) =>
        names.filter((name) => isPromptFileName(name, ending)),
      ),
      [
        ['a.md', 'a.prompt.md', 'A.PROMPT.MD'],
        ['a.prompt.md', 'A.PROMPT.MD'],
      ],
    );
  });

  it('gives the prompt a name that can be typed', () => {
    const names = ['review.prompt.md', 'Write Docs.md', '审查.md', 'a/../b.md', '$(alert).md', '-x-.md'];
    deepStrictEqual(names.map(promptNameOf), ['review', 'Write-Docs', '审查', 'a-..-b', 'alert', 'x']);
    deepStrictEqual(toPromptName('x'.repeat(500)).length, 64);
    deepStrictEqual(toPromptName('a\u202eb\u200bc'), 'a-b-c');
  });
});
