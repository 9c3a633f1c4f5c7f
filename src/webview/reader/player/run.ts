import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import { type Piece, type Place, placeAt, type Source } from './audioSource.ts';

/** The state of one playback, from one `begin` to the next. */
export class Run {
  /** In order, from the current sentence on. */
  pieces = new Map<number, Piece>();
  /** Pieces that must be played alone, outside of the stream. */
  alone = new Set<number>();
  /** Sentences without audio. */
  skipped = new Set<number>();
  source: Source | undefined;
  /** Start of the next source; its seconds apply only to this sentence. */
  start: Place;
  /** Index of the last sentence that was played or awaited. */
  reached: number;
  /** Index of the next piece for a source; a later one may come instead. */
  next: number;
  /** Whether the source must play out before the next one is opened. */
  isPlayingOut = false;
  /** Index of the sentence before which the sleep timer pauses the reading. */
  sleepBefore: number | undefined;
  /** Whether the sleep timer has paused the reading. */
  isAsleep = false;
  isFeeding = false;
  isLast = false;
  isPaused: boolean;
  isBlocked = false;
  isFailed = false;
  isFinished = false;
  /** The sentence at which the sound output last failed. */
  silencedAt: number | undefined;
  /** When the sound stopped, by the page's clock. */
  silentSince: number | undefined;

  constructor(start: Place, isPaused: boolean) {
    this.start = start;
    this.reached = start.index;
    this.next = start.index;
    this.isPaused = isPaused;
  }
}

/** The same run, to continue at this position with new sources; keeps the pieces. */
export function renewRun(run: Run, start: Place): Run {
  const { pieces, alone, skipped, sleepBefore, isLast, isFailed, isFinished, silencedAt, silentSince } = run;
  const kept = { pieces, alone, skipped, sleepBefore, isLast, isFailed, isFinished, silencedAt, silentSince };
  return Object.assign(new Run(start, run.isPaused), kept);
}

/** The next piece for a source, if it has arrived. Pieces arrive in order, so skipped ones before it never do. */
export function nextPiece({ pieces, next }: Run): Piece | undefined {
  return [...pieces.values()].find(({ index }) => index >= next);
}

/** Whether the element has sound. Between its end and the `ended` event, it still counts. */
function hasSound(audio: HTMLAudioElement): boolean {
  return audio.ended || audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
}

/** The next piece, if it should be played. */
export function duePiece(run: Run): Piece | undefined {
  const piece = run.isFinished ? undefined : nextPiece(run);
  return piece && piece.index < (run.sleepBefore ?? Infinity) ? piece : undefined;
}

/** A stalled stream stops its clock up to this long before its end, although everything was heard. */
const clockLagSeconds = 0.2;

/** Whether a stall of the element means that all received audio was heard. */
function isHeardOut({ parts }: Source, { currentTime, playbackRate }: HTMLAudioElement): boolean {
  const { start = 0, end = 0 } = parts.at(-1) ?? {};
  return currentTime > Math.max(start, end - clockLagSeconds * Math.max(1, playbackRate));
}

/** The position that is playing, or else awaited. */
export function currentPlace(run: Run, audio: HTMLAudioElement): Place {
  const { source, start, sleepBefore } = run;
  if (run.isAsleep && sleepBefore !== undefined) return { index: sleepBefore, seconds: 0 };
  const isPlaying = source && (hasSound(audio) || !isHeardOut(source, audio));
  const heard = isPlaying ? placeAt(source, audio.currentTime) : undefined;
  // After a stall, the stream's clock lags behind the sound: do not go back a sentence because of that.
  if (heard && heard.index >= run.reached) return heard;
  const index = heard ? run.reached : awaitedIndex(run);
  return { index, seconds: index === start.index ? start.seconds : 0 };
}

/** The awaited sentence; at the end of the reading, the last one. */
function awaitedIndex(run: Run): number {
  const { start, isLast, skipped } = run;
  if (isLast && !nextPiece(run)) return Math.max(start.index, run.next - 1);
  let awaited = run.next;
  while (skipped.has(awaited)) awaited += 1;
  return awaited;
}

/** Records that this sentence is playing or awaited, and drops the pieces before it. */
export function reach(run: Run, index: number): void {
  run.reached = Math.max(run.reached, index);
  for (const heard of run.pieces.keys()) {
    if (heard >= index) return;
    run.pieces.delete(heard);
  }
}

/** During playback, the element is checked more often than this, so a timer is needed only for the rest. */
const soonMs = 300;
/** Buffered output plays on for a moment. Sentences begin and end with a longer silence. */
const marginMs = 10;

/**
 * Watches for the sentence before which to sleep, when its audio is already in the source. Returns whether it is
 * reached; if it soon will be, calls `onEnd` then.
 */
export function createSleepWatch(audio: HTMLAudioElement, onEnd: () => void): (run: Run) => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ source, sleepBefore }) => {
    clearTimeout(timer);
    const next = source?.parts.find(({ index }) => index >= (sleepBefore ?? Infinity));
    if (!next) return false;
    const leftMs = ((next.start - audio.currentTime) * 1000) / audio.playbackRate - marginMs;
    if (leftMs > 0 && leftMs < soonMs) timer = setTimeout(onEnd, leftMs);
    return leftMs <= 0;
  };
}

/** A shorter silence is a switch between sources and is not reported as loading. */
const graceMs = 250;

/** The status of the player. */
export function readStatus(
  run: Run | undefined,
  audio: HTMLAudioElement,
  before: ReaderStatus,
): ReaderStatus {
  if (!run) return 'idle';
  if (run.isFailed) return 'failed';
  if (run.isFinished) return 'finished';
  if (run.isPaused || run.isAsleep) return 'paused';
  if (run.isBlocked) return 'blocked';
  if (run.source && hasSound(audio) && (audio.ended || !audio.paused)) run.silentSince = undefined;
  else run.silentSince ??= performance.now();
  if (run.silentSince === undefined) return 'playing';
  return before === 'playing' && performance.now() - run.silentSince < graceMs ? 'playing' : 'loading';
}
