import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import { openSource, type Piece, type Place, placeAt, type Source } from './audioSource.ts';
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

/** The current or awaited sentence, and the status of the player. */
interface PlayerState extends Place {
  readonly status: ReaderStatus;
}

interface PlayerEvents {
  /** Called at every change of status and sentence, and regularly during playback. */
  onState(state: PlayerState): void;
  /** A sentence's audio can't be played; the player continues with the next one. */
  onUnplayable(index: number, message: string): void;
  /** The audio of this sentence is valid, but the sound output failed; the player stopped there. */
  onOutputFault(index: number, message: string): void;
  /** Someone else paused or resumed the element, such as a media key. */
  onOutsidePause(): void;
  onOutsideResume(): void;
}

/** How often to check which sentence is playing. Not an animation frame: those stop while the view is hidden. */
const tickMs = 100;
/** How often to report the position within a sentence. */
const placeMs = 500;

/** Plays one reading at a time in one audio element. Once a gesture has unlocked the element, no other is needed. */
export function createPlayer(audio: HTMLAudioElement, events: PlayerEvents) {
  let run: Run | undefined;
  let state: PlayerState = { status: 'idle', index: 0, seconds: 0 };
  let toldAt = 0;
  let isUnlocked = false;
  /** Counts the calls of `play`, so that only the result of the last one is used. */
  let attempt = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const isSleepReached = createSleepWatch(audio, update);
  /** Aborts the current use of a lent element. */
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

  /** Adds the received pieces to sources, in order, as far as possible now. */
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
    const source = feeding.source ?? (await openSource(audio, piece, feeding.alone.has(piece.index)));
    if (feeding !== run || loan) return source.close();
    feeding.source = source;
    const isFirst = source.parts.length === 0;
    const outcome = await source.add(piece);
    // In the meantime, another reading may have begun, or the source may have been dropped after an error.
    if (feeding !== run || feeding.source !== source) return source.close();
    if (outcome === 'taken') {
      feeding.next = piece.index + 1;
      if (isFirst) startAt(feeding, source);
      void play(feeding);
      return;
    }
    if (outcome === 'alone' || isFirst) feeding.alone.add(piece.index);
    if (isFirst) dropSource(feeding);
    else playOut(feeding, source);
  }

  /** Seeks to the start position: a reading may begin in the middle of a sentence. */
  function startAt(starting: Run, { parts: [first] }: Source): void {
    const { index, seconds } = starting.start;
    if (seconds > 0 && first?.index === index) audio.currentTime = Math.min(first.start + seconds, first.end);
    starting.start = { index, seconds: 0 };
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

  /** All pieces were added: the last source plays out, and then the reading is over. */
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

  /** Empties the element, and ends any loan. */
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

  /** Continues at the same position, on another output; a second failure in a sentence means that there is none. */
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
    const index = placeAt(run.source, audio.currentTime)?.index ?? run.next;
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
    /** Drops the previous audio, and waits for audio from this position on. */
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
    /** Call it if this sentence has no audio. */
    skip(index: number): void {
      if (!run || index < run.next) return;
      run.skipped.add(index);
      update();
    },
    /** Call it when no more pieces follow. */
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
    /** Stops the sound: the reading can't continue until it begins again. */
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
    /** Call it in every gesture: the first one unlocks the element. */
    unlock(): void {
      if (isUnlocked || loan || !navigator.userActivation.isActive) return;
      isUnlocked = true;
      if (!run?.source) return audio.load();
      if (!run.isPaused && !run.isFailed) return void play(run);
      // Calling `play` during a gesture unlocks the element; it is paused before anything is heard.
      audio.play().catch(() => undefined);
      silence();
    },
    /** Lends the element for a while; the reading then continues where it was. */
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
    /** Pauses where this sentence would begin, and reports it; undefined continues. Only for this reading. */
    sleepBefore(index: number | undefined): void {
      if (run && run.sleepBefore !== index) wake(run, index);
    },
  };
}

/**
 * Whether the sound output failed, for example because the device was removed. Browsers report a decoding error for
 * this, too. Decoding the audio again would prove nothing: if a sentence is damaged in the middle, the decoder for
 * whole sounds accepts its first half.
 */
function isOutputFault({ message }: MediaError): boolean {
  return message.includes('AUDIO_RENDERER_ERROR');
}
