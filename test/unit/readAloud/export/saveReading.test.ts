import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  captionsPathOf,
  type ReadingToSave,
  saveReading,
  UnjoinableSoundError,
} from '../../../../src/readAloud/export/saveReading.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createId3 } from '../../relay/speech/soundSamples.ts';
import {
  createSpeechParts,
  createToneMp3,
  type Heard,
  hear,
  pitchOf,
  utteranceOf,
} from '../speech/speechParts.ts';
import { useFolder } from '../speech/useFolder.ts';
import { heading, readMp3, readVtt, speechOf } from './savingParts.ts';

/** The part of the audio between two times in milliseconds. */
function cut({ samples, sampleRate }: Heard, startMs: number, endMs: number): Heard {
  const part = samples.slice((startMs / 1000) * sampleRate, (endMs / 1000) * sampleRate);
  return { samples: part, sampleRate, seconds: part.length / sampleRate };
}

describe('saving a reading', () => {
  const used = useFolder();
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = used.path;
    path = join(folder, 'book.mp3');
  });

  const save = (reading: Pick<ReadingToSave, 'utterances' | 'speech'> & Partial<ReadingToSave>) =>
    saveReading({ title: 'Book', path, signal: new AbortController().signal, ...reading });

  it('has every caption and chapter at the time when it is heard', async () => {
    const hertz = [300, 700, 400, 900, 500, 800, 350, 600];
    const utterances = hertz.map((pitch, index) =>
      index === 2 || index === 5
        ? heading(`Chapter ${pitch} — 第${index}章 🎉`)
        : utteranceOf(`Tone <${pitch}> & so on`),
    );
    const speech = speechOf(async ({ text }) => {
      const pitch = Number(/\d+/.exec(text)?.[0]);
      // The files have varying bitrates, and tags before and after the audio.
      const settings =
        pitch > 600
          ? { bitrate: 160 as const, outputSampleRate: 24_000 as const }
          : { vbrQuality: 8, outputSampleRate: 24_000 as const };
      const mp3 = await createToneMp3({ hertz: pitch, seconds: 1 + pitch / 1000 }, settings);
      return Buffer.concat([createId3(200), mp3, Buffer.from('TAG'), Buffer.alloc(125)]);
    });
    await save({ utterances, speech });
    const file = await readFile(path);
    const heard = await hear(new Uint8Array(file));
    const { title, contents, chapters, soundOffset } = readMp3(file);
    const cues = readVtt(await readFile(join(folder, 'book.vtt'), 'utf8'));
    deepStrictEqual([title, contents], ['Book', ['chapter1', 'chapter2', 'chapter3']]);
    deepStrictEqual(chapters, [
      { id: 'chapter1', title: 'Book', startMs: 0, endMs: cues[2]?.startMs },
      { id: 'chapter2', title: utterances[2]?.text, startMs: cues[2]?.startMs, endMs: cues[5]?.startMs },
      { id: 'chapter3', title: utterances[5]?.text, startMs: cues[5]?.startMs, endMs: cues[7]?.endMs },
    ]);
    deepStrictEqual(
      cues.map(({ text, startMs, endMs }, index) => [
        text,
        // From 60 ms after its start to 60 ms before its end, nothing else is heard.
        Math.round(pitchOf(cut(heard, startMs + 60, endMs - 60)) / 10) * 10,
        Math.round(pitchOf(cut(heard, startMs + 60, startMs + 660)) / 10) * 10,
        startMs === (cues[index - 1]?.endMs ?? 0),
      ]),
      utterances.map(({ text }, index) => [text, hertz[index], hertz[index], true]),
    );
    const endMs = cues.at(-1)?.endMs ?? 0;
    ok(Math.abs(heard.seconds * 1000 - endMs) <= 24, `${heard.seconds} s heard, ${endMs} ms said`);
    // MPEG 2, mono: 4 bytes of header and 9 of side information. A frame lasts 24 ms.
    const info = file.subarray(soundOffset + 13);
    deepStrictEqual(info.toString('latin1', 0, 4), 'Xing');
    deepStrictEqual([info.readUInt32BE(8) * 24, info.readUInt32BE(12)], [endMs, file.length - soundOffset]);
  });

  it('writes utterance by utterance, with at most two requests at once', async () => {
    const tone = await createToneMp3({ seconds: 1 });
    const sizes: Promise<number>[] = [];
    const done: number[] = [];
    let open = 0;
    let most = 0;
    const sizeNow = async () => {
      const [name = ''] = await readdir(folder);
      return (await stat(join(folder, name))).size;
    };
    await save({
      utterances: Array.from({ length: 6 }, (_, index) => utteranceOf('Text.', index)),
      speech: speechOf(async () => {
        open += 1;
        most = Math.max(most, open);
        sizes.push(sizeNow());
        await sizes.at(-1);
        open -= 1;
        return tone;
      }),
      onProgress: (count) => void done.push(count),
    });
    const grown = await Promise.all(sizes);
    deepStrictEqual([done, most], [[1, 2, 3, 4, 5, 6], 2]);
    deepStrictEqual((await readdir(folder)).toSorted(), ['book.mp3', 'book.vtt']);
    ok((grown[5] ?? 0) >= 3 * tone.length && (grown[2] ?? 0) < 3 * tone.length, String(grown));
  });

  it('leaves only the previous file when it is canceled or fails', async () => {
    await writeFile(path, 'an earlier book');
    const tone = await createToneMp3({ seconds: 1 });
    const utterances = Array.from({ length: 5 }, (_, index) => utteranceOf(`Text ${index}.`, index));
    const abort = new AbortController();
    const signals: AbortSignal[] = [];
    const hanging = speechOf((utterance, signal) => {
      signals.push(signal);
      if (utterance.index < 2) return Promise.resolve(tone);
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new RelayError('cancelled'))),
      );
    });
    const cancelled = save({
      utterances,
      speech: hanging,
      signal: abort.signal,
      onProgress: (count) => count === 2 && abort.abort(),
    });
    await rejects(cancelled, { kind: 'cancelled' });
    const late = new AbortController();
    const lastWord = save({
      utterances,
      speech: speechOf(async () => tone),
      signal: late.signal,
      onProgress: (count) => count === utterances.length && late.abort(),
    });
    await rejects(lastWord, { kind: 'cancelled' });
    const asked: number[] = [];
    const failing = speechOf(async ({ index }, signal) => {
      asked.push(index);
      if (index === 3) throw new RelayError('insufficientBalance');
      // The prefetched request is canceled. The test listens to its signal, as requests do: a combined signal that
      // nobody listens to never aborts once its controller is garbage-collected (Node 24.21).
      if (index === 4) {
        signals.push(signal);
        signal.addEventListener('abort', () => {});
      }
      return tone;
    });
    await rejects(save({ utterances, speech: failing }), { kind: 'insufficientBalance' });
    const ogg = speechOf(async ({ index }) => (index === 1 ? { bytes: tone, format: 'ogg' } : tone));
    await rejects(save({ utterances, speech: ogg }), new UnjoinableSoundError('ogg'));
    deepStrictEqual(
      [await readdir(folder), await readFile(path, 'utf8'), signals.map(({ aborted }) => aborted), asked],
      [['book.mp3'], 'an earlier book', [true, true, true, true], [0, 1, 2, 3, 4]],
    );
  });

  it('retries failed requests, and reports the waits', async () => {
    const { relay, read, written } = createSpeechParts(join(folder, 'cache'));
    const { answer } = relay;
    const failing = new Set(['One.', 'Two.']);
    relay.answer = (request, signal) => {
      if (failing.delete(request.input)) throw new RelayError('interrupted');
      return answer(request, signal);
    };
    const waits: (string | undefined)[] = [];
    await save({
      utterances: [utteranceOf('One.', 0), utteranceOf('Two.', 1)],
      speech: read(),
      onWait: (wait) => void waits.push(wait?.error.kind),
    });
    await written();
    deepStrictEqual(relay.asked.map(({ input }) => input).toSorted(), ['One.', 'One.', 'Two.', 'Two.']);
    deepStrictEqual(waits.toSorted(), ['interrupted', 'interrupted', undefined, undefined]);
  });

  it('accepts any valid file name', async () => {
    // With its extension, the name has 255 bytes, the maximum of file systems.
    const name = `${'读'.repeat(83)}12`;
    const speech = speechOf(async () => createToneMp3({ seconds: 0.5 }));
    await save({ utterances: [utteranceOf('Hello.')], speech, path: join(folder, `${name}.mp3`) });
    deepStrictEqual((await readdir(folder)).toSorted(), [`${name}.mp3`, `${name}.vtt`]);
  });

  it('puts the captions where players look for them', () => {
    const paths = ['/a/book.mp3', '/a/book.MP3', '/a/book', '/a.mp3/book', String.raw`C:\a\.mp3`];
    deepStrictEqual(paths.map(captionsPathOf), [
      '/a/book.vtt',
      '/a/book.vtt',
      '/a/book.vtt',
      '/a.mp3/book.vtt',
      String.raw`C:\a\.mp3.vtt`,
    ]);
  });

  describe('with utterances that can’t be spoken', () => {
    it('leaves them out, of the captions as well, with their chapters in place', async () => {
      const texts = ['Chapter A', 'Text 1', 'Chapter B', 'Text 3'];
      const tone = await createToneMp3({ seconds: 1 });
      const done: number[] = [];
      const leftOut = await save({
        utterances: texts.map((text) => (text.startsWith('Chapter') ? heading(text) : utteranceOf(text))),
        speech: speechOf(async ({ text }) => {
          if (text === 'Text 1') throw new RelayError('interrupted');
          if (text === 'Chapter B') throw new RelayError('requestTooLarge');
          return tone;
        }),
        onProgress: (count) => void done.push(count),
      });
      const file = await readFile(path);
      const cues = readVtt(await readFile(join(folder, 'book.vtt'), 'utf8'));
      const [first, last] = cues;
      deepStrictEqual([leftOut, done], [2, [1, 2, 3, 4]]);
      deepStrictEqual(
        cues.map(({ text }) => text),
        ['Chapter A', 'Text 3'],
      );
      deepStrictEqual(
        readMp3(file).chapters.map(({ title, startMs, endMs }) => [title, startMs, endMs]),
        [
          ['Chapter A', 0, first?.endMs],
          // The title is not heard, but the text of the chapter is.
          ['Chapter B', last?.startMs, last?.endMs],
        ],
      );
      const { seconds } = await hear(new Uint8Array(file));
      ok(Math.abs(seconds * 1000 - (last?.endMs ?? 0)) <= 24, `${seconds} s`);
    });

    const refused: Record<
      string,
      readonly [fails: readonly number[], kept: readonly number[], saved: boolean]
    > = {
      'the first one': [[0], [], false],
      'the first one while another is cached': [[0], [2], true],
      'two in a row': [[1, 2, 4, 5], [], true],
      'three in a row': [[1, 2, 3], [], false],
    };
    for (const [name, [fails, kept, isSaved]] of Object.entries(refused)) {
      it(`${isSaved ? 'continues' : 'fails'} if the relay refuses ${name}`, async () => {
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
});
