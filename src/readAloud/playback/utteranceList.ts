import type { Utterance, UtteranceSource } from '../narration/plan/utterance.ts';
import { longestSkip } from './speechRetry.ts';

/** Number of utterances that are planned ahead for the view's list; planning is free. */
const planAhead = 100;

/** The utterances of one reading as far as they are planned, and which of them are skipped, and why. */
export class UtteranceList {
  readonly #source: UtteranceSource;
  readonly #items: Utterance[] = [];
  readonly #skips = new Map<number, unknown>();
  #isWhole = false;
  /** The source has no more utterances until it calls back. */
  #isLater = false;
  #unsubscribe: (() => void) | undefined;

  constructor(source: UtteranceSource) {
    this.#source = source;
  }

  get items(): readonly Utterance[] {
    return this.#items;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Whether `items` has the whole text. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Indexes of skipped utterances, in order. */
  get skipped(): readonly number[] {
    return [...this.#skips.keys()].sort((one, other) => one - other);
  }

  /** Calls the listener when a streaming text has more, until `close`. */
  follow(onMore: () => void): void {
    this.#unsubscribe = this.#source.onMore?.(() => {
      this.#isLater = false;
      onMore();
    });
  }

  close(): void {
    this.#unsubscribe?.();
  }

  /** Plans until this many utterances are known, or as far as there are any now. */
  planTo(count: number): void {
    while (!this.#isWhole && !this.#isLater && this.#items.length < count) {
      const next = this.#source.next();
      if (next === 'later') {
        // A source without `onMore` is polled, because it never reports more text.
        this.#isLater = this.#source.onMore !== undefined;
        return;
      }
      if (next) this.#items.push(next);
      else {
        this.#isWhole = true;
        this.close();
      }
    }
  }

  /** Plans far enough ahead, by the hundred, so that the view's count does not change at every sentence. */
  planAheadOf(current: number): void {
    if (this.#items.length <= current + planAhead) this.planTo(current + 2 * planAhead);
  }

  isSkipped(index: number): boolean {
    return this.#skips.has(index);
  }

  /** Why the utterance is skipped. */
  skipReason(index: number): unknown {
    return this.#skips.get(index);
  }

  /** The utterance at this index, or the next one that is not skipped. */
  firstHeard(index: number): number {
    let found = index;
    while (this.#skips.has(found)) found += 1;
    return found;
  }

  /** Start of the run of skipped utterances that ends right before `index`. */
  skipsBefore(index: number): number {
    let first = index;
    while (this.#skips.has(first - 1)) first -= 1;
    return first;
  }

  /** Whether, with this one, too many in a row would be skipped. */
  isOneTooMany(index: number): boolean {
    return this.firstHeard(index + 1) - this.skipsBefore(index) >= longestSkip;
  }

  skip(index: number, error: unknown): void {
    this.#skips.set(index, error);
  }

  /** Clears skips, so that the utterances are tried again. Returns whether there were any. */
  forgetSkips(isTriedAgain: (index: number) => boolean): boolean {
    const forgotten = this.skipped.filter(isTriedAgain);
    for (const index of forgotten) this.#skips.delete(index);
    return forgotten.length > 0;
  }

  /** The first utterance that fits, planning on as far as needed. */
  find(fits: (utterance: Utterance) => boolean): number | undefined {
    for (let index = 0; ; index += 1) {
      this.planTo(index + 1);
      const utterance = this.#items[index];
      if (!utterance) return undefined;
      if (fits(utterance)) return index;
    }
  }

  /** The next utterance that is not skipped, or that of the next paragraph, planning on as far as needed. */
  next(unit: 'sentence' | 'paragraph', from: number): number | undefined {
    const paragraph = this.#items[from]?.paragraph;
    for (let index = from + 1; ; index += 1) {
      if (index >= this.#items.length) this.planTo(index + planAhead);
      const utterance = this.#items[index];
      if (!utterance) return undefined;
      const fits = unit === 'sentence' || utterance.paragraph !== paragraph;
      if (fits && !this.#skips.has(index)) return index;
    }
  }

  /** The target of a step back, if any: first the start of the current unit, if that has begun. */
  before(unit: 'sentence' | 'paragraph', from: number, isBegun: boolean): number | undefined {
    if (isBegun && unit === 'sentence') return from;
    const start = unit === 'sentence' ? from : this.#paragraphStart(from);
    if (start < from || (isBegun && start === from)) return start;
    const before = this.skipsBefore(start) - 1;
    if (before < 0) return start < this.#items.length ? start : undefined;
    return unit === 'sentence' ? before : this.#paragraphStart(before);
  }

  /** The first utterance of a paragraph that is not skipped. */
  #paragraphStart(index: number): number {
    let start = index;
    while (start > 0 && this.#items[start - 1]?.paragraph === this.#items[index]?.paragraph) start -= 1;
    return this.firstHeard(start);
  }

  /** Where the next paragraph begins, if that is known. */
  paragraphEnd(index: number): number | undefined {
    let end = index;
    while (end < this.#items.length && this.#items[end]?.paragraph === this.#items[index]?.paragraph)
      end += 1;
    return end < this.#items.length ? end : undefined;
  }
}
