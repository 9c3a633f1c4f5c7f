/** Replaces a range of the input as if typed, so that Undo reverts it. */
export function replaceText(input: HTMLTextAreaElement, start: number, end: number, text: string): void {
  input.focus();
  input.setSelectionRange(start, end);
  // The only way to keep the undo history. `execCommand` is deprecated, but has no replacement.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

/** Recalls prompts of this conversation in an input that is empty or shows one of them. */
export class PromptRecall {
  /** Index of the recalled prompt. */
  #place: number | undefined;

  /** The text for a step back or forward; undefined if the key keeps its own meaning. */
  step(prompts: readonly string[], current: string, step: -1 | 1): string | undefined {
    if (current !== '' && this.#place === undefined) return undefined;
    const place = (this.#place ?? prompts.length) + step;
    if (place < 0 || (this.#place === undefined && step === 1)) return undefined;
    this.#place = place < prompts.length ? place : undefined;
    return prompts[place] ?? '';
  }

  /** Call it with the current input: an edited text is no longer a recalled one. */
  note(prompts: readonly string[], current: string): void {
    if (current !== prompts[this.#place ?? -1]) this.#place = undefined;
  }
}

/** A pasted text of this length can be attached as a file. */
const minimumLength = 20_000;

/** A long text that was pasted into the input, and can be attached as a file instead. */
export class LongPaste {
  #text = '';

  get isOffered(): boolean {
    return this.#text !== '';
  }

  /** Call it at a paste: the input gets the text a moment later, with its own line ends. False for a short text. */
  take(text: string): boolean {
    if (text.length < minimumLength) return false;
    this.#text = text.replace(/\r\n?/g, '\n');
    return true;
  }

  /** Call it with the current input: an edited text can no longer be attached. */
  note(current: string): void {
    if (this.#text !== '' && !current.includes(this.#text)) this.#text = '';
  }

  /** Removes the text from the input, and returns it as a file to attach. */
  cut(input: HTMLTextAreaElement): File | undefined {
    const text = this.#text;
    const start = input.value.lastIndexOf(text);
    if (text === '' || start === -1) return undefined;
    this.#text = '';
    replaceText(input, start, start + text.length, '');
    return new File([text], 'pasted.txt', { type: 'text/plain' });
  }
}
