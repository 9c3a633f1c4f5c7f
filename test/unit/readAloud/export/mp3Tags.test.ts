import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { createChapters, type TimedUtterance, writeId3 } from '../../../../src/readAloud/export/mp3Tags.ts';
import { writeCaptions } from '../../../../src/readAloud/export/saveReading.ts';
import { readMp3 } from './savingParts.ts';

/** Utterances of one second each. */
function time(rows: readonly (readonly [text: string, depth?: number])[]): readonly TimedUtterance[] {
  return rows.map(([text, depth], index) => ({
    utterance: { text, ...(depth !== undefined && { heading: { depth, title: text } }) },
    startSeconds: index,
    endSeconds: index + 1,
  }));
}

const soundStart = Buffer.from([0xff, 0xf3, 0x64, 0xc4, ...Array(200).fill(0)]);

describe('chapters', () => {
  /** The utterances, and the chapters as "title from-to". */
  const cases: Record<string, readonly [rows: Parameters<typeof time>[0], chapters: readonly string[]]> = {
    'are none without headings': [[['one'], ['two']], []],
    'are none without utterances': [[], []],
    'begin with the first heading': [
      [['A', 1], ['one'], ['B', 2], ['two']],
      ['A 0-2', 'B 2-4'],
    ],
    'have one for text before the first heading': [
      [['zero'], ['A', 3], ['one']],
      ['Book 0-1', 'A 1-3'],
    ],
  };
  for (const [name, [rows, chapters]] of Object.entries(cases)) {
    it(name, () =>
      deepStrictEqual(
        createChapters('Book', time(rows)).map(
          ({ title, startSeconds, endSeconds }) => `${title} ${startSeconds}-${endSeconds}`,
        ),
        chapters,
      ),
    );
  }

  it('are at most 255', () => {
    const rows = Array.from({ length: 600 }, (_, index) => [`H${index}`, 1] as const);
    const chapters = createChapters('Book', time([['before'], ...rows]));
    const file = Buffer.concat([writeId3('Book', chapters), soundStart]);
    deepStrictEqual([readMp3(file).contents?.length, readMp3(file).chapters.length], [255, 255]);
    deepStrictEqual(chapters.at(-1), { title: 'H253', startSeconds: 254, endSeconds: 601 });
  });

  it('have titles that every player can show', () => {
    const titles = ['第一章 🎉', 'a\u0000b\nc', 'x'.repeat(500), '\ud800 alone', '  '];
    const chapters = createChapters('Bo\nok', time(titles.map((title) => [title, 1])));
    const read = readMp3(Buffer.concat([writeId3('Bo\nok', chapters), soundStart]));
    deepStrictEqual(
      [read.title, read.chapters.map(({ title }) => title)],
      ['Bo ok', ['第一章 🎉', 'a b c', 'x'.repeat(200), 'alone', '']],
    );
  });

  it('take the same space, whatever their times are', () => {
    const timed = time([['zero'], ['A', 1], ['one'], ['B', 1], ['C', 1]]);
    const untimed = timed.map(({ utterance }) => ({ utterance, startSeconds: 0, endSeconds: 0 }));
    const [tag, other] = [timed, untimed].map((each) => writeId3('Book', createChapters('Book', each)));
    deepStrictEqual(tag?.length, other?.length);
  });
});

describe('captions', () => {
  it('are WebVTT, with escaped text', () => {
    const timed: readonly TimedUtterance[] = [
      { utterance: { text: 'a < b && c --> d' }, startSeconds: 0, endSeconds: 1.0004 },
      { utterance: { text: 'two\n\nNOTE lines\u0000' }, startSeconds: 1.0004, endSeconds: 61.5 },
      { utterance: { text: 'no time' }, startSeconds: 61.5, endSeconds: 61.5 },
      { utterance: { text: ' ' }, startSeconds: 61.5, endSeconds: 62 },
      { utterance: { text: '很久以后' }, startSeconds: 3599.9996, endSeconds: 360_000.25 },
    ];
    strictEqual(
      writeCaptions(timed),
      [
        'WEBVTT',
        '',
        '00:00:00.000 --> 00:00:01.000',
        'a &lt; b &amp;&amp; c --&gt; d',
        '',
        '00:00:01.000 --> 00:01:01.500',
        'two NOTE lines',
        '',
        '01:00:00.000 --> 100:00:00.250',
        '很久以后',
        '',
      ].join('\n'),
    );
    strictEqual(writeCaptions([]), 'WEBVTT\n');
  });
});
