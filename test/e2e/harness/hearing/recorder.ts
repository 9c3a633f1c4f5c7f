import type { Frame } from 'playwright-core';
import { markCount, readMark } from '../../../relay/sound/speechMark.ts';
import type { Evaluate } from '../workbench/webviewFrames.ts';

/** The rate of the recording: the relay's own, so that nothing is resampled on the way. */
export const recordedRate = 24_000;

/** What the page's audio element played, and which sentences were marked at the time. */
export interface Recording {
  readonly samples: Float32Array;
  /** The sentences that the view marked, each with the sample at which its mark began. */
  readonly marked: readonly { readonly at: number; readonly index: number }[];
  /** When each piece of `pieceSamples` samples was played: a clock that no stutter makes wrong. */
  readonly pieceAtMs: readonly number[];
}

/** The number of samples in a piece. */
const pieceSamples = 1024;

interface Ear {
  pieces: Float32Array[];
  length: number;
  marked: { at: number; index: number }[];
  pieceAtMs: number[];
  node: ScriptProcessorNode;
}

declare global {
  interface Window {
    ear: Ear | undefined;
  }
}

/** Records all that the page's one audio element plays, from the next click or key in the page on. */
export async function startRecording(evaluate: Evaluate): Promise<void> {
  await evaluate(
    ({ sampleRate, pieceSamples }) => {
      const begin = () => {
        const audio = document.querySelector('audio');
        if (!audio || window.ear) return;
        const context = new AudioContext({ sampleRate });
        // Not a worklet: its module would need a hole in the page's content security policy.
        const node = context.createScriptProcessor(pieceSamples, 1, 1);
        const ear: Ear = { pieces: [], length: 0, marked: [], pieceAtMs: [], node };
        window.ear = ear;
        node.onaudioprocess = ({ inputBuffer }) => {
          const current = document.querySelector('[data-index][aria-current="true"]');
          const index = Number(current?.getAttribute('data-index') ?? -1);
          if (ear.marked.at(-1)?.index !== index) ear.marked.push({ at: ear.length, index });
          ear.pieceAtMs.push(performance.timeOrigin + performance.now());
          ear.pieces.push(inputBuffer.getChannelData(0).slice());
          ear.length += inputBuffer.length;
        };
        context.createMediaElementSource(audio).connect(node).connect(context.destination);
      };
      for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, begin, { capture: true });
    },
    { sampleRate: recordedRate, pieceSamples },
  );
}

/** Returns what was recorded so far, and continues with an empty recording. */
export async function takeRecording(frame: Frame): Promise<Recording> {
  const { base64, marked, pieceAtMs } = await frame.evaluate(() => {
    const { ear } = window;
    if (!ear) return { base64: [], marked: [], pieceAtMs: [] };
    const base64 = ear.pieces.map((piece) => {
      const bytes = new Uint8Array(Int16Array.from(piece, (sample) => sample * 32_767).buffer);
      return btoa(String.fromCharCode(...bytes));
    });
    const taken = { base64, marked: ear.marked, pieceAtMs: ear.pieceAtMs };
    ear.pieces = [];
    ear.length = 0;
    ear.marked = [];
    ear.pieceAtMs = [];
    return taken;
  });
  const bytes = Buffer.concat(base64.map((piece) => Buffer.from(piece, 'base64')));
  const samples = Float32Array.from(
    { length: bytes.length / 2 },
    (_, at) => bytes.readInt16LE(2 * at) / 32_767,
  );
  return { samples, marked, pieceAtMs };
}

/** One sentence in a recording, by the number that the relay marked it with. In samples. */
export interface HeardSentence {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

const windowSamples = 1200;
/** A shorter stretch is an artifact of a busy machine's stutter at the edge between two sentences. */
const leastWindows = 2;
/** A shorter stretch is no sentence at any speed, but a part that a stutter cut off. */
const leastSentenceWindows = 4;

/** The sentences of a recording in the order in which they were played; a mark heard twice is listed twice. */
export function heardSentences(samples: Float32Array, markLevel: number): readonly HeardSentence[] {
  const heard: { number: number; start: number; end: number; windows: number }[] = [];
  for (let start = 0; start + windowSamples <= samples.length; start += windowSamples / 2) {
    const end = start + windowSamples;
    const number = readMark(samples.subarray(start, end), markLevel / 3);
    const last = heard.at(-1);
    if (number === undefined) continue;
    if (last?.number === number) {
      last.end = end;
      last.windows += 1;
    } else heard.push({ number, start, end, windows: 1 });
  }
  const sentences: typeof heard = [];
  for (const stretch of heard.filter(({ windows }) => windows >= leastWindows)) {
    const last = sentences.at(-1);
    if (last?.number === stretch.number && Math.min(last.windows, stretch.windows) < leastSentenceWindows) {
      last.end = stretch.end;
      last.windows += stretch.windows;
    } else sentences.push(stretch);
  }
  return sentences;
}

/** Unwraps the numbers of marks, which start again after the highest one. */
export function unwrapMarks(numbers: readonly number[], first: number): readonly number[] {
  let before = first;
  return numbers.map((number) => {
    before = number + Math.round((before - number) / markCount) * markCount;
    return before;
  });
}

/** The lengths of silences between the first sound and the last, in seconds. */
export function silences(samples: Float32Array, leastSeconds: number): readonly number[] {
  const step = recordedRate / 500;
  const loud: number[] = [];
  for (let start = 0; start + step <= samples.length; start += step) {
    const part = samples.subarray(start, start + step);
    if (part.some((sample) => Math.abs(sample) > 0.005)) loud.push(start);
  }
  return loud
    .slice(1)
    .map((start, place) => (start - (loud[place] ?? start) - step) / recordedRate)
    .filter((seconds) => seconds >= leastSeconds);
}

/** When a sample was played, in milliseconds since the epoch. */
export function playedAtMs({ pieceAtMs }: Recording, sample: number): number {
  const piece = Math.min(pieceAtMs.length - 1, Math.floor(sample / pieceSamples));
  return (pieceAtMs[piece] ?? 0) + (1000 * (sample - piece * pieceSamples)) / recordedRate;
}

/** The first sample that can be heard. */
export function firstSound({ samples }: Recording): number | undefined {
  const found = samples.findIndex((sample) => Math.abs(sample) > 0.005);
  return found === -1 ? undefined : found;
}
