import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadingToSave, saveReading } from '../../../../src/readAloud/export/saveReading.ts';
import { RelayError, type RelayErrorKind } from '../../../../src/relay/errors/relayError.ts';
import { createToneMp3, hear } from '../speech/soundParts.ts';
import { utteranceOf } from '../speech/speechParts.ts';
import { readMp3, readVtt } from './mp3Reader.ts';
import { heading, speechOf } from './savingParts.ts';

describe('saving a reading of which something can’t be spoken', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saved-'));
    path = join(folder, 'book.mp3');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const save = (reading: Pick<ReadingToSave, 'utterances' | 'speech'> & Partial<ReadingToSave>) =>
    saveReading({ title: 'Book', path, signal: new AbortController().signal, ...reading });

  it('leaves it out', async () => {
    const refusals: Record<string, RelayErrorKind> = {
      'Chapter A': 'invalidRequest',
      'Chapter B': 'requestTooLarge',
      'Text 5': 'interrupted',
      'Chapter D': 'invalidResponse',
    };
    const texts = [
      'Text 0',
      'Chapter A',
      'Text 2',
      'Chapter B',
      'Chapter C',
      'Text 5',
      'Text 6',
      'Chapter D',
    ];
    const utterances = texts.map((text, index) => ({
      ...(text.startsWith('Chapter') ? heading(text) : utteranceOf(text)),
      index,
    }));
    const tone = await createToneMp3({ seconds: 1 });
    const done: number[] = [];
    const leftOut = await save({
      utterances,
      speech: speechOf(async ({ text }) => {
        const kind = refusals[text];
        if (kind) throw new RelayError(kind);
        return tone;
      }),
      onProgress: (count) => void done.push(count),
    });
    const file = await readFile(path);
    const { chapters, contents, declared, soundOffset } = readMp3(file);
    const cues = readVtt(await readFile(join(folder, 'book.vtt'), 'utf8'));
    const { seconds } = await hear(new Uint8Array(file));
    const startOf = (text: string) => cues.find((cue) => cue.text === text)?.startMs;
    deepStrictEqual(
      [
        leftOut,
        done,
        cues.map(({ text }) => text),
        contents,
        chapters.map(({ title, startMs, endMs }) => [title, startMs, endMs]),
        declared?.bytes,
        Math.round(seconds * 10),
      ],
      [
        4,
        [1, 2, 3, 4, 5, 6, 7, 8],
        ['Text 0', 'Text 2', 'Chapter C', 'Text 6'],
        ['chapter1', 'chapter2', 'chapter3'],
        [
          ['Book', 0, startOf('Text 2')],
          // Its title is not heard, and what it is the title of is.
          ['Chapter A', startOf('Text 2'), startOf('Chapter C')],
          ['Chapter C', startOf('Chapter C'), cues.at(-1)?.endMs],
        ],
        file.length - soundOffset,
        Math.round((cues.at(-1)?.endMs ?? 0) / 100),
      ],
    );
  });

  const refused: Record<
    string,
    readonly [fails: readonly number[], kept: readonly number[], saved: boolean]
  > = {
    'the first one': [[0], [], false],
    'the first one, where another is kept': [[0], [2], true],
    'two in a row': [[1, 2, 4, 5], [], true],
    'three in a row': [[1, 2, 3], [], false],
  };
  for (const [name, [fails, kept, isSaved]] of Object.entries(refused)) {
    it(`${isSaved ? 'goes on' : 'ends'} where the relay refuses ${name}`, async () => {
      const tone = await createToneMp3({ seconds: 0.2 });
      const speech = speechOf(
        async ({ index }) => {
          if (fails.includes(index)) throw new RelayError('invalidRequest');
          return tone;
        },
        ({ index }) => kept.includes(index),
      );
      const utterances = Array.from({ length: 7 }, (_, index) => utteranceOf(`Text ${index}.`, index));
      const outcome = await save({ utterances, speech }).catch((error: unknown) => error);
      deepStrictEqual(
        [outcome, await readdir(folder)],
        isSaved ? [fails.length, ['book.mp3', 'book.vtt']] : [new RelayError('invalidRequest'), []],
      );
    });
  }
});
