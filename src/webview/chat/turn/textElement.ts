import { ReactiveElement } from 'lit';
import { MarkdownStream } from '../../markdown/stream.ts';
import { drawInNextFrame } from '../../ui/frames.ts';
import { drawnProperties } from '../../ui/pageElement.ts';

/**
 * A text of a response: Markdown that may still be streaming. While it is collapsed, it is in the page as plain text,
 * which costs next to nothing and can already be found and read.
 */
export class ChatText extends ReactiveElement {
  static override readonly properties = drawnProperties('text', 'isOver', 'isFolded');

  declare text: string;
  /** Whether the text is complete. */
  declare isOver: boolean;
  /** Whether it is collapsed. Text that was rendered once stays rendered. */
  isFolded = false;
  #shown = '';
  #isEnded = false;
  #stream: MarkdownStream | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override updated(): void {
    const more = this.#findMore();
    const isUndrawn = !this.#stream && this.isFolded;
    this.classList.toggle('undrawn', isUndrawn);
    if (isUndrawn) return this.append(more);
    const isFirst = !this.#stream;
    if (isFirst) this.replaceChildren();
    this.#stream ??= new MarkdownStream(this);
    this.#stream.append(isFirst ? this.text : more);
    const isEnd = this.isOver && !this.#isEnded;
    this.#isEnded ||= isEnd;
    if (isEnd) this.#stream.end();
    // Draw the first text before the next frame, so that nothing jumps.
    if (isFirst ? this.#draw() : more !== '' || isEnd) drawInNextFrame(this.#draw);
  }

  /** The text to append to what is shown. If the text was replaced, starts over and returns all of it. */
  #findMore(): string {
    const { text } = this;
    const shown = this.#shown;
    this.#shown = text;
    // Much faster than `startsWith` if the text is long.
    const isLonger = !this.#isEnded && text.slice(0, shown.length) === shown;
    if (isLonger || text === shown) return text.slice(shown.length);
    this.#stream = undefined;
    this.#isEnded = false;
    delete this.dataset['drawn'];
    this.classList.remove('with-directions');
    this.replaceChildren();
    return text;
  }

  readonly #draw = (): boolean => {
    const isMore = this.#stream?.flush() ?? false;
    if (this.#isEnded && !isMore) this.dataset['drawn'] = '';
    this.dispatchEvent(new CustomEvent('chat-text-drawn', { bubbles: true }));
    return isMore;
  };
}
