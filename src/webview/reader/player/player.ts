import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import { createBlobSource, type Piece, type Place, type Source } from './audioSource.ts';
import {
  createSleepWatch,
  currentPlace,
  duePiece,
  nextPiece,
  Run,
  reach,
  readStatus,
  renewRun,
} from './run.ts';
import { canStream, openStreamSource } from './streamSource.ts';

/** The sentence that is heard, or that is waited for, and what the player does there. */
interface PlayerState extends Place {
  readonly status: ReaderStatus;
}

interface PlayerEvents {
  /** At every change of status and sentence, and now and then while it plays. */
  onState(state: PlayerState): void;
  /** A sentence's audio can't be played; the player goes on with the next. */
  onUnplayable(index: number, message: string): void;
  /** This sentence's audio is good, and its sound can't get out; the player stopped there. */
  onOutputFault(index: number, message: string): void;
  /** Someone else paused or resumed the element, such as a media key. */
  onOutsidePause(): void;
  onOutsideResume(): void;
}

/** How often to look which sentence is heard. Not an animation frame: those rest while the view is hidden. */
const tickMs = 100;
/** How often to tell how far into a sentence it is. */
const placeMs = 500;

/** Plays one reading at a time in one audio element. Needs no gesture once the element was unlocked by one. */
export function createPlayer(audio: HTMLAudioElement, events: PlayerEvents) {
  let run: Run | undefined;
  let state: PlayerState = { status: 'idle', index: 0, seconds: 0 };
  let toldAt = 0;
  let isUnlocked = false;
  /** Counts the calls of `play`, so that only the last one's outcome is heeded. */
  let attempt = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const isSleepReached = createSleepWatch(audio, update);
  /** Whoever the element is given away to. */
  let loan: AbortController | undefined;

  function update(): void {
    if (loan) return;
    if (run && !run.isPaused && !run.isAsleep && isSleepReached(run)) {
      run.isAsleep = true;
      silence();
    }
    const now = readStatus(run, audio, state.status);
    const place = run ? currentPlace(run, audio) : { index: 0, seconds: 0 };
    if (run) reach(run, place.index);
    if (now === 'playing') run?.source?.forgetHeard(audio.currentTime);
    tick(now === 'playing' || now === 'loading');
    const isNew = now !== state.status || place.index !== state.index;
    if (!isNew && (now !== 'playing' || performance.now() - toldAt < placeMs)) return;
    toldAt = performance.now();
    state = { status: now, ...place };
    events.onState(state);
  }

  function tick(isOn: boolean): void {
    if (isOn === (ticking !== undefined)) return;
    clearInterval(ticking);
    ticking = isOn ? setInterval(update, tickMs) : undefined;
  }

  /** Gives the pieces that have come to sources, in order, as far as they go now. */
  async function feed(feeding: Run): Promise<void> {
    if (feeding.isFeeding) return;
    feeding.isFeeding = true;
    while (feeding === run && !feeding.isPlayingOut && !loan) {
      const piece = duePiece(feeding);
      if (!piece) break;
      await give(feeding, piece);
    }
    feeding.isFeeding = false;
    if (feeding !== run || loan) return;
    if (feeding.isLast && !nextPiece(feeding)) finish(feeding);
    update();
  }

  async function give(feeding: Run, piece: Piece): Promise<void> {
    const source = feeding.source ?? (await openSource(feeding, piece));
    if (feeding !== run || loan) return source.close();
    feeding.source = source;
    const isFirst = source.isEmpty;
    const outcome = await source.add(piece);
    // In the meantime, another reading may have begun, or the source may have been dropped after an error.
    if (feeding !== run || feeding.source !== source) return source.close();
    if (outcome === 'taken') {
      feeding.next = piece.index + 1;
      if (isFirst) startAt(feeding, source);
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

  /** The first sound of a reading may begin in the middle of its sentence. */
  function startAt(starting: Run, source: Source): void {
    const time = starting.start.seconds > 0 ? source.findTime(starting.start) : undefined;
    if (time !== undefined) audio.currentTime = time;
    starting.start = { index: starting.start.index, seconds: 0 };
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
    const { source, isPaused, isAsleep, isFailed } = playing;
    if (playing !== run || !source || isPaused || isAsleep || isFailed) return;
    attempt += 1;
    const ownAttempt = attempt;
    const error = await audio.play().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (playing !== run || ownAttempt !== attempt) return;
    // The element's own events report every error other than a missing gesture.
    playing.isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    if (playing.isBlocked) isUnlocked = false;
    update();
  }

  function silence(): void {
    attempt += 1;
    if (!loan) audio.pause();
  }

  /** The element is empty, and nobody else's. */
  function unload(): void {
    loan?.abort();
    loan = undefined;
    attempt += 1;
    audio.pause();
    if (run) dropSource(run);
    audio.removeAttribute('src');
    audio.load();
  }

  /** Takes the element back at once. */
  function takeBack(): void {
    if (!loan) return;
    unload();
    if (run) void feed(run);
  }

  function wake(waking: Run, sleepBefore: number | undefined): void {
    const { isAsleep } = waking;
    waking.sleepBefore = sleepBefore;
    waking.isAsleep = false;
    if (isAsleep) void play(waking);
    void feed(waking);
  }

  /** Goes on at the very place, by another output if there is one; at the second time in a sentence, there is none. */
  function loseOutput(losing: Run, { message }: MediaError): void {
    const place = currentPlace(losing, audio);
    const isAgain = losing.silencedAt === place.index;
    dropSource(losing);
    run = Object.assign(renewRun(losing, place), { silencedAt: place.index, isFailed: isAgain });
    if (isAgain) events.onOutputFault(place.index, message);
    else void feed(run);
    update();
  }

  audio.addEventListener('ended', () => {
    if (!run?.source || !audio.ended) return;
    dropSource(run);
    void feed(run);
  });
  audio.addEventListener('error', () => {
    if (!run?.source || !audio.error) return;
    if (isOutputFault(audio.error)) return loseOutput(run, audio.error);
    const index = run.source.placeAt(audio.currentTime)?.index ?? run.next;
    dropSource(run);
    run.pieces.delete(index);
    run.next = index + 1;
    events.onUnplayable(index, audio.error.message);
    void feed(run);
  });
  audio.addEventListener('pause', () => {
    if (!run?.source || run.isPaused || run.isAsleep || run.isFailed) return;
    if (audio.paused && !audio.ended && !audio.error) events.onOutsidePause();
  });
  audio.addEventListener('play', () => {
    if (run?.source && run.isPaused && !audio.paused) events.onOutsideResume();
  });
  for (const type of ['playing', 'waiting', 'canplay', 'timeupdate', 'ratechange', 'seeked']) {
    audio.addEventListener(type, update);
  }

  return {
    /** Drops what played before, and waits for the audio from this place on. */
    begin(start: Place, isPaused: boolean): void {
      unload();
      run = new Run(start, isPaused);
      state = { status: 'idle', ...start };
      update();
    },
    add(piece: Piece): void {
      if (!run || piece.index < run.next) return;
      run.skipped.delete(piece.index);
      run.pieces.set(piece.index, piece);
      void feed(run);
    },
    /** No piece comes for this sentence. */
    skip(index: number): void {
      if (!run || index < run.next) return;
      run.skipped.add(index);
      update();
    },
    /** No more pieces come. */
    end(): void {
      if (!run) return;
      run.isLast = true;
      void feed(run);
    },
    pause(): void {
      if (!run) return;
      run.isPaused = true;
      run.isBlocked = false;
      silence();
      update();
    },
    resume(): void {
      if (!run) return;
      run.isPaused = false;
      if (run.isAsleep) wake(run, undefined);
      else void play(run);
      update();
    },
    /** The reading can't go on: silence, until it begins again. */
    fail(): void {
      if (!run) return;
      run.isFailed = true;
      silence();
      update();
    },
    stop(): void {
      unload();
      run = undefined;
      update();
    },
    /** To be called in every gesture: the first one lets the element play from then on. */
    unlock(): void {
      if (isUnlocked || loan || !navigator.userActivation.isActive) return;
      isUnlocked = true;
      if (!run?.source) return audio.load();
      if (!run.isPaused && !run.isFailed) return void play(run);
      // Calling `play` during a gesture unlocks the element; it is paused before anything is heard.
      audio.play().catch(() => undefined);
      silence();
    },
    /** Gives the element away for a while; the reading then goes on where it was. */
    async lend(use: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const renewed = run && (loan ? run : renewRun(run, currentPlace(run, audio)));
      unload();
      run = renewed;
      const ownLoan = new AbortController();
      loan = ownLoan;
      await use(ownLoan.signal);
      if (loan === ownLoan) takeBack();
    },
    takeBack,
    /** Pauses where this sentence would begin, and tells that it is reached; undefined goes on. For this reading alone. */
    sleepBefore(index: number | undefined): void {
      if (run && run.sleepBefore !== index) wake(run, index);
    },
  };
}

/**
 * Whether the sound could not get out, as when the output device goes away. Browsers call it an error of decoding too.
 * To decode the audio once more would prove nothing: of a sentence that is broken in its middle, the decoder for whole
 * sounds takes the first half.
 */
function isOutputFault({ message }: MediaError): boolean {
  return message.includes('AUDIO_RENDERER_ERROR');
}
