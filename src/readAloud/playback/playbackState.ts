import type { ReaderStatus, SleepAfter } from '../../protocol/readerProtocol.ts';
import type { RetryWait } from '../../relay/callOptions.ts';
import type { Utterance } from '../narration/plan/utterance.ts';

/** What a person should know while the reading goes on; one line, however often it happens. */
export type PlaybackNotice =
  /** Something could not be spoken, and was passed over. */
  | 'skipped'
  /** The relay limits the rate: less is asked for ahead, so there may be gaps. */
  | 'rateLimited'
  /** The relay can't be reached: what is on the disk is read, as far as it goes. */
  | 'offline';

/** What a reading is like now; a new object at every change. */
export interface PlaybackState {
  readonly status: ReaderStatus;
  /** Names what the player plays; a new one whenever it is told to begin or jump. Undefined when idle. */
  readonly readingId: string | undefined;
  readonly title: string;
  /**
   * Index of the utterance that is heard, or that is waited for. One behind the last one where all that was
   * written so far was heard.
   */
  readonly current: number;
  /** Into the current utterance, at speed 1. */
  readonly seconds: number;
  /** As far as planned; grows while the reading goes on. */
  readonly utterances: readonly Utterance[];
  /** Whether `utterances` is the whole text. */
  readonly isWhole: boolean;
  /** False while there is no view to play in. */
  readonly hasPlayer: boolean;
  /** Indexes of what could not be spoken or played, in order. */
  readonly skipped: readonly number[];
  readonly sleepAfter: SleepAfter;
  /** Why the reading `failed`: what the speech's source threw, an UnplayableError or a SoundOutputError. */
  readonly error?: unknown;
  /** The relay asked to wait, and the utterance that is waited for does. */
  readonly wait?: RetryWait;
  readonly notice?: PlaybackNotice;
}

/** The relay's audio could not be decoded. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}

/** The audio is good, and nothing of this computer takes its sound. */
export class SoundOutputError extends Error {
  override readonly name = 'SoundOutputError';
}
