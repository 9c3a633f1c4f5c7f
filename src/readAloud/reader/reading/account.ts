import type { AccountView } from '../../../webview/readerProtocol.ts';
import type { SpeechLanguage, Utterance } from '../../plan/utterance.ts';

/** Of no reading at all. */
export const emptyAccount: AccountView = {
  heardSeconds: 0,
  leftSeconds: 0,
  isEstimate: false,
  totalBytes: 0,
  keptBytes: 0,
  unpaidBytes: 0,
};

/** Keeps the sums up to date, so that they cost nothing to read. */
export interface AccountBook {
  /** The next utterance of the reading became known. */
  add(utterance: Utterance): void;
  /** Its audio came, and is kept from now on. */
  noteAudio(index: number, seconds: number | undefined): void;
  /** A skipped one takes no time and costs nothing. */
  noteSkip(index: number, isSkipped: boolean): void;
  /** What is kept is looked up anew: another voice may have been chosen. */
  recheck(): void;
  read(current: number): AccountView;
}

interface Entry {
  readonly utterance: Utterance;
  /** Whole milliseconds: sums of these are exact, however often they are added and taken away. */
  milliseconds: number | undefined;
  hasCome: boolean;
  isKept: boolean;
  isSkipped: boolean;
}

/** The sums over a part of a reading. */
interface Sums {
  knownMilliseconds: number;
  readonly unknownBytes: Map<SpeechLanguage | undefined, number>;
  unknownCount: number;
  unpaidBytes: number;
}

/** UTF-8 bytes of text in a second of speech: 14 English letters, 4.5 Chinese characters, … */
function usualBytesPerSecond(language: SpeechLanguage | undefined): number {
  switch (language) {
    case 'en':
      return 14;
    case 'zh':
      return 13.5;
    case 'ja':
      return 16;
    case 'ko':
      return 17;
    case 'ru':
      return 25;
    // Numbers and signs: few bytes, many words.
    case undefined:
      return 6;
  }
}

/** What is usual counts like so many seconds that were heard: one short sentence says little about a voice. */
const usualSeconds = 5;

export function createAccountBook(isKept: (utterance: Utterance) => boolean): AccountBook {
  const entries: Entry[] = [];
  const heard = createSums();
  const left = createSums();
  const learnt = new Map<SpeechLanguage | undefined, { bytes: number; seconds: number }>();
  let current = 0;
  let totalBytes = 0;
  let keptBytes = 0;
  /** So many entries were looked up. */
  let checked = 0;
  /** Before the first audio came, model and voice may not be known, and so nothing of what is kept. */
  let isCertain = false;

  function count(index: number, entry: Entry, sign: 1 | -1): void {
    const { utterance, milliseconds, isSkipped } = entry;
    const { bytes, language } = utterance;
    if (entry.isKept) keptBytes += sign * bytes;
    if (isSkipped) return;
    const sums = index < current ? heard : left;
    if (!entry.isKept) sums.unpaidBytes += sign * bytes;
    if (milliseconds !== undefined) {
      sums.knownMilliseconds += sign * milliseconds;
    } else {
      sums.unknownCount += sign;
      sums.unknownBytes.set(language, (sums.unknownBytes.get(language) ?? 0) + sign * bytes);
    }
  }

  function change(index: number, changes: Partial<Entry>): void {
    const entry = entries[index];
    if (!entry) return;
    count(index, entry, -1);
    Object.assign(entry, changes);
    count(index, entry, 1);
  }

  function moveTo(next: number): void {
    const first = Math.min(current, next);
    const moved = entries.slice(first, Math.max(current, next));
    for (const [place, entry] of moved.entries()) count(first + place, entry, -1);
    current = next;
    for (const [place, entry] of moved.entries()) count(first + place, entry, 1);
  }

  function check(): void {
    for (; checked < entries.length; checked += 1) {
      const entry = entries[checked];
      if (entry && !entry.hasCome) change(checked, { isKept: isKept(entry.utterance) });
    }
  }

  function recheck(): void {
    checked = 0;
    isCertain = false;
  }

  function secondsOf({ knownMilliseconds, unknownBytes }: Sums): number {
    let seconds = knownMilliseconds / 1000;
    for (const [language, bytes] of unknownBytes) {
      const known = learnt.get(language) ?? { bytes: 0, seconds: 0 };
      const usualBytes = usualBytesPerSecond(language) * usualSeconds;
      seconds += (bytes * (known.seconds + usualSeconds)) / (known.bytes + usualBytes);
    }
    return seconds;
  }

  return {
    add(utterance) {
      const entry: Entry = {
        utterance,
        milliseconds: undefined,
        hasCome: false,
        isKept: false,
        isSkipped: false,
      };
      totalBytes += utterance.bytes;
      entries.push(entry);
      count(entries.length - 1, entry, 1);
    },
    noteAudio(index, seconds) {
      const entry = entries[index];
      if (!entry) return;
      const { bytes, language } = entry.utterance;
      if (seconds !== undefined && entry.milliseconds === undefined) {
        const known = learnt.get(language) ?? { bytes: 0, seconds: 0 };
        learnt.set(language, { bytes: known.bytes + bytes, seconds: known.seconds + seconds });
      }
      const milliseconds = seconds === undefined ? entry.milliseconds : Math.round(seconds * 1000);
      change(index, { milliseconds, hasCome: true, isKept: true });
      if (!isCertain) checked = 0;
      isCertain = true;
    },
    noteSkip: (index, isSkipped) => change(index, { isSkipped }),
    recheck,
    read(now) {
      moveTo(now);
      check();
      return {
        heardSeconds: secondsOf(heard),
        leftSeconds: secondsOf(left),
        isEstimate: heard.unknownCount + left.unknownCount > 0,
        totalBytes,
        keptBytes,
        unpaidBytes: left.unpaidBytes,
      };
    },
  };
}

function createSums(): Sums {
  return { knownMilliseconds: 0, unknownBytes: new Map(), unknownCount: 0, unpaidBytes: 0 };
}
