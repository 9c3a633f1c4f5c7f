import type { AccountView } from '../../protocol/readerProtocol.ts';
import type { SpeechLanguage, Utterance } from '../narration/plan/utterance.ts';

/** The cost of no reading. */
export const noCost: AccountView = {
  heardSeconds: 0,
  leftSeconds: 0,
  isEstimate: false,
  totalBytes: 0,
  keptBytes: 0,
  unpaidBytes: 0,
};

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
const usualBytesPerSecond: Readonly<Record<SpeechLanguage, number>> = {
  en: 14,
  zh: 13.5,
  ja: 16,
  ko: 17,
  ru: 25,
};
/** Numbers and signs: few bytes, many words. */
const bytesPerSecondOfNumbers = 6;

/** Weight of the usual rate, in seconds: one short sentence says little about a voice. */
const usualSeconds = 5;

/** The cost of a reading so far and to come. The sums are updated with each change, so that reading them is free. */
export class ReadingCost {
  readonly #isKept: (utterance: Utterance) => boolean;
  readonly #entries: Entry[] = [];
  readonly #heard = createSums();
  readonly #left = createSums();
  readonly #learnt = new Map<SpeechLanguage | undefined, { bytes: number; seconds: number }>();
  #current = 0;
  #totalBytes = 0;
  #keptBytes = 0;
  /** So many entries were looked up. */
  #checked = 0;
  /** Before the first audio came, model and voice may not be known, and so nothing of what is kept. */
  #isCertain = false;

  constructor(isKept: (utterance: Utterance) => boolean) {
    this.#isKept = isKept;
  }

  /** Adds the next utterance of the reading. */
  add(utterance: Utterance): void {
    const entry: Entry = {
      utterance,
      milliseconds: undefined,
      hasCome: false,
      isKept: false,
      isSkipped: false,
    };
    this.#totalBytes += utterance.bytes;
    this.#entries.push(entry);
    this.#count(this.#entries.length - 1, entry, 1);
  }

  /** Records that its audio arrived and is cached. */
  setAudio(index: number, seconds: number | undefined): void {
    const entry = this.#entries[index];
    if (!entry) return;
    const { bytes, language } = entry.utterance;
    if (seconds !== undefined && entry.milliseconds === undefined) {
      const known = this.#learnt.get(language) ?? { bytes: 0, seconds: 0 };
      this.#learnt.set(language, { bytes: known.bytes + bytes, seconds: known.seconds + seconds });
    }
    const milliseconds = seconds === undefined ? entry.milliseconds : Math.round(seconds * 1000);
    this.#change(index, { milliseconds, hasCome: true, isKept: true });
    if (!this.#isCertain) this.#checked = 0;
    this.#isCertain = true;
  }

  /** Records a skipped utterance, which takes no time and costs nothing. */
  setSkipped(index: number, isSkipped: boolean): void {
    this.#change(index, { isSkipped });
  }

  /** Looks up cached speech again, after another voice was selected. */
  recheck(): void {
    this.#checked = 0;
    this.#isCertain = false;
  }

  at(current: number): AccountView {
    this.#moveTo(current);
    this.#check();
    return {
      heardSeconds: this.#secondsOf(this.#heard),
      leftSeconds: this.#secondsOf(this.#left),
      isEstimate: this.#heard.unknownCount + this.#left.unknownCount > 0,
      totalBytes: this.#totalBytes,
      keptBytes: this.#keptBytes,
      unpaidBytes: this.#left.unpaidBytes,
    };
  }

  #count(index: number, entry: Entry, sign: 1 | -1): void {
    const { utterance, milliseconds, isSkipped } = entry;
    const { bytes, language } = utterance;
    if (entry.isKept) this.#keptBytes += sign * bytes;
    if (isSkipped) return;
    const sums = index < this.#current ? this.#heard : this.#left;
    if (!entry.isKept) sums.unpaidBytes += sign * bytes;
    if (milliseconds !== undefined) {
      sums.knownMilliseconds += sign * milliseconds;
    } else {
      sums.unknownCount += sign;
      sums.unknownBytes.set(language, (sums.unknownBytes.get(language) ?? 0) + sign * bytes);
    }
  }

  #change(index: number, changes: Partial<Entry>): void {
    const entry = this.#entries[index];
    if (!entry) return;
    this.#count(index, entry, -1);
    Object.assign(entry, changes);
    this.#count(index, entry, 1);
  }

  #moveTo(next: number): void {
    const first = Math.min(this.#current, next);
    const moved = this.#entries.slice(first, Math.max(this.#current, next));
    for (const [offset, entry] of moved.entries()) this.#count(first + offset, entry, -1);
    this.#current = next;
    for (const [offset, entry] of moved.entries()) this.#count(first + offset, entry, 1);
  }

  #check(): void {
    for (; this.#checked < this.#entries.length; this.#checked += 1) {
      const entry = this.#entries[this.#checked];
      if (entry && !entry.hasCome) this.#change(this.#checked, { isKept: this.#isKept(entry.utterance) });
    }
  }

  #secondsOf({ knownMilliseconds, unknownBytes }: Sums): number {
    let seconds = knownMilliseconds / 1000;
    for (const [language, bytes] of unknownBytes) {
      const known = this.#learnt.get(language) ?? { bytes: 0, seconds: 0 };
      const usualBytes = (language ? usualBytesPerSecond[language] : bytesPerSecondOfNumbers) * usualSeconds;
      seconds += (bytes * (known.seconds + usualSeconds)) / (known.bytes + usualBytes);
    }
    return seconds;
  }
}

function createSums(): Sums {
  return { knownMilliseconds: 0, unknownBytes: new Map(), unknownCount: 0, unpaidBytes: 0 };
}
