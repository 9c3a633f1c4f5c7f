import type { Utterance } from '../../plan/utterance.ts';
import { planAhead, planTo, type Reading } from './reading.ts';

/** So many utterances in a row that can't be heard, and the reading stops. */
export const longestSkip = 3;
/** Further into what is heard than this, "back" means its own start. */
const backSeconds = 3;

/** The utterance there, or the next one that is not passed over: what the listener waits for. */
export function firstSpoken({ skips }: Reading, index: number): number {
  let found = index;
  while (skips.has(found)) found += 1;
  return found;
}

/** Where the row of skipped utterances begins that ends right before `index`. */
export function skipsBefore({ skips }: Reading, index: number): number {
  let first = index;
  while (skips.has(first - 1)) first -= 1;
  return first;
}

/** Whether, with this one, too many in a row would be passed over. */
export function isOneTooMany(reading: Reading, index: number): boolean {
  return firstSpoken(reading, index + 1) - skipsBefore(reading, index) >= longestSkip;
}

export function addSkip(reading: Reading, index: number, error: unknown): void {
  reading.skips.set(index, error);
  reading.account.noteSkip(index, true);
  noteSkips(reading);
}

/** What was passed over is tried again. The player learns of it when it begins anew. */
export function forgetSkips(reading: Reading, isTriedAgain: (index: number) => boolean): void {
  for (const index of reading.skipped.filter(isTriedAgain)) {
    reading.skips.delete(index);
    reading.account.noteSkip(index, false);
    reading.isShown = false;
  }
  noteSkips(reading);
}

function noteSkips(reading: Reading): void {
  reading.skipped = [...reading.skips.keys()].sort((a, b) => a - b);
  if (reading.skipped.length === 0) reading.hasPassedOver = false;
}

/** The index at which the reading goes to sleep, where that is known. */
export function sleepPlace({ sleepAfter, sleepFrom, utterances }: Reading): number | undefined {
  if (sleepAfter === 'sentence') return sleepFrom + 1;
  if (sleepAfter !== 'paragraph') return undefined;
  const paragraph = utterances[sleepFrom]?.paragraph;
  let index = sleepFrom;
  while (utterances[index]?.paragraph === paragraph && index < utterances.length) index += 1;
  return index < utterances.length ? index : undefined;
}

/** Where a step leads, planning on as far as needed; undefined where it leads nowhere. */
export function findStep(reading: Reading, unit: 'sentence' | 'paragraph', by: 1 | -1): number | undefined {
  const { utterances, seconds, reported } = reading;
  const current = Math.min(firstSpoken(reading, reading.current), utterances.length);
  const isBegun = current < utterances.length && (seconds > backSeconds || reported === 'finished');
  if (by === -1) {
    if (isBegun && unit === 'sentence') return current;
    const start = unit === 'sentence' ? current : paragraphStart(reading, current);
    if (start < current || (isBegun && start === current)) return start;
    const before = skipsBefore(reading, start) - 1;
    if (before < 0) return start < utterances.length ? start : undefined;
    return unit === 'sentence' ? before : paragraphStart(reading, before);
  }
  const paragraph = utterances[current]?.paragraph;
  for (let index = current + 1; ; index += 1) {
    if (index >= utterances.length) planTo(reading, index + planAhead);
    const utterance = utterances[index];
    if (!utterance) return undefined;
    const fits = unit === 'sentence' || utterance.paragraph !== paragraph;
    if (fits && !reading.skips.has(index)) return index;
  }
}

/** Where the first utterance is that fits, planning on as far as needed. */
export function findUtterance(reading: Reading, fits: (utterance: Utterance) => boolean): number | undefined {
  for (let index = 0; ; index += 1) {
    planTo(reading, index + 1);
    const utterance = reading.utterances[index];
    if (!utterance) return undefined;
    if (fits(utterance)) return index;
  }
}

/** The first utterance of a paragraph that is not passed over. */
function paragraphStart(reading: Reading, index: number): number {
  const { utterances } = reading;
  let start = index;
  while (start > 0 && utterances[start - 1]?.paragraph === utterances[index]?.paragraph) start -= 1;
  return firstSpoken(reading, start);
}
