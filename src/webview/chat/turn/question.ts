import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import type { TurnView } from '../../protocolViews.ts';
import { emitIntent, isForInputMethod } from '../events.ts';
import { renderIconButton } from '../iconButton.ts';
import { openEdits } from './pageMemory.ts';
import { renderSentAttachments } from './sentAttachments.ts';
import { renderVersions } from './versions.ts';

/** What the person said, which can be said in other words. */
export class ChatQuestion extends LitElement {
  static override readonly properties = {
    turn: { attribute: false },
    isAnyRunning: { attribute: false },
    pictures: { attribute: false },
    isEditing: { state: true },
    isEmpty: { state: true },
  };

  declare turn: TurnView;
  /** Whether an answer runs, of this turn or another. */
  declare isAnyRunning: boolean;
  /** Address of the folder with all pictures. */
  declare pictures: string | undefined;
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

  protected override firstUpdated(): void {
    const text = openEdits.read(this.turn.id);
    if (text !== undefined && !this.turn.isContinuation) void this.#openEdit(text);
  }

  protected override render(): TemplateResult {
    const { id, prompt, promptVersion, isContinuation, attachments } = this.turn;
    const sent = renderSentAttachments(id, attachments, this.pictures ?? '');
    const versions = renderVersions('prompt', promptVersion, id);
    if (isContinuation) return html`<div class="continued"><span>${t('Continued')}</span>${versions}</div>`;
    return html`
      <article class="question ${this.isEditing ? 'editing' : ''}" aria-label=${t('You said')} tabindex="-1">
        <h2 class="visually-hidden">${t('You said')}</h2>
        ${
          this.isEditing
            ? html`${sent} ${this.#renderEditing()}`
            : html`<div class="prompt">${sent}<div class="prompt-text">${prompt}</div></div>
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
    openEdits.keep(this.turn.id, this.turn.prompt);
    await this.#openEdit(this.turn.prompt);
    this.#input?.focus();
  }

  async #openEdit(text: string): Promise<void> {
    this.isEditing = true;
    await this.updateComplete;
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.selectionStart = input.value.length;
    this.isEmpty = text.trim() === '';
  }

  async #close(): Promise<void> {
    this.#forgetEdit();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.edit-question')?.focus();
  }

  #forgetEdit(): void {
    this.isEditing = false;
    openEdits.forget(this.turn.id);
  }

  #noteInput(): void {
    const text = this.#input?.value ?? '';
    this.isEmpty = text.trim() === '';
    openEdits.keep(this.turn.id, text);
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
    this.#forgetEdit();
    emitIntent(this, { type: 'edit', turnId: this.turn.id, text });
  }
}
