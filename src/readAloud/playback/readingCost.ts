import type { AccountView } from '../../protocol/readerProtocol.ts';
import type { Utterance } from '../narration/plan/utterance.ts';

/** The cost of no reading. */
export const noCost: AccountView = {
  heardSeconds: 0,
  leftSeconds: 0,
  isEstimate: false,
  totalBytes: 0,
  keptBytes: 0,
  unpaidBytes: 0,
};

/** The planned part of a reading. */
interface ReadingSoFar {
  readonly utterances: readonly Utterance[];
  /** Index of the current utterance. */
  readonly current: number;
  /** Skipped utterances take no time and cost nothing. */
  isSkipped(index: number): boolean;
  /** Duration of the received audio by index; undefined if its bytes don't tell. */
  readonly seconds: ReadonlyMap<number, number | undefined>;
  /** Whether the audio is cached. Before model and voice are known, nothing is. */
  isKept(utterance: Utterance): boolean;
}

/** UTF-8 bytes of text in a second of speech, in English and Chinese alike. */
export const usualBytesPerSecond = 14;

/** Weight of the usual rate, in seconds: one short sentence says little about a voice. */
const usualSeconds = 5;

/** The cost of a reading so far and to come. */
export function accountOf({ utterances, current, isSkipped, seconds, isKept }: ReadingSoFar): AccountView {
  const pace = paceOf(utterances, seconds);
  let [heardSeconds, leftSeconds] = [0, 0];
  let isEstimate = false;
  let [totalBytes, keptBytes, unpaidBytes] = [0, 0, 0];
  for (const [index, utterance] of utterances.entries()) {
    const { bytes } = utterance;
    const isPaid = seconds.has(index) || isKept(utterance);
    totalBytes += bytes;
    if (isPaid) keptBytes += bytes;
    if (isSkipped(index)) continue;
    const known = seconds.get(index);
    const lasts = known ?? (bytes / usualBytesPerSecond) * pace;
    isEstimate ||= known === undefined;
    if (index < current) heardSeconds += lasts;
    else {
      leftSeconds += lasts;
      if (!isPaid) unpaidBytes += bytes;
    }
  }
  return {
    heardSeconds: toMilliseconds(heardSeconds),
    leftSeconds: toMilliseconds(leftSeconds),
    isEstimate,
    totalBytes,
    keptBytes,
    unpaidBytes,
  };
}

/** Drops the rounding error of a sum: otherwise, five seconds could be shown as six. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** How slow this voice is, compared to the usual rate: the more it has spoken, the more that counts. */
function paceOf(utterances: readonly Utterance[], seconds: ReadingSoFar['seconds']): number {
  let [spoken, usual] = [usualSeconds, usualSeconds];
  for (const [index, known] of seconds) {
    const utterance = utterances[index];
    if (!utterance || known === undefined) continue;
    spoken += known;
    usual += utterance.bytes / usualBytesPerSecond;
  }
  return spoken / usual;
}
