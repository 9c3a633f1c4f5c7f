import type { PartView } from '../../../protocol/protocolViews.ts';
import { AnswerText } from './answerText.ts';
import type { ShownPart } from './shownPart.ts';

/** A text of an answer, between other parts of it. */
export class ShownText implements ShownPart {
  readonly type = 'text';
  readonly #text = new AnswerText();

  constructor() {
    this.#text.startDrawing();
  }

  get element(): HTMLElement {
    return this.#text.element;
  }

  take(part: PartView, more?: string): boolean {
    return part.type === 'text' && this.#text.become(part.text, more);
  }

  showIn(): void {}

  end(): void {
    this.#text.end();
  }
}
