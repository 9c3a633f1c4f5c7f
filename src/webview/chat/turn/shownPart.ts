import type { PartView } from '../../../protocol/protocolViews.ts';
import { MarkdownStream } from '../../markdown/stream.ts';
import { createElement } from '../../ui/dom.ts';
import { drawInNextFrame } from '../../ui/frames.ts';

/** What a part shows besides what it is itself. */
export interface AnswerContext {
  readonly answerId: string;
  readonly model: string;
  /** Address of the folder with all images. */
  readonly pictures: string;
  readonly isRunning: boolean;
}

/** A piece of a response on the screen. Its element is made once, and stays. */
export interface ShownPart {
  readonly type: PartView['type'];
  readonly element: HTMLElement;
  /**
   * Shows this part instead, if it is more of the one that is shown; false, and nothing happens, if it is another. `more`:
   * by what a text is known to have grown.
   */
  take(part: PartView, more?: string): boolean;
  /** Something around it is different. */
  showIn?(context: AnswerContext): void;
  /** No more of it comes. */
  end?(): void;
}

/**
 * A text of a response on the screen: Markdown that may still grow. Until it is to be drawn, it stands there as
 * plain text, which costs next to nothing and can already be found and read.
 */
export class AnswerText {
  readonly element = createElement('div', { class: 'markdown undrawn' });
  #text = '';
  #isEnded = false;
  #stream: MarkdownStream | undefined;

  /**
   * Grows to be the given text; false, and nothing happens, where that takes more than to grow. `more`: what is known to
   * have come to it, for a long text is not compared with itself at every word.
   */
  become(
    text: string,
    more = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined,
  ): boolean {
    if (more === '') return true;
    if (more === undefined || this.#isEnded) return false;
    this.#text = text;
    if (this.#stream) {
      this.#stream.append(more);
      drawInNextFrame(this.#draw);
    } else {
      this.element.append(more);
    }
    return true;
  }

  /** Ends the text. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (!this.#stream) return;
    this.#stream.end();
    drawInNextFrame(this.#draw);
  }

  /** From now on the text is shown as what it means. */
  startDrawing(): void {
    if (this.#stream) return;
    this.element.replaceChildren();
    this.element.classList.remove('undrawn');
    this.#stream = new MarkdownStream(this.element);
    this.#stream.append(this.#text);
    if (this.#isEnded) this.#stream.end();
    // Before the next frame, so that nothing jumps; but with all that is told of the text at once.
    queueMicrotask(() => {
      if (this.#draw()) drawInNextFrame(this.#draw);
    });
  }

  readonly #draw = (): boolean => {
    const isMore = this.#stream?.flush() ?? false;
    if (this.#isEnded && !isMore) this.element.dataset['drawn'] = '';
    this.element.dispatchEvent(new CustomEvent('chat-text-drawn', { bubbles: true }));
    return isMore;
  };
}
