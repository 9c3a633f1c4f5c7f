import type { AccountView } from '../../protocol/readerProtocol.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import type { SpeechSource } from '../speech/speechSource.ts';
import type { UtteranceList } from './utteranceList.ts';

/** The cost of no reading. */
export const noCost: AccountView = {
  heardSeconds: 0,
  leftSeconds: 0,
  totalBytes: 0,
  keptBytes: 0,
  unpaidBytes: 0,
};

/** UTF-8 bytes of text in a second of speech, in English and Chinese alike. */
export const usualBytesPerSecond = 14;

/** Weight of the usual rate, in seconds: one short sentence says little about a voice. */
const usualSeconds = 5;

/** The duration of received audio by index of its utterance; undefined if its bytes don't tell. */
type KnownSeconds = ReadonlyMap<number, number | undefined>;

/** The cost of the planned part of a reading. Skipped utterances take no time and cost nothing. */
export function accountOf(
  utterances: UtteranceList,
  speech: Pick<SpeechSource, 'isKept'>,
  current: number,
  seconds: KnownSeconds,
): AccountView {
  const { items } = utterances;
  const pace = paceOf(items, seconds);
  let [heardSeconds, leftSeconds] = [0, 0];
  let [totalBytes, keptBytes, unpaidBytes] = [0, 0, 0];
  for (const [index, utterance] of items.entries()) {
    const { bytes } = utterance;
    const isPaid = seconds.has(index) || speech.isKept(utterance);
    totalBytes += bytes;
    if (isPaid) keptBytes += bytes;
    if (utterances.isSkipped(index)) continue;
    const lasts = seconds.get(index) ?? (bytes / usualBytesPerSecond) * pace;
    if (index < current) heardSeconds += lasts;
    else {
      leftSeconds += lasts;
      if (!isPaid) unpaidBytes += bytes;
    }
  }
  return {
    heardSeconds: toMilliseconds(heardSeconds),
    leftSeconds: toMilliseconds(leftSeconds),
    totalBytes,
    keptBytes,
    unpaidBytes,
  };
}

/** Drops the rounding error of a sum: otherwise, five seconds could be shown as ten. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** How slow this voice is, compared to the usual rate: the more it has spoken, the more that counts. */
function paceOf(utterances: readonly Utterance[], seconds: KnownSeconds): number {
  let [spoken, usual] = [usualSeconds, usualSeconds];
  for (const [index, known] of seconds) {
    const utterance = utterances[index];
    if (!utterance || known === undefined) continue;
    spoken += known;
    usual += utterance.bytes / usualBytesPerSecond;
  }
  return spoken / usual;
}
