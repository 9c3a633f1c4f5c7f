/** Until one turn was measured. */
const firstGuess = 240;

/** How tall the turns are, as far as they were on the screen; the others are taken for average. */
export class TurnHeights {
  readonly #known = new Map<number, number>();
  #sum = 0;
  #guess = firstGuess;

  /** Whether there is more than a guess. */
  get isKnown(): boolean {
    return this.#known.size > 0;
  }

  note(place: number, height: number): void {
    this.#sum += height - (this.#known.get(place) ?? 0);
    this.#known.set(place, height);
  }

  /** Height of all turns from one place up to another, that one not included. */
  between(from: number, to: number): number {
    let [sum, count] = [0, 0];
    for (const [place, height] of this.#known) {
      if (place < from || place >= to) continue;
      sum += height;
      count += 1;
    }
    return Math.round(sum + (to - from - count) * this.#average);
  }

  /** What was measured no longer holds, as after the view became wider; on average it is still the best guess. */
  forget(): void {
    this.#guess = this.#average;
    this.#known.clear();
    this.#sum = 0;
  }

  get #average(): number {
    return this.#known.size === 0 ? this.#guess : this.#sum / this.#known.size;
  }
}
