import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import type { TurnView } from '../../protocol.ts';
import { emitIntent, isForInputMethod } from '../events.ts';
import { renderIconButton } from '../iconButton.ts';
import { renderVersions } from './versions.ts';

/** What the person said, which can be said in other words. */
export class ChatQuestion extends LitElement {
  static override readonly properties = {
    turn: { attribute: false },
    isAnyRunning: { attribute: false },
    isEditing: { state: true },
    isEmpty: { state: true },
  };

  declare turn: TurnView;
  /** Whether an answer runs, of this turn or another. */
  declare isAnyRunning: boolean;
  declare isEditing: boolean;
  declare isEmpty: boolean;

  constructor() {
    super();
    this.isAnyRunning = false;
    this.isEditing = false;
    this.isEmpty = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { id, prompt, promptVersion, isContinuation } = this.turn;
    const versions = renderVersions('prompt', promptVersion, id);
    if (isContinuation) return html`<div class="continued"><span>${t('Continued')}</span>${versions}</div>`;
    return html`
      <article class="question ${this.isEditing ? 'editing' : ''}">
        <h2 class="visually-hidden">${t('You said')}</h2>
        ${
          this.isEditing
            ? this.#renderEditing()
            : html`<div class="prompt">${prompt}</div>
                ${renderIconButton('edit', t('Edit your message'), () => void this.#edit(), { className: 'edit-question' })}
                ${versions}`
        }
      </article>
    `;
  }

  #renderEditing(): TemplateResult {
    return html`
      <textarea
        rows="1"
        aria-label=${t('Your message')}
        @input=${this.#noteInput}
        @keydown=${this.#handleKey}
      ></textarea>
      <div class="edit-actions">
        <vscode-button
          ?disabled=${this.isEmpty}
          title=${this.isAnyRunning ? t('Stops the running answer') : nothing}
          @click=${this.#send}
          >${t('Send')}</vscode-button
        >
        <vscode-button secondary @click=${this.#close}>${t('Cancel')}</vscode-button>
      </div>
    `;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  async #edit(): Promise<void> {
    this.isEditing = true;
    await this.updateComplete;
    const input = this.#input;
    if (!input) return;
    input.value = this.turn.prompt;
    input.focus();
    input.selectionStart = input.value.length;
    this.#noteInput();
  }

  async #close(): Promise<void> {
    this.isEditing = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.edit-question')?.focus();
  }

  #noteInput(): void {
    this.isEmpty = this.#input?.value.trim() === '';
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void this.#send();
    } else if (event.key === 'Escape') {
      // It has done its work here, and stops no answer besides.
      event.preventDefault();
      void this.#close();
    }
  }

  async #send(): Promise<void> {
    const text = this.#input?.value.trim() ?? '';
    if (text === '') return;
    if (text === this.turn.prompt.trim()) return this.#close();
    this.isEditing = false;
    emitIntent(this, { type: 'edit', turnId: this.turn.id, text });
  }
}
