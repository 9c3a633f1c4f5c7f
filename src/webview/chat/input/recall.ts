/** Goes through the prompts of this conversation, oldest first, from an input that is empty or shows one of them. */
export class PromptRecall {
  /** Place of the one that was called back. */
  #place: number | undefined;

  /** The text to show for a step back or on; undefined where the key has its own meaning. */
  step(prompts: readonly string[], current: string, step: -1 | 1): string | undefined {
    if (current !== '' && this.#place === undefined) return undefined;
    const place = (this.#place ?? prompts.length) + step;
    if (place < 0 || (this.#place === undefined && step === 1)) return undefined;
    this.#place = place < prompts.length ? place : undefined;
    return prompts[place] ?? '';
  }

  /** What is in the input now: a text that was changed is the person's own. */
  note(prompts: readonly string[], current: string): void {
    if (current !== prompts[this.#place ?? -1]) this.#place = undefined;
  }
}
