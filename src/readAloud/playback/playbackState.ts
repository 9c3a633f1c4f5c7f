import type { ReaderStatus, SleepAfter } from '../../protocol/readerProtocol.ts';
import type { RetryWait } from '../../relay/callOptions.ts';
import type { Utterance } from '../narration/plan/utterance.ts';

/** A notice during a reading: one line, however often its cause occurs. */
export type PlaybackNotice =
  /** Some sentences could not be synthesized and were skipped. */
  | 'skipped'
  /** The relay limits the rate: prefetching is reduced, so there may be gaps. */
  | 'rateLimited'
  /** The relay can't be reached: only cached speech is played. */
  | 'offline';

/** The state of a reading; a new object at every change. */
export interface PlaybackState {
  readonly status: ReaderStatus;
  /** Id of what the player plays; a new one at every start or jump. Undefined when idle. */
  readonly readingId: string | undefined;
  readonly title: string;
  /**
   * Index of the utterance that is playing or awaited. One past the last one if everything streamed so far was heard.
   */
  readonly current: number;
  /** Position in the current utterance, at speed 1. */
  readonly seconds: number;
  /** The utterances planned so far; more are added during the reading. */
  readonly utterances: readonly Utterance[];
  /** Whether `utterances` is the whole text. */
  readonly isWhole: boolean;
  /** Whether the view, which plays the sound, exists. */
  readonly hasPlayer: boolean;
  /** Indexes of utterances that could not be synthesized or played, in order. */
  readonly skipped: readonly number[];
  readonly sleepAfter: SleepAfter;
  /** Why the reading `failed`: an error of the speech source, an UnplayableError or a SoundOutputError. */
  readonly error?: unknown;
  /** The wait before a retry of the current utterance, if any. */
  readonly wait?: RetryWait;
  readonly notice?: PlaybackNotice;
}

/** The relay's audio could not be decoded. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}

/** The audio is valid, but this computer's sound output failed. */
export class SoundOutputError extends Error {
  override readonly name = 'SoundOutputError';
}
