/**
 * What may be parsed again: credit in characters, which is earned with the time that passes. New text is seen at once,
 * and as what it means a few frames later: the longer the open end is, the later: a tenth of a second for a common paragraph, a second for the longest.
 */
const creditPerMs = 6;
const maximumCredit = 12_000;
/** What parsing costs besides, for however little text. */
const creditPerParse = 200;

/**
 * How long new text waits where other text was shown just now: up to the third frame of a common screen. For each bit
 * of text, however small, the browser shapes and lays out the open paragraph and all that it is in: in every frame,
 * that would cost nearly twice as much, and nobody would read it sooner.
 */
const pauseMs = 40;

/** How often text that streams in is shown, and how often it is parsed, so that a long response costs little. */
export class Pace {
  readonly #now: () => number;
  #nowMs: number;
  #lastShownMs = Number.NEGATIVE_INFINITY;
  #credit = maximumCredit;

  /** `now` tells the time in milliseconds. */
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

  /** Whether new text is to wait, since other text was shown just now. */
  get isPausing(): boolean {
    return this.#nowMs - this.#lastShownMs < pauseMs;
  }

  noteShown(): void {
    this.#lastShownMs = this.#nowMs;
  }

  /** Pays for parsing so many characters. Returns whether that can be paid, or at least be owed. */
  payForParse(length: number, canBeOwed: boolean): boolean {
    const cost = length + creditPerParse;
    if (this.#credit < (canBeOwed ? 0 : cost)) return false;
    this.#credit -= cost;
    return true;
  }
}
