import type { Utterance, UtteranceSource } from '../../plan/utterance.ts';
import type { AudioRequests } from '../audioRequests.ts';
import { type AudioStore, createAudioStore } from '../audioStore.ts';
import type { ReaderStatus, SleepAfter } from '../readerState.ts';
import type { SpeechSource } from '../speechSource.ts';
import { type AccountBook, createAccountBook } from './account.ts';

/** So many utterances beyond the current one are planned, for the view's list; planning costs nothing. */
export const planAhead = 100;

/** One text that is read, from its start to its end. */
export interface Reading {
  readonly title: string;
  readonly source: UtteranceSource;
  readonly speech: SpeechSource;
  readonly requests: AudioRequests;
  readonly audios: AudioStore;
  readonly account: AccountBook;
  readonly utterances: Utterance[];
  isWhole: boolean;
  /** The source has no more until it calls. */
  isLater: boolean;
  unsubscribe: () => void;

  /** Why the utterance of this index is passed over. */
  readonly skips: Map<number, unknown>;
  skipped: readonly number[];
  /** The place of one of them was reached, so that people may hear of it. */
  hasPassedOver: boolean;
  /** The reading stops when it gets there. */
  failure: { readonly index: number; readonly error: unknown } | undefined;
  /** From here on nothing is asked for ahead: what failed there is asked for again when its turn comes. */
  deferred: number | undefined;
  /** How far ahead the relay may be asked at most, since it limits the rate; undefined where it doesn't. */
  allowedAhead: 0 | 1 | undefined;
  /** Since it last did. */
  goodAnswers: number;
  isOffline: boolean;
  /** The relay spoke something of this reading. */
  hasSpoken: boolean;

  id: string;
  current: number;
  seconds: number;
  /** Where the player began last. */
  begunAt: number;
  isPaused: boolean;
  /** What the player does, by its last report. */
  reported: ReaderStatus;
  sleepAfter: SleepAfter;
  /** At the end of this utterance, or of its paragraph. */
  sleepFrom: number;

  /** The player knows this reading, and only has to be told what changed. */
  isShown: boolean;
  /** How much of `utterances` it knows. */
  shownCount: number;
  isShownWhole: boolean;
  /** Index of the next utterance that it gets. */
  next: number;
  isEndSent: boolean;
  /** Where it was told to go to sleep. */
  shownSleep: number | undefined;
}

export function createReading(
  parts: Pick<Reading, 'title' | 'source' | 'speech' | 'requests'>,
  maximumBytes: number,
): Reading {
  return {
    ...parts,
    audios: createAudioStore(maximumBytes),
    account: createAccountBook((utterance) => parts.speech.isKept(utterance)),
    utterances: [],
    isWhole: false,
    isLater: false,
    unsubscribe: () => {},
    skips: new Map(),
    skipped: [],
    hasPassedOver: false,
    failure: undefined,
    deferred: undefined,
    allowedAhead: undefined,
    goodAnswers: 0,
    isOffline: false,
    hasSpoken: false,
    id: '',
    current: 0,
    seconds: 0,
    begunAt: 0,
    isPaused: false,
    reported: 'loading',
    sleepAfter: 'off',
    sleepFrom: 0,
    isShown: false,
    shownCount: 0,
    isShownWhole: false,
    next: 0,
    isEndSent: false,
    shownSleep: undefined,
  };
}

/** Plans until so many utterances are known, or as far as there are any now. */
export function planTo(reading: Reading, count: number): void {
  const { source, utterances, account } = reading;
  while (!reading.isWhole && !reading.isLater && utterances.length < count) {
    const next = source.next();
    if (next === 'later') {
      // Who never calls is asked again and again.
      reading.isLater = source.onMore !== undefined;
      return;
    }
    if (next) {
      utterances.push(next);
      account.add(next);
    } else {
      reading.isWhole = true;
      reading.unsubscribe();
    }
  }
}

/** Plans far enough ahead, by the hundred, so that the view's count does not change at every sentence. */
export function planAheadOf(reading: Reading): void {
  const { current, utterances } = reading;
  if (utterances.length <= current + planAhead) planTo(reading, current + 2 * planAhead);
}
