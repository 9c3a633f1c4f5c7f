import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import { on } from '../../listener.ts';
import type { ConnectionView, ModelView } from '../../protocol.ts';
import { announce, emitIntent, isForInputMethod } from '../events.ts';
import { losesFocus } from '../focus.ts';

/** Where a person writes: the input, the model that will answer, and the buttons that send and stop. */
export class ChatComposer extends LitElement {
  static override readonly properties = {
    isAnswering: { attribute: false },
    connection: { attribute: false },
    model: { attribute: false },
    isEmpty: { state: true },
    hint: { state: true },
  };

  declare isAnswering: boolean;
  declare connection: ConnectionView | undefined;
  declare model: ModelView | undefined;
  declare isEmpty: boolean;
  /** Why a send did nothing. */
  declare hint: string;
  /** The prompts of this conversation, oldest first, for going back to one of them. */
  prompts: readonly string[] = [];
  /** Place in `prompts` of the one that was called back. */
  #recalled: number | undefined;

  constructor() {
    super();
    this.isAnswering = false;
    this.isEmpty = true;
    this.hint = '';
  }

  get text(): string {
    return this.#input?.value ?? '';
  }

  /** Puts text into the input, before what is there already. */
  putBack(text: string): void {
    const current = this.text;
    this.#setText(current.trim() === '' ? text : `${text}\n\n${current}`);
  }

  focusInput(): void {
    this.#input?.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('isAnswering') || changed.has('connection')) this.hint = '';
  }

  protected override update(changed: PropertyValues<this>): void {
    if (losesFocus(this, () => super.update(changed))) this.focusInput();
  }

  protected override render(): TemplateResult {
    return html`
      <div class="composer">
        <textarea
          rows="1"
          aria-label=${t('Message')}
          aria-describedby="composer-hint"
          placeholder=${t('Ask anything')}
          @input=${this.#noteInput}
          @keydown=${this.#handleKey}
        ></textarea>
        <div class="composer-bar">
          ${this.#renderModel()}
          <div class="send-buttons">
            ${this.isAnswering && this.isEmpty ? nothing : this.#renderSend()}
            ${this.isAnswering ? this.#renderStop() : nothing}
          </div>
        </div>
      </div>
      <p class="composer-hint" id="composer-hint">${this.hint}</p>
    `;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  #renderModel(): TemplateResult {
    const host = this.connection?.host;
    const name = this.model?.label ?? t('Select a model');
    const title = [
      this.model ? t('Model: {0}', this.model.id) : t('Select a model'),
      ...(host ? [t('Relay: {0}', host)] : []),
    ].join('\n');
    return html`
      <button
        type="button"
        class="model-button"
        title=${title}
        aria-label=${this.model ? t('Model: {0}. Select another', name) : name}
        @click=${on((button) => emitIntent(button, { type: 'action', action: 'selectModel' }))}
      >
        <span class="model-name">${name}</span>
        <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
      </button>
    `;
  }

  #renderSend(): TemplateResult {
    const isDisabled = this.isEmpty || this.connection?.state !== 'connected';
    const label = this.#describeSend();
    return html`
      <button
        type="button"
        class="send-button"
        title=${label}
        aria-label=${label}
        aria-disabled=${isDisabled}
        @click=${this.send}
      >
        <span class="codicon codicon-arrow-up" aria-hidden="true"></span>
      </button>
    `;
  }

  #describeSend(): string {
    if (this.connection?.state === 'missing') return t('Send (connect to a relay first)');
    return this.isAnswering ? t('Send after this answer (Enter)') : t('Send (Enter)');
  }

  #renderStop(): TemplateResult {
    const label = t('Stop (Escape)');
    return html`
      <button
        type="button"
        class="send-button stop"
        title=${label}
        aria-label=${label}
        @click=${on((button) => emitIntent(button, { type: 'stop' }))}
      >
        <span class="codicon codicon-debug-stop" aria-hidden="true"></span>
      </button>
    `;
  }

  #setText(text: string): void {
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.selectionStart = text.length;
    this.#noteInput();
  }

  #noteInput(): void {
    this.isEmpty = this.text.trim() === '';
    this.hint = '';
    if (this.text !== this.prompts[this.#recalled ?? -1]) this.#recalled = undefined;
    this.dispatchEvent(new CustomEvent('chat-draft', { bubbles: true, detail: this.text }));
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (this.#recall(event.key === 'ArrowUp' ? -1 : 1)) event.preventDefault();
    }
  }

  /** Sends what is in the input, or says why not. While an answer runs, the host sends it after that. */
  send(): void {
    if (this.connection?.missingProfile !== undefined)
      return this.#explain(t('Select a profile to send this.'));
    if (this.connection?.state === 'missing') return this.#explain(t('Connect to a relay to send this.'));
    const text = this.text.trim();
    if (text === '') return;
    emitIntent(this, { type: 'send', text });
    this.#setText('');
  }

  #explain(hint: string): void {
    this.hint = hint;
    announce(this, hint);
  }

  /** Calls an earlier prompt back into an input that is empty or shows another such prompt. */
  #recall(step: -1 | 1): boolean {
    if (this.text !== '' && this.#recalled === undefined) return false;
    const place = (this.#recalled ?? this.prompts.length) + step;
    if (place < 0 || (this.#recalled === undefined && step === 1)) return false;
    this.#recalled = place < this.prompts.length ? place : undefined;
    this.#setText(this.prompts[place] ?? '');
    return true;
  }
}
