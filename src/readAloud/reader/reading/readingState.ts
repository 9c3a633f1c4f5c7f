import { faultOf } from '../audioRequests.ts';
import type { ReaderNotice, ReaderState, ReaderStatus } from '../readerState.ts';
import { firstSpoken } from './places.ts';
import type { Reading } from './reading.ts';

/** A shorter wait is no news. */
const shortestShownWaitMs = 2000;

export function hasFailed({ failure, current }: Reading): boolean {
  return failure !== undefined && failure.index <= current;
}

export function statusOf(reading: Reading): ReaderStatus {
  const { failure, reported, isPaused } = reading;
  // Who ended a request needs no error: the reading rests until it is told to go on.
  if (hasFailed(reading)) return faultOf(failure?.error) === 'cancelled' ? 'paused' : 'failed';
  if (reported === 'finished') return 'finished';
  if (isPaused) return 'paused';
  return reported === 'playing' || reported === 'blocked' ? reported : 'loading';
}

/** Everything was heard, but for what could not be: if that is all there was, it is no end but a failure. */
export function noteEnd(reading: Reading): void {
  const { utterances, begunAt, skips } = reading;
  const isSilent = begunAt < utterances.length && firstSpoken(reading, begunAt) >= utterances.length;
  if (isSilent) reading.failure = { index: begunAt, error: skips.get(utterances.length - 1) };
  reading.reported = 'finished';
  reading.current = Math.max(0, Math.min(reading.current, utterances.length - 1));
}

export function describeReading(reading: Reading | undefined, hasPlayer: boolean): ReaderState {
  if (!reading) {
    return {
      status: 'idle',
      readingId: undefined,
      title: '',
      current: 0,
      seconds: 0,
      utterances: [],
      isWhole: true,
      hasPlayer,
      skipped: [],
      sleepAfter: 'off',
    };
  }
  const { id, title, current, seconds, utterances, isWhole, skipped, sleepAfter, requests } = reading;
  const status = statusOf(reading);
  const wait = requests.waitOf(firstSpoken(reading, current));
  const notice = noticeOf(reading, status);
  return {
    status,
    readingId: id,
    title,
    current,
    seconds,
    utterances,
    isWhole,
    hasPlayer,
    skipped,
    sleepAfter,
    ...(status === 'failed' && { error: reading.failure?.error }),
    ...(wait && wait.delayMs >= shortestShownWaitMs && { wait }),
    ...(notice && { notice }),
  };
}

function noticeOf(
  { isOffline, allowedAhead, hasPassedOver }: Reading,
  status: ReaderStatus,
): ReaderNotice | undefined {
  // A failure says it itself.
  if (isOffline && status !== 'failed') return 'offline';
  if (allowedAhead !== undefined) return 'rateLimited';
  return hasPassedOver ? 'skipped' : undefined;
}
