import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAt } from '../../platform/disk/diskFiles.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import type { AudioFormat } from '../../relay/speech/audioFormat.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import { faultOf, longestSkip, mayBeOfOne } from '../playback/speechRetry.ts';
import { extractMp3 } from '../speech/mp3.ts';
import type { SpeechCall, SpeechSource, SpokenAudio } from '../speech/speechSource.ts';
import { createChapters, type TimedUtterance, writeId3, writeInfoFrame } from './mp3Tags.ts';

export interface ReadingToSave {
  readonly title: string;
  readonly utterances: readonly Utterance[];
  readonly speech: SpeechSource;
  readonly signal: AbortSignal;
  /** Path of the mp3; captions are next to it (`captionsPathOf`). Existing files are replaced once all is written. */
  readonly path: string;
  /** Called after each utterance, with the number done. */
  readonly onProgress?: (done: number) => void;
  /** Called for each wait before a retry, to show it. */
  readonly onWait?: SpeechCall['onWait'];
}

/** Audio in a format other than mp3 can't be joined. */
export class UnjoinableSoundError extends Error {
  override readonly name = 'UnjoinableSoundError';
  readonly format: AudioFormat;

  constructor(format: AudioFormat) {
    super(`Sounds of the format ${format} can't be joined`);
    this.format = format;
  }
}

/** Path of the captions of an mp3: players look for a file of the same name. */
export function captionsPathOf(path: string): string {
  return path.replace(/(?<=[^/\\])\.mp3$/i, '').concat('.vtt');
}

/**
 * Writes the audio of a whole reading as one mp3 with title and chapters, and the times of its sentences next to it.
 * Writes piece by piece: an hour of audio is never in memory. Whatever stops it, no partial file is left. Resolves with
 * the number of utterances that could not be spoken and are left out. Throws errors of `speech` and of the file system,
 * `cancelled`, and UnjoinableSoundErrors.
 */
export async function saveReading(reading: ReadingToSave): Promise<number> {
  const { path, signal } = reading;
  const captionsPath = captionsPathOf(path);
  const unfinished = unfinishedPathOf(path);
  const unfinishedCaptions = unfinishedPathOf(captionsPath);
  try {
    const file = await open(unfinished, 'wx');
    let written: WrittenSound;
    try {
      written = await writeSound(file, reading);
    } finally {
      await file.close();
    }
    await writeFile(unfinishedCaptions, writeCaptions(written.timed), { flag: 'wx' });
    if (signal.aborted) throw new RelayError('cancelled');
    await rename(unfinished, path);
    await rename(unfinishedCaptions, captionsPath);
    return written.leftOut;
  } catch (error) {
    for (const left of [unfinished, unfinishedCaptions]) await rm(left, { force: true }).catch(() => {});
    throw error;
  }
}

/** In the same folder, because only there a rename is atomic. Does not extend the name, which may be long already. */
function unfinishedPathOf(path: string): string {
  return join(dirname(path), `.${randomUUID()}.part`);
}

interface WrittenSound {
  /** Utterances that failed take no time. */
  readonly timed: readonly TimedUtterance[];
  /** Number of failed utterances. */
  readonly leftOut: number;
}

/** The tag and the info frame come first, but are known last: reserves space for them, and overwrites it at the end. */
async function writeSound(file: FileHandle, reading: ReadingToSave): Promise<WrittenSound> {
  const { title, utterances, onProgress } = reading;
  const untimed = utterances.map((utterance) => ({ utterance, startSeconds: 0, endSeconds: 0 }));
  const tagBytes = writeId3(title, createChapters(title, untimed)).length;
  const timed: TimedUtterance[] = [];
  let firstFrame = new Uint8Array();
  let soundStart = tagBytes;
  let soundBytes = 0;
  let endSeconds = 0;
  let leftOut = 0;
  for await (const { utterance, audio } of fetchInOrder(reading)) {
    const startSeconds = endSeconds;
    if (!audio) leftOut += 1;
    else if (audio.format !== 'mp3') throw new UnjoinableSoundError(audio.format);
    else {
      const { bytes, seconds } = extractMp3(audio.bytes);
      if (soundBytes === 0) {
        firstFrame = bytes.slice(0, 4);
        soundStart = tagBytes + writeInfoFrame(firstFrame, 0, 0).length;
      }
      await writeAt(file, bytes, soundStart + soundBytes);
      soundBytes += bytes.length;
      endSeconds += seconds;
    }
    timed.push({ utterance, startSeconds, endSeconds });
    onProgress?.(timed.length);
  }
  const tag = writeId3(title, createChapters(title, timed));
  await writeAt(file, Buffer.concat([tag, writeInfoFrame(firstFrame, endSeconds, soundBytes)]), 0);
  return { timed, leftOut };
}

/** WebVTT: every utterance with its times. Utterances of zero length are left out, because players reject them. */
export function writeCaptions(timed: readonly TimedUtterance[]): string {
  const cues = timed.flatMap(({ utterance, startSeconds, endSeconds }) => {
    const start = formatTime(startSeconds);
    const end = formatTime(endSeconds);
    const text = escapeText(utterance.text);
    return start === end || text === '' ? [] : [`${start} --> ${end}\n${text}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Milliseconds, always with hours: 00:01:02.003. */
function formatTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const parts = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** On one line: an empty line or an arrow would end the cue. */
function escapeText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Number of concurrent requests. */
const lookAhead = 2;

interface FetchedUtterance {
  readonly utterance: Utterance;
  /** Undefined if this utterance fails but others may succeed. */
  readonly audio: SpokenAudio | undefined;
}

/** The audio of each utterance, in order. A failed one is left out or ends the export. */
async function* fetchInOrder({
  utterances,
  speech,
  signal,
  onWait,
}: ReadingToSave): AsyncGenerator<FetchedUtterance> {
  const end = new AbortController();
  const call = { signal: AbortSignal.any([signal, end.signal]), onWait };
  let hasSpoken = false;
  let gap = 0;

  /** Before the first success, an error is unlikely to be caused by one sentence. */
  function mayBeLeftOut(error: unknown): boolean {
    const isOfOne = mayBeOfOne(faultOf(error)) && gap + 1 < longestSkip;
    return isOfOne && (hasSpoken || utterances.some((utterance) => speech.isKept(utterance)));
  }

  async function take(coming: Promise<SpokenAudio> | undefined): Promise<SpokenAudio | undefined> {
    try {
      const audio = await coming;
      hasSpoken = true;
      gap = 0;
      return audio;
    } catch (error) {
      if (!mayBeLeftOut(error)) throw error;
      gap += 1;
      return undefined;
    }
  }

  const coming: Promise<SpokenAudio>[] = [];
  try {
    for (const [index, utterance] of utterances.entries()) {
      if (signal.aborted) throw new RelayError('cancelled');
      for (const next of utterances.slice(index + coming.length, index + lookAhead)) {
        const audio = speech.get(next, call);
        // It is awaited later, if at all: until then, an error must not count as unhandled.
        audio.catch(() => {});
        coming.push(audio);
      }
      yield { utterance, audio: await take(coming.shift()) };
    }
  } finally {
    end.abort();
  }
}
