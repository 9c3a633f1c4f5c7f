/**
 * Parsing costs credit, in characters, which accrues over time. New text is visible at once, and formatted a few frames
 * later. The longer the open end, the later: a tenth of a second for a typical paragraph, a second for the longest.
 */
const creditPerMs = 6;
const maximumCredit = 12_000;
/** Fixed cost of each parse, however short the text. */
const creditPerParse = 200;

/**
 * How long new text waits after other text was shown: up to the third frame of a typical screen. For each bit of text,
 * however small, the browser shapes and lays out the open paragraph and everything that contains it: doing so in every
 * frame would cost nearly twice as much, and nobody would read it sooner.
 */
const pauseMs = 40;

/** Limits how often streaming text is shown and parsed, so that a long response costs little. */
export class Pace {
  readonly #now: () => number;
  #nowMs: number;
  #lastShownMs = Number.NEGATIVE_INFINITY;
  #credit = maximumCredit;

  /** `now` returns the time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#nowMs = now();
  }

  /** Reads the clock: once in each frame. */
  goOn(): void {
    const nowMs = this.#now();
    this.#credit = Math.min(this.#credit + (nowMs - this.#nowMs) * creditPerMs, maximumCredit);
    this.#nowMs = nowMs;
  }

  /** Whether new text must wait, because other text was just shown. */
  get isPausing(): boolean {
    return this.#nowMs - this.#lastShownMs < pauseMs;
  }

  noteShown(): void {
    this.#lastShownMs = this.#nowMs;
  }

  /** Pays for parsing this many characters. Returns whether there is enough credit, or any credit with `canBeOwed`. */
  payForParse(length: number, canBeOwed: boolean): boolean {
    const cost = length + creditPerParse;
    if (this.#credit < (canBeOwed ? 0 : cost)) return false;
    this.#credit -= cost;
    return true;
  }
}
