/** Puts another text in the place of a part of what is typed, as if it were typed: so that Undo takes it back. */
export function replaceText(input: HTMLTextAreaElement, start: number, end: number, text: string): void {
  input.focus();
  input.setSelectionRange(start, end);
  // The only way that keeps what Undo knows. It is marked as outdated everywhere, and nothing takes its place.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

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

/** So much text is rather a file that is asked about than something that is said. */
const minimumLength = 20_000;

/** A long text that was pasted into the input, from where it can go along as a file instead. */
export class LongPaste {
  #text = '';

  get isOffered(): boolean {
    return this.#text !== '';
  }

  /** The input has the text a moment later, with its own ends of lines. False where it is not long. */
  take(text: string): boolean {
    if (text.length < minimumLength) return false;
    this.#text = text.replace(/\r\n?/g, '\n');
    return true;
  }

  /** What is in the input now: once the text was changed, it stays where it is. */
  note(current: string): void {
    if (this.#text !== '' && !current.includes(this.#text)) this.#text = '';
  }

  /** Takes the text out of the input, and gives it as the file that goes along in its place. */
  cut(input: HTMLTextAreaElement): File | undefined {
    const text = this.#text;
    const start = input.value.lastIndexOf(text);
    if (text === '' || start === -1) return undefined;
    this.#text = '';
    replaceText(input, start, start + text.length, '');
    return new File([text], 'pasted.txt', { type: 'text/plain' });
  }
}
