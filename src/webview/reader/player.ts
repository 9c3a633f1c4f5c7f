import type { ReaderStatus } from '../protocol.ts';
import { createBlobSource, type Piece, type Source } from './source.ts';
import { canStream, openStreamSource } from './streamSource.ts';

export interface PlayerState {
  readonly status: ReaderStatus;
  /** The sentence that is heard, or that is waited for. */
  readonly index: number;
}

export interface PlayerEvents {
  onState(state: PlayerState): void;
  /** A sentence's audio can't be played; the player goes on with the next. */
  onUnplayable(index: number, message: string): void;
  /** Someone else paused or resumed the element, such as a media key. */
  onOutsidePause(): void;
  onOutsideResume(): void;
}

/** Plays one reading at a time in one audio element. Needs no gesture once the element was unlocked by one. */
export interface Player {
  readonly state: PlayerState;
  /** Drops what played before, and waits for the audio from `index` on. */
  begin(index: number, isPaused: boolean): void;
  add(piece: Piece): void;
  /** No more pieces come. */
  end(): void;
  pause(): void;
  resume(): void;
  /** The reading can't go on: silence, until it begins again. */
  fail(): void;
  stop(): void;
  /** To be called in every gesture: the first one lets the element play from then on. */
  unlock(): void;
}

/** One reading, from `begin` on. */
interface Run {
  readonly pieces: Map<number, Piece>;
  /** Pieces that only play alone: not for the stream. */
  readonly alone: Set<number>;
  source: Source | undefined;
  /** Index of the sentence that it began with. */
  readonly first: number;
  /** Index of the next piece for a source. */
  next: number;
  /** The source is to play out before the next one is opened. */
  isPlayingOut: boolean;
  isFeeding: boolean;
  isLast: boolean;
  isPaused: boolean;
  isBlocked: boolean;
  isFailed: boolean;
  isFinished: boolean;
}

/** How often to look which sentence is heard. Not an animation frame: those rest while the view is hidden. */
const tickMs = 100;
/** A shorter silence is the change from one source to the next, and no waiting that anyone should be told of. */
const graceMs = 250;

