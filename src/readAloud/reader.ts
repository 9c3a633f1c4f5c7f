import type { Logger } from '../relay/logger.ts';
import { type AudioStore, createAudioStore, type SpokenAudio } from './audioStore.ts';
import type { Utterance } from './plan.ts';
import type { ReaderPlayer } from './readerPlayer.ts';

export type ReaderStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'blocked' | 'finished' | 'failed';

/** What a reading is like now; a new object at every change. */
export interface ReaderState {
  readonly status: ReaderStatus;
  /** Names what the player plays; a new one whenever it is told to begin (again). Undefined when idle. */
  readonly readingId: string | undefined;
  readonly title: string;
  /** Index of the utterance that is heard, or that is waited for. */
  readonly current: number;
  /** As far as planned; grows while the reading goes on. */
  readonly utterances: readonly Utterance[];
  /** Whether `utterances` is the whole text. */
  readonly isWhole: boolean;
  /** False while there is no view to play in. */
  readonly hasPlayer: boolean;
  /** Why the reading `failed`: what `speak` threw, or an UnplayableError. */
  readonly error?: unknown;
}

export interface ReaderPorts {
  /** Asks the relay for speech. Every call costs the person money. */
  speak(text: string, options: { readonly signal: AbortSignal }): Promise<SpokenAudio>;
  readonly player: ReaderPlayer;
  onChange(state: ReaderState): void;
  readonly logger: Logger;
  /** How many utterances to fetch beyond the one that is heard; 1 unless given. */
  readonly lookAhead?: number;
  /** Most bytes of audio kept of one reading; 64 MB unless given. */
  readonly maximumBytes?: number;
}

/** The audio came, but the player can't play it: this many utterances in a row, and the reading fails. */
export const maximumUnplayable = 3;

/** The relay's audio could not be decoded. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}

/** One reading at a time. Commands of the person come in, and what the player tells. */
export interface Reader {
  readonly state: ReaderState;
  /** Begins a reading in place of the one before. False when there is nothing to pronounce; then nothing changes. */
  start(reading: { readonly title: string; readonly utterances: Iterable<Utterance> }): boolean;
  pause(): void;
  /** Goes on; after `failed` tries again; after `finished` begins anew with the audio in memory. */
  resume(): void;
  /** Goes on at the utterance that failed. Audio in memory is not asked for again. */
  retry(): void;
  /** Ends the reading at once: requests are aborted, later answers dropped. */
  stop(): void;

  /** The view is there, or there anew: a reading begins again where it was. */
  playerReady(): void;
  /** The view went away: the reading is paused, its place kept. */
  playerGone(): void;
  playerState(report: {
    readonly readingId: string;
    readonly status: ReaderStatus;
    readonly index: number;
  }): void;
  playerUnplayable(report: {
    readonly readingId: string;
    readonly index: number;
    readonly message: string;
  }): void;
}

/** So many utterances beyond the current one are planned, for the view's list; planning costs nothing. */
const planAhead = 100;

interface Reading {
  readonly title: string;
  readonly source: Iterator<Utterance>;
  readonly utterances: Utterance[];
  isWhole: boolean;
  readonly audios: AudioStore;
  readonly abort: AbortController;
  isFetching: boolean;
  failure: { readonly index: number; readonly error: unknown } | undefined;
  id: string;
  current: number;
  isPaused: boolean;
  /** What the player does, by its last report. */
  reported: ReaderStatus;
  /** Index of the next audio that the player gets. */
  next: number;
  isEndSent: boolean;
  /** The last utterances that the player could not play, one right behind the other. */
  unplayable: number[];
  /** What the player said of the last of them. */
  unplayableReason: string;
}

