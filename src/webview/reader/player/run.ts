import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import type { Piece, Place, Source } from './audioSource.ts';

/** What the player plays, from one `begin` to the next. */
export class Run {
  /** In order, from the sentence that is heard on. */
  pieces = new Map<number, Piece>();
  /** Pieces that only play alone: not for the stream. */
  alone = new Set<number>();
  /** Sentences that no piece comes for. */
  skipped = new Set<number>();
  source: Source | undefined;
  /** Where the next source is to begin; its seconds count for this very sentence alone. */
  start: Place;
  /** Index of the last sentence that was heard or waited for. */
  reached: number;
  /** Index of the next piece for a source; one behind it may come instead. */
  next: number;
  /** The source is to play out before the next one is opened. */
  isPlayingOut = false;
  /** Index of the first sentence that is not to be heard, where the reading is to go to sleep. */
  sleepBefore: number | undefined;
  /** It sleeps there, until it is told what to do. */
  isAsleep = false;
  isFeeding = false;
  isLast = false;
  isPaused: boolean;
  isBlocked = false;
  isFailed = false;
  isFinished = false;
  /** The sentence at which the output for sound failed last. */
  silencedAt: number | undefined;
  /** Since when nothing sounds, by the page's clock. */
  silentSince: number | undefined;

  constructor(start: Place, isPaused: boolean) {
    this.start = start;
    this.reached = start.index;
    this.next = start.index;
    this.isPaused = isPaused;
  }
}

/** The same run, to go on at this place with new sources: the pieces from there on are kept. */
export function renewRun(run: Run, start: Place): Run {
  const { pieces, alone, skipped, sleepBefore, isLast, isFailed, isFinished, silencedAt, silentSince } = run;
  const kept = { pieces, alone, skipped, sleepBefore, isLast, isFailed, isFinished, silencedAt, silentSince };
  return Object.assign(new Run(start, run.isPaused), kept);
}

/** The next piece for a source, if it is there. Pieces come in order, so what is left out before it never comes. */
export function nextPiece({ pieces, next }: Run): Piece | undefined {
  for (const piece of pieces.values()) if (piece.index >= next) return piece;
  return undefined;
}

/** Between its end and the event that tells of it, the element counts as sounding. */
function hasSound(audio: HTMLAudioElement): boolean {
  return audio.ended || audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
}

/** The next piece, if it is to be heard. */
export function duePiece(run: Run): Piece | undefined {
  const piece = run.isFinished ? undefined : nextPiece(run);
  return piece && piece.index < (run.sleepBefore ?? Infinity) ? piece : undefined;
}

/** What is heard, or else what is waited for. */
export function currentPlace(run: Run, audio: HTMLAudioElement): Place {
  const { source, start, sleepBefore } = run;
  if (run.isAsleep && sleepBefore !== undefined) return { index: sleepBefore, seconds: 0 };
  const isHeardOut = !hasSound(audio) && source?.isHeardOut(audio.currentTime);
  const heard = isHeardOut ? undefined : source?.placeAt(audio.currentTime);
  // After a stall, the stream's clock lags behind the sound: do not go back a sentence because of that.
  if (heard && heard.index >= run.reached) return heard;
  const index = heard ? run.reached : awaitedIndex(run);
  return { index, seconds: index === start.index ? start.seconds : 0 };
}

/** The sentence that is waited for; at the end of all, the last one. */
function awaitedIndex(run: Run): number {
  const { start, isLast, skipped } = run;
  if (isLast && !nextPiece(run)) return Math.max(start.index, run.next - 1);
  let awaited = run.next;
  while (skipped.has(awaited)) awaited += 1;
  return awaited;
}

/** Notes that this sentence is heard or waited for, and lets go of the pieces before it. */
export function reach(run: Run, index: number): void {
  run.reached = Math.max(run.reached, index);
  for (const heard of run.pieces.keys()) {
    if (heard >= index) return;
    run.pieces.delete(heard);
  }
}

/** The element is looked at more often than this while it plays, so a timer is for the rest alone. */
const soonMs = 300;
/** What was handed to the loudspeaker sounds on for a moment. Sentences begin and end with a longer silence. */
const marginMs = 10;

/**
 * Looks out for the end of what is still to be heard, where the sound of what follows is there already: whether it is
 * reached. If it soon is, `onEnd` will be called.
 */
export function createSleepWatch(audio: HTMLAudioElement, onEnd: () => void): (run: Run) => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ source, sleepBefore }) => {
    clearTimeout(timer);
    const end = sleepBefore === undefined ? undefined : source?.findStart(sleepBefore);
    if (end === undefined) return false;
    const leftMs = ((end - audio.currentTime) * 1000) / audio.playbackRate - marginMs;
    if (leftMs > 0 && leftMs < soonMs) timer = setTimeout(onEnd, leftMs);
    return leftMs <= 0;
  };
}

/** A shorter silence is the change from one source to the next, and no waiting that anyone should be told of. */
const graceMs = 250;

/** What the player does. */
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