export function createPlayer(audio: HTMLAudioElement, events: PlayerEvents): Player {
  let run: Run | undefined;
  let state: PlayerState = { status: 'idle', index: 0 };
  let isUnlocked = false;
  /** Counts the calls of `play`, so that only the last one's outcome is heeded. */
  let attempt = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let silentSince: number | undefined;

  function update(): void {
    const status = currentStatus();
    const index = run ? currentIndex(run) : 0;
    for (const heard of run?.pieces.keys() ?? []) if (heard < index) run?.pieces.delete(heard);
    tick(status === 'playing' || status === 'loading');
    if (status === state.status && index === state.index) return;
    state = { status, index };
    events.onState(state);
  }

  function tick(isOn: boolean): void {
    if (isOn === (ticking !== undefined)) return;
    clearInterval(ticking);
    ticking = isOn ? setInterval(update, tickMs) : undefined;
  }

  function currentStatus(): ReaderStatus {
    if (!run) return 'idle';
    if (run.isFailed) return 'failed';
    if (run.isFinished) return 'finished';
    if (run.isPaused) return 'paused';
    if (run.isBlocked) return 'blocked';
    if (run.source && hasSound() && (audio.ended || !audio.paused)) silentSince = undefined;
    else silentSince ??= performance.now();
    if (silentSince === undefined) return 'playing';
    return state.status === 'playing' && performance.now() - silentSince < graceMs ? 'playing' : 'loading';
  }

  /** Between its end and the event that tells of it, the element counts as sounding. */
  function hasSound(): boolean {
    return audio.ended || audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  function currentIndex({ source, first, next, isLast, pieces }: Run): number {
    const awaited = isLast && !pieces.has(next) ? Math.max(first, next - 1) : next;
    if (!source || (!hasSound() && source.isHeardOut(audio.currentTime))) return awaited;
    return source.indexAt(audio.currentTime) ?? awaited;
  }

  /** Gives the pieces that have come to sources, in order, as far as they go now. */
  async function feed(feeding: Run): Promise<void> {
    if (feeding.isFeeding) return;
    feeding.isFeeding = true;
    while (feeding === run && !feeding.isPlayingOut) {
      const piece = feeding.pieces.get(feeding.next);
      if (!piece) break;
      await give(feeding, piece);
    }
    feeding.isFeeding = false;
    if (feeding !== run) return;
    if (feeding.isLast && !feeding.pieces.has(feeding.next)) finish(feeding);
    update();
  }

  async function give(feeding: Run, piece: Piece): Promise<void> {
    feeding.source ??= await openSource(feeding, piece);
    const { source } = feeding;
    const outcome = await source.add(piece);
    // Meanwhile another reading may have begun, or the element may have failed and the source been dropped.
    if (feeding !== run || feeding.source !== source) return source.close();
    if (outcome === 'taken') {
      feeding.next = piece.index + 1;
      void play(feeding);
      return;
    }
    if (outcome === 'alone' || source.isEmpty) feeding.alone.add(piece.index);
    if (source.isEmpty) dropSource(feeding);
    else playOut(feeding, source);
  }

  async function openSource(feeding: Run, { index, format }: Piece): Promise<Source> {
    const isStreamed = format === 'mp3' && canStream() && !feeding.alone.has(index);
    return isStreamed ? openStreamSource(audio) : createBlobSource(audio);
  }

  function playOut(playing: Run, source: Source): void {
    playing.isPlayingOut = true;
    source.end();
  }

  function dropSource(dropping: Run): void {
    dropping.source?.close();
    dropping.source = undefined;
    dropping.isPlayingOut = false;
  }

  /** All pieces were given away: the last source plays out, and then the reading is over. */
  function finish(finishing: Run): void {
    if (finishing.source) playOut(finishing, finishing.source);
    else finishing.isFinished = true;
  }

  async function play(playing: Run): Promise<void> {
    if (playing !== run || !playing.source || playing.isPaused || playing.isFailed) return;
    attempt += 1;
    const ownAttempt = attempt;
    const error = await audio.play().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (playing !== run || ownAttempt !== attempt) return;
    // Anything else than a missing gesture shows in the element's own events.
    playing.isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    if (playing.isBlocked) isUnlocked = false;
    update();
  }

  function silence(): void {
    attempt += 1;
    audio.pause();
  }

  function unload(): void {
    silence();
    if (run) dropSource(run);
    audio.removeAttribute('src');
    audio.load();
  }

  audio.addEventListener('ended', () => {
    if (!run?.source || !audio.ended) return;
    dropSource(run);
    void feed(run);
  });
  audio.addEventListener('error', () => {
    if (!run?.source || !audio.error) return;
    const index = run.source.indexAt(audio.currentTime) ?? run.next;
    dropSource(run);
    run.pieces.delete(index);
    run.next = index + 1;
    events.onUnplayable(index, audio.error.message);
    void feed(run);
  });
  audio.addEventListener('pause', () => {
    if (run?.source && !run.isPaused && !run.isFailed && audio.paused && !audio.ended && !audio.error) {
      events.onOutsidePause();
    }
  });
  audio.addEventListener('play', () => {
    if (run?.isPaused && !audio.paused) events.onOutsideResume();
  });
  for (const type of ['playing', 'waiting', 'canplay', 'timeupdate', 'seeked']) {
    audio.addEventListener(type, update);
  }

  return {
    get state() {
      return state;
    },
    begin(index, isPaused) {
      unload();
      run = {
        pieces: new Map(),
        alone: new Set(),
        source: undefined,
        first: index,
        next: index,
        isPlayingOut: false,
        isFeeding: false,
        isLast: false,
        isPaused,
        isBlocked: false,
        isFailed: false,
        isFinished: false,
      };
      state = { status: 'idle', index };
      update();
    },
    add(piece) {
      if (!run || piece.index < run.next) return;
      run.pieces.set(piece.index, piece);
      void feed(run);
    },
    end() {
      if (!run) return;
      run.isLast = true;
      void feed(run);
    },
    pause() {
      if (!run) return;
      run.isPaused = true;
      run.isBlocked = false;
      silence();
      update();
    },
    resume() {
      if (!run) return;
      run.isPaused = false;
      void play(run);
      update();
    },
    fail() {
      if (!run) return;
      run.isFailed = true;
      silence();
      update();
    },
    stop() {
      unload();
      run = undefined;
      update();
    },
    unlock() {
      if (isUnlocked || !navigator.userActivation.isActive) return;
      isUnlocked = true;
      if (!run?.source) return audio.load();
      if (!run.isPaused && !run.isFailed) return void play(run);
      // Playing in a gesture is what unlocks; the pause comes before anything is heard.
      audio.play().catch(() => undefined);
      silence();
    },
  };
}