export function createReader(ports: ReaderPorts): Reader {
  const { player, logger, lookAhead = 1, maximumBytes = 64 * 1024 * 1024 } = ports;
  let reading: Reading | undefined;
  let hasPlayer = false;
  let readingCount = 0;
  let state = describe();

  function describe(): ReaderState {
    const { id, title = '', current = 0, utterances = [], isWhole = true } = reading ?? {};
    const status = reading ? statusOf(reading) : 'idle';
    const error = status === 'failed' ? reading?.failure?.error : undefined;
    return { status, readingId: id, title, current, utterances, isWhole, hasPlayer, error };
  }

  function announce(): void {
    state = describe();
    ports.onChange(state);
  }

  /** Plans far enough ahead, by the hundred, so that the view's count does not change at every sentence. */
  function planMore(reading: Reading): Utterance[] {
    const { utterances, source, current } = reading;
    const known = utterances.length;
    const wanted = known <= current + planAhead ? current + 2 * planAhead : known;
    while (!reading.isWhole && utterances.length < wanted) {
      const { done, value } = source.next();
      if (done) reading.isWhole = true;
      else utterances.push(value);
    }
    return utterances.slice(known);
  }

  /** Gives the player what is due, and asks for what is missing: never more than `lookAhead` beyond what is heard. */
  function pump(reading: Reading): void {
    const wasWhole = reading.isWhole;
    const more = planMore(reading);
    const { id: readingId, utterances } = reading;
    if (hasPlayer && (more.length > 0 || reading.isWhole !== wasWhole)) {
      player.sentences({ readingId, sentences: more, isWhole: reading.isWhole });
    }
    const last = Math.min(reading.current + lookAhead, utterances.length - 1);
    for (; hasPlayer && reading.next <= last; reading.next += 1) {
      const audio = reading.audios.get(reading.next);
      if (!audio) break;
      player.audio({ readingId, index: reading.next, ...audio });
    }
    if (hasPlayer && reading.isWhole && reading.next === utterances.length && !reading.isEndSent) {
      reading.isEndSent = true;
      player.audioEnd(readingId);
    }
    if (reading.isFetching || reading.failure) return;
    for (let index = reading.next; index <= last; index += 1) {
      const utterance = utterances[index];
      if (utterance && !reading.audios.has(index)) return void fetchAudio(reading, utterance);
    }
  }

  /** One request at a time: the next sentence must not slow down the one that is waited for. */
  async function fetchAudio(fetching: Reading, { index, text }: Utterance): Promise<void> {
    fetching.isFetching = true;
    try {
      const audio = await ports.speak(text, { signal: fetching.abort.signal });
      fetching.audios.set(index, audio, fetching.current);
    } catch (error) {
      fetching.failure = { index, error };
    }
    fetching.isFetching = false;
    if (fetching !== reading) return;
    if (fetching.failure)
      logger.warn(`Reading aloud: sentence ${index + 1} failed: ${String(fetching.failure.error)}`);
    pump(fetching);
    announce();
  }

  /** Has the player begin at an utterance, with nothing of what it had before. */
  function beginAt(reading: Reading, current: number): void {
    readingCount += 1;
    reading.id = `reading-${readingCount}`;
    reading.current = current;
    reading.next = current;
    reading.reported = 'loading';
    reading.isEndSent = false;
    reading.unplayable = [];
    planMore(reading);
    const { id: readingId, title, utterances, isWhole, isPaused } = reading;
    if (hasPlayer)
      player.begin({ readingId, title, sentences: utterances, isWhole, current, paused: isPaused });
    pump(reading);
    announce();
  }

  /** The reading stops at the first of the sentences that could not be played, whose place is kept. */
  function failUnplayable(failing: Reading): void {
    const [first = failing.current] = failing.unplayable;
    failing.failure = { index: first, error: new UnplayableError(failing.unplayableReason) };
    failing.current = first;
  }

  function stop(): void {
    if (!reading) return;
    reading.abort.abort();
    reading = undefined;
    if (hasPlayer) player.stop();
    announce();
  }

  function retry(): void {
    if (!reading?.failure) return;
    reading.failure = undefined;
    reading.isPaused = false;
    beginAt(reading, reading.current);
  }

  return {
    get state() {
      return state;
    },

    start({ title, utterances }) {
      const source = utterances[Symbol.iterator]();
      const first = source.next();
      if (first.done) return false;
      reading?.abort.abort();
      reading = {
        title,
        source,
        utterances: [first.value],
        isWhole: false,
        audios: createAudioStore(maximumBytes),
        abort: new AbortController(),
        isFetching: false,
        failure: undefined,
        id: '',
        current: 0,
        isPaused: false,
        reported: 'loading',
        next: 0,
        isEndSent: false,
        unplayable: [],
        unplayableReason: '',
      };
      beginAt(reading, 0);
      return true;
    },

    pause() {
      if (!reading || reading.isPaused || state.status === 'finished' || state.status === 'failed') return;
      reading.isPaused = true;
      if (hasPlayer) player.pause(reading.id);
      announce();
    },

    resume() {
      if (!reading) return;
      if (state.status === 'failed') return retry();
      reading.isPaused = false;
      if (state.status === 'finished') return beginAt(reading, 0);
      if (hasPlayer) player.resume(reading.id);
      announce();
    },

    retry,
    stop,

    playerReady() {
      hasPlayer = true;
      if (reading && state.status !== 'finished') beginAt(reading, reading.current);
      else if (reading) stop();
      else announce();
    },

    playerGone() {
      hasPlayer = false;
      if (reading && state.status !== 'finished') {
        reading.isPaused = true;
        reading.next = reading.current;
      }
      announce();
    },

    playerState({ readingId, status, index }) {
      if (!reading || reading.id !== readingId || !reading.utterances[index]) return;
      // A failed reading keeps its place, whatever the player does until it is told.
      if (state.status === 'failed') return;
      reading.reported = status;
      reading.current = index;
      // Silence at the end is no end: what was not heard must not pass for read.
      if (status === 'finished' && reading.unplayable.at(-1) === reading.utterances.length - 1)
        failUnplayable(reading);
      pump(reading);
      announce();
    },

    playerUnplayable({ readingId, index, message }) {
      if (!reading || reading.id !== readingId) return;
      logger.warn(`Reading aloud: the audio of sentence ${index + 1} can't be played: ${message}`);
      reading.audios.delete(index);
      if (reading.unplayable.at(-1) !== index - 1) reading.unplayable = [];
      reading.unplayable.push(index);
      reading.unplayableReason = message;
      if (reading.unplayable.length < maximumUnplayable) return;
      failUnplayable(reading);
      announce();
    },
  };
}

function statusOf({ failure, current, reported, isPaused }: Reading): ReaderStatus {
  if (failure && failure.index <= current) return 'failed';
  if (reported === 'finished') return 'finished';
  if (isPaused) return 'paused';
  return reported === 'playing' || reported === 'blocked' ? reported : 'loading';
}
