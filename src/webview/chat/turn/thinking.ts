import { html, nothing, render, type TemplateResult } from 'lit';
import type { PartView } from '../../../protocol/protocolViews.ts';
import { createElement } from '../../ui/dom.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { openDetails } from '../pageState.ts';
import { type AnswerContext, AnswerText, type ShownPart } from './shownPart.ts';
import { renderSeconds } from './waiting.ts';

/** Thoughts of a model, folded: only who unfolds them has them drawn. */
export class ShownThinking implements ShownPart {
  readonly type = 'thinking';
  readonly element = createElement('details', { class: 'thinking', 'aria-label': t('Thinking') });
  readonly #text = new AnswerText();
  /** By which it is known in its response. */
  readonly #name: string;
  /** How long it goes on already; undefined when it is over. */
  #seconds: number | undefined;
  #answerId: string | undefined;

  /** `place`: which of the response's parts it is. */
  constructor(place: number) {
    this.#name = `thinking ${place}`;
    this.element.addEventListener('toggle', () => {
      const { open } = this.element;
      if (this.#answerId !== undefined) openDetails.note(this.#answerId, this.#name, open);
      if (open) this.#text.startDrawing();
    });
    this.#render();
  }

  take(part: PartView, more?: string): boolean {
    return part.type === 'thinking' && this.#text.become(part.text, more);
  }

  showIn({ answerId }: AnswerContext): void {
    if (answerId === this.#answerId) return;
    this.#answerId = answerId;
    if (!openDetails.has(answerId, this.#name)) return;
    this.element.open = true;
    this.#text.startDrawing();
  }

  end(): void {
    this.#text.end();
    this.showSeconds(undefined);
  }

  showSeconds(seconds: number | undefined): void {
    if (seconds === this.#seconds) return;
    this.#seconds = seconds;
    this.#render();
  }

  #render(): void {
    const isThinking = this.#seconds !== undefined;
    const template: TemplateResult = html`
      <summary>
        ${renderIcon(isThinking ? 'loading spinning' : 'chevron-right')}${isThinking ? t('Thinking…') : t('Thinking')}${isThinking ? renderSeconds(this.#seconds ?? 0) : nothing}
      </summary>
      ${this.#text.element}
    `;
    render(template, this.element);
  }
}
