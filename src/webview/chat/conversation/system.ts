import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { readPageState, writePageState } from '../../host.ts';
import { t } from '../../l10n.ts';
import type { SystemView } from '../../protocolViews.ts';
import { emitIntent, isForInputMethod } from '../events.ts';
import { shorten } from '../shorten.ts';

/** The line shows this much of it, and mostly less. */
const maximumLineLength = 300;

/** Under which a page that is built anew has again what was being written. */
const stateKey = 'system';

/** What the model is told before everything else: a line that opens to where it can be changed. */
export class ChatSystem extends LitElement {
  static override readonly properties = {
    system: { attribute: false },
    conversationId: { attribute: false },
    isOpen: { state: true },
  };

  declare system: SystemView;
  declare conversationId: string;
  declare isOpen: boolean;
  #before: Element | null = null;

  constructor() {
    super();
    this.system = { text: '', isOwn: false };
    this.conversationId = '';
    this.isOpen = false;
  }

  /** Opens the text for writing; `text` is what was being written. */
  async open(text = this.system.text): Promise<void> {
    if (!this.isOpen) this.#before = document.activeElement;
    const isOpen = this.isOpen;
    this.isOpen = true;
    await this.updateComplete;
    const input = this.#input;
    if (!input) return;
    if (!isOpen) input.value = text;
    input.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('conversationId')) return;
    // Of another conversation: what was being written there is not meant for this one.
    this.isOpen = false;
    const kept = this.conversationId === '' ? undefined : readPageState(stateKey);
    if (isDraftOf(this.conversationId, kept)) void this.open(kept.text);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { text, isOwn } = this.system;
    if (!this.isOpen && text === '' && !isOwn) return nothing;
    return html`<section class="system ${this.isOpen ? 'open' : ''}" aria-label=${t('System prompt')}>
      <button
        type="button"
        class="system-line"
        aria-expanded=${this.isOpen}
        title=${this.isOpen ? nothing : t('Change the system prompt of this conversation')}
        @click=${() => (this.isOpen ? this.#close() : void this.open())}
      >
        <span class="codicon codicon-chevron-${this.isOpen ? 'down' : 'right'}" aria-hidden="true"></span>
        <span class="system-title">${t('System prompt')}</span>
        <span class="system-origin">${this.#describeOrigin()}</span>
        ${this.isOpen ? nothing : html`<span class="system-text">${shorten(text, maximumLineLength)}</span>`}
      </button>
      ${this.isOpen ? this.#renderEditing(isOwn) : nothing}
    </section>`;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  #describeOrigin(): string {
    const { text, isOwn } = this.system;
    if (isOwn) return text === '' ? t('none in this conversation') : t('of this conversation');
    return text === '' ? '' : t('from the settings');
  }

  #renderEditing(isOwn: boolean): TemplateResult {
    return html`
      <textarea
        rows="3"
        aria-label=${t('System prompt of this conversation')}
        placeholder=${t('What the model is to know or to keep to in this conversation')}
        @input=${this.#keep}
        @keydown=${this.#handleKey}
      ></textarea>
      <div class="edit-actions">
        <vscode-button title=${t('Save (Ctrl+Enter)')} @click=${() => this.#save()}>${t('Save')}</vscode-button>
        ${
          isOwn
            ? html`<vscode-button secondary @click=${() => this.#useDefault()}>${t('Use the Default')}</vscode-button>`
            : nothing
        }
        <vscode-button secondary @click=${() => this.#close()}>${t('Cancel')}</vscode-button>
      </div>
    `;
  }

  readonly #keep = (): void => {
    writePageState(stateKey, { conversationId: this.conversationId, text: this.#input?.value ?? '' });
  };

  #save(): void {
    const text = this.#input?.value.trim() ?? '';
    if (text !== this.system.text) emitIntent(this, { type: 'setSystem', text });
    void this.#close();
  }

  #useDefault(): void {
    emitIntent(this, { type: 'setSystem' });
    void this.#close();
  }

  async #close(): Promise<void> {
    const before = this.#before;
    this.isOpen = false;
    this.#before = null;
    writePageState(stateKey, undefined);
    await this.updateComplete;
    const target =
      before instanceof HTMLElement && before.isConnected && before !== document.body ? before : undefined;
    const back = target ?? this.querySelector<HTMLElement>('.system-line');
    if (back) back.focus();
    else this.dispatchEvent(new CustomEvent('chat-focus-lost', { bubbles: true }));
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Escape') {
      // It has done its work here, and stops no answer besides.
      event.preventDefault();
      void this.#close();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#save();
    }
  }
}

function isDraftOf(conversationId: string, kept: unknown): kept is { readonly text: string } {
  if (typeof kept !== 'object' || kept === null) return false;
  const { conversationId: id, text } = kept as Readonly<Record<string, unknown>>;
  return id === conversationId && typeof text === 'string';
}
