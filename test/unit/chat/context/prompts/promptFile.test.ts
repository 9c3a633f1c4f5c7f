import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  type FrontMatterReading,
  isPromptFileName,
  maximumPromptBytes,
  type PromptFile,
  type PromptProblem,
  promptNameOf,
  readFrontMatter,
  readPromptFile,
  toPromptName,
} from '../../../../../src/chat/context/prompts/promptFile.ts';

interface Row {
  readonly title: string;
  readonly text: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The line that can't be read. */
  readonly line?: number;
}

const rows: readonly Row[] = [
  { title: 'no front matter', text: 'Hello\n---\nx: y', body: 'Hello\n---\nx: y' },
  { title: 'an empty text', text: '', body: '' },
  { title: 'empty front matter', text: '---\n---\nBody', body: 'Body' },
  {
    title: 'plain values',
    text: '---\na: one two\nb: 3\n---\nBody',
    fields: { a: 'one two', b: '3' },
    body: 'Body',
  },
  {
    title: 'Windows line ends and a byte order mark',
    text: '\uFEFF---\r\na: one\r\n---\r\nBody\r\nmore',
    fields: { a: 'one' },
    body: 'Body\nmore',
  },
  {
    title: 'quoted values',
    text: `---\na: "x: \\"y\\" # \\u4f60\\n" # rest\nb: 'it''s: #1'\n---\n`,
    fields: { a: 'x: "y" # 你\n', b: "it's: #1" },
    body: '',
  },
  {
    title: 'quoted names',
    text: `---\n"a": one\n'b': two\n---\n`,
    fields: { a: 'one', b: 'two' },
    body: '',
  },
  {
    title: 'comments and empty lines',
    text: '---\n# about\n\na: one # rest\nb: a#b\n---\n',
    fields: { a: 'one', b: 'a#b' },
    body: '',
  },
  {
    title: 'values over several lines',
    text: '---\na: one\n  two\nb: >-\n  three\n  four\nc: |\n  five\n  six\nd: "sev\n  en"\n---\n',
    fields: { a: 'one two', b: 'three four', c: 'five six', d: 'sev en' },
    body: '',
  },
  {
    title: 'lists and mappings as empty',
    fields: { a: '', b: '', c: '', d: '' },
    text: `---\na: ['x', "y"]\nb:\n  - one\n- two\nc: {x: 1}\nd:\n  e: f\ng: [\n  1,\n]\n---\nBody`,
    body: 'Body',
  },
  {
    title: 'anchors, aliases and tags',
    text: '---\na: &x\nb: *x\nc: !!js/function "f"\n---\n',
    fields: { a: '', b: '', c: '' },
  },
  {
    title: 'names that every object has',
    text: '---\n__proto__: x\nconstructor: y\na: z\n---\n',
    fields: { a: 'z' },
    body: '',
  },
  { title: 'the last of two values', text: '---\na: one\na: two\n---\n', fields: { a: 'two' }, body: '' },
  {
    title: 'an address as a value',
    text: '---\na: https://x.example\n---\n',
    fields: { a: 'https://x.example' },
    body: '',
  },
  { title: 'front matter that is never closed', text: '---\na: one\nBody', line: 1 },
  { title: 'a line that is not a field', text: '---\na: one\nnonsense\n---\n', line: 3 },
  { title: 'a field without a name', text: '---\n: one\n---\n', line: 2 },
  { title: 'a quote that is never closed', text: '---\nx: "\na: "one\nb: two\n---\n', line: 3 },
];

describe('front matter', () => {
  for (const { title, text, fields = {}, body = '', line } of rows) {
    it(line === undefined ? `reads ${title}` : `refuses ${title}`, () => {
      const expected: FrontMatterReading =
        line === undefined ? { fields: new Map(Object.entries(fields)), body } : { line };
      deepStrictEqual(readFrontMatter(text, ['a', 'b', 'c', 'd']), expected);
    });
  }

  it('is read quickly even when it is hostile', () => {
    const long = 50_000;
    const hostile = [
      `---\n${'a'.repeat(long)}`,
      `---\na: "${'\\'.repeat(long)}\n---\n`,
      `---\na: '${"'".repeat(long + 1)}\n---\n`,
      `---\n${' '.repeat(long)}x\n---\n`,
      `---\na${' '.repeat(long)}x\n---\n`,
      `---\na: x${' #'.repeat(long)}\n---\n`,
      `---\na: |${'+'.repeat(long)}x\n---\n`,
      '---\na:\n'.repeat(long / 10),
    ];
    // None throws. A slow one would run into the suite's time limit.
    ok(hostile.every((text) => readFrontMatter(text, ['a'])));
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
    'a description with line breaks, bidi characters and too many characters',
    'a.md',
    `---\ndescription: "one\\n\\u202etwo ${'x'.repeat(300)}"\n---\nx`,
    { name: 'a', description: `one two ${'x'.repeat(192)}…`, body: 'x' },
  ],
  ['nothing', 'a.md', '', { reason: 'empty' }],
  ['front matter alone', 'a.md', '---\na: b\n---\n \n', { reason: 'empty' }],
  ['broken front matter', 'a.md', '---\nx', { reason: 'frontMatter', line: 1 }],
  ['bytes that are not text', 'a.md', Uint8Array.of(0xff, 0xfe, 0x41), { reason: 'notText' }],
  ['a text with a NUL', 'a.md', 'a\0b', { reason: 'notText' }],
  ['too much', 'a.md', 'x'.repeat(maximumPromptBytes + 1), { reason: 'tooLarge' }],
];

describe('a prompt’s file', () => {
  for (const [title, fileName, content, reading] of files) {
    it(`with ${title}`, () => {
      const expected = 'reason' in reading ? reading : { description: '', argumentHint: '', ...reading };
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
