import { replaceText } from './replaceText.ts';

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
