import type { Utterance } from '../plan/utterance.ts';
import { type Fault, faultOf, mayBeOfOne } from './audioRequests.ts';
import { SoundOutputError } from './readerState.ts';
import { addSkip, firstSpoken, isOneTooMany, skipsBefore, sleepPlace } from './reading/places.ts';
import type { Reading } from './reading/reading.ts';
import type { SpokenAudio } from './speechSource.ts';

/** The one that is waited for goes alone; then so many at a time. */
const requestsAtOnce = 2;
/** After so many good answers, a relay that limited the rate is asked as far ahead as before. */
const goodAnswersNeeded = 10;

/** Asks for what is missing: never more than `lookAhead` beyond what is heard, and nothing beyond it while paused. */
export function fetchAudio(reading: Reading, lookAhead: number): void {
  const { utterances, requests, audios, skips, speech } = reading;
  const waited = firstSpoken(reading, reading.current);
  const utterance = utterances[waited];
  if (!utterance || reading.reported === 'finished') return;
  if (!audios.has(waited)) {
    if (!requests.has(waited)) requests.ask(utterance);
    return;
  }
  if (reading.isPaused) return;
  const end = Math.min(reading.deferred ?? Infinity, sleepPlace(reading) ?? Infinity, waited + lookAhead + 1);
  for (const { index } of utterances.slice(waited + 1, end)) {
    const next = utterances[index];
    if (!next || requests.count >= requestsAtOnce) return;
    if (skips.has(index) || audios.has(index) || requests.has(index)) continue;
    if (index > waited + (reading.allowedAhead ?? lookAhead) && !speech.isKept(next)) return;
    requests.ask(next);
  }
}

/** Whether it would be asked for now, if it were not yet. */
export function isWanted(reading: Reading, index: number, lookAhead: number): boolean {
  const waited = firstSpoken(reading, reading.current);
  return index === waited || (!reading.isPaused && index > waited && index <= waited + lookAhead);
}

export function takeAudio(
  reading: Reading,
  { index }: Utterance,
  { isKept, ...audio }: SpokenAudio,
  lookAhead: number,
): void {
  const { current, audios, account, deferred } = reading;
  audios.set(index, audio, { first: current, last: firstSpoken(reading, current) + lookAhead });
  account.noteAudio(index, audio.seconds);
  if (deferred !== undefined && index >= deferred) reading.deferred = undefined;
  if (isKept) return;
  reading.hasSpoken = true;
  reading.isOffline = false;
  reading.goodAnswers += 1;
  if (reading.goodAnswers >= goodAnswersNeeded) reading.allowedAhead = undefined;
}

/**
 * Skips what failed, or stops the reading there. Where its turn has not come, it gets another chance then; what the
 * listener left is asked for again by who goes back to it.
 */
export function takeFault(reading: Reading, { index }: Utterance, error: unknown): void {
  const fault = faultOf(error);
  if (fault === 'offline') reading.isOffline = true;
  if (fault === 'limited') {
    reading.allowedAhead = 0;
    reading.goodAnswers = 0;
  }
  const waited = firstSpoken(reading, reading.current);
  if (index < waited) return;
  if (isOfOne(reading, index, fault) && !isOneTooMany(reading, index)) {
    addSkip(reading, index, error);
  } else if (index > waited) {
    reading.deferred = Math.min(index, reading.deferred ?? index);
  } else {
    reading.failure = { index: mayBeOfOne(fault) ? skipsBefore(reading, index) : index, error };
  }
}

/** Whether others can be spoken where this one can't. */
function isOfOne(reading: Reading, index: number, fault: Fault): boolean {
  // Where nothing was heard yet, there is nothing to go on with: the reason is told at once.
  if (fault === 'passing') return reading.hasSpoken || index !== firstSpoken(reading, 0);
  return fault === 'text' && (reading.hasSpoken || hasKeptNeighbour(reading, index));
}

/** What is kept was spoken by the same model in the same voice, so that a refusal is not of these. */
function hasKeptNeighbour({ utterances, speech }: Reading, index: number): boolean {
  return [utterances[index - 1], utterances[index + 1]].some(
    (neighbour) => neighbour !== undefined && speech.isKept(neighbour),
  );
}

/**
 * Passes over what came but has no sound, or stops the reading at the first of too many in a row. Where the sound can't
 * get out, it stops there, and what came is kept.
 */
export function takeUnplayable(reading: Reading, utterance: Utterance, error: Error): void {
  const { index } = utterance;
  if (error instanceof SoundOutputError) {
    reading.failure ??= { index, error };
    return;
  }
  const isLast = isOneTooMany(reading, index);
  const first = skipsBefore(reading, index);
  reading.audios.delete(index);
  reading.speech.forget(utterance);
  addSkip(reading, index, error);
  if (isLast) reading.failure ??= { index: first, error };
}

/** The relay limits the rate: from now on one ahead, and at the second time none. */
export function slowDown(reading: Reading): void {
  reading.allowedAhead = reading.allowedAhead === undefined ? 1 : 0;
  reading.goodAnswers = 0;
}
