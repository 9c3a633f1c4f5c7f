import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { SystemView } from '../../../protocol/protocolViews.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { returnFocus, tellFocusLost } from '../focus.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { isOther, keptSystems } from '../pageState.ts';

/** Maximum characters that the line shows. */
const maximumLineLength = 300;

/** The system prompt: a line that expands to an editor. */
export class ChatSystem extends PageElement {
  static override readonly properties = drawnProperties('system', 'conversationId', 'isOpen', 'text');

  declare system: SystemView;
  declare conversationId: string;
  isOpen = false;
  /** The unsaved text. */
  declare text: string | undefined;
  #before: Element | null = null;

  /** Opens the editor with the unsaved text, if there is any. */
  async open(): Promise<void> {
    const { isOpen } = this;
    if (!isOpen) {
      this.#before = document.activeElement;
      this.isOpen = true;
      this.#keep(this.text ?? this.system.text);
    }
    await this.updateComplete;
    const input = this.#input;
    if (!input) return;
    if (!isOpen) input.value = this.text ?? '';
    input.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('conversationId')) return;
    // An edit in another conversation is not meant for this one.
    const kept = this.conversationId === '' ? undefined : keptSystems.read(this.conversationId);
    this.isOpen = false;
    this.text = kept?.text;
    if (kept?.isOpen) void this.open();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { text, isOwn } = this.system;
    if (!this.isOpen && text === '' && !isOwn && !this.#isChanged) return nothing;
    return html`<section class="system ${this.isOpen ? 'open' : ''}" aria-label=${t('System prompt')}>
      <button
        type="button"
        class="system-line"
        aria-expanded=${this.isOpen}
        title=${this.isOpen ? nothing : t('Edit the system prompt of this conversation')}
        @click=${() => (this.isOpen ? this.#leave() : void this.open())}
      >
        ${renderIcon(this.isOpen ? 'chevron-down' : 'chevron-right')}
        <span class="system-title">${t('System prompt')}</span>
        <span class="system-origin">${this.#describeOrigin()}</span>
        ${this.isOpen ? nothing : html`<span class="system-text">${ellipsize(text, maximumLineLength)}</span>`}
      </button>
      ${this.isOpen ? this.#renderEditing(isOwn) : nothing}
    </section>`;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  get #isChanged(): boolean {
    return this.text !== undefined && isOther(this.text, this.system.text);
  }

  #describeOrigin(): string {
    const { text, isOwn } = this.system;
    if (!this.isOpen && this.#isChanged) return t('unsaved changes');
    if (isOwn) return text === '' ? t('none') : t('this conversation');
    return text === '' ? '' : t('from the settings');
  }

  #renderEditing(isOwn: boolean): TemplateResult {
    return html`
      <textarea
        rows="3"
        aria-label=${t('System prompt of this chat')}
        placeholder=${t('What the model should know or follow in this conversation')}
        @input=${() => this.#keep(this.#input?.value ?? '')}
        @keydown=${this.#handleKey}
      ></textarea>
      <div class="edit-actions">
        <vscode-button title=${t('Save (Ctrl+Enter)')} @click=${() => this.#save()}>${t('Save')}</vscode-button>
        ${
          isOwn
            ? html`<vscode-button secondary @click=${() => this.#useDefault()}>${t('Use Default')}</vscode-button>`
            : nothing
        }
        <vscode-button secondary @click=${() => this.#discard()}
          >${this.#isChanged ? t('Discard Changes') : t('Cancel')}</vscode-button
        >
      </div>
    `;
  }

  #keep(text: string): void {
    this.text = text;
    keptSystems.keep(this.conversationId, { text, isOpen: this.isOpen }, this.system.text);
  }

  #save(): void {
    const text = this.#input?.value.trim() ?? '';
    if (text !== this.system.text) emitMessage(this, { type: 'setSystem', text });
    this.#discard();
  }

  #useDefault(): void {
    emitMessage(this, { type: 'setSystem' });
    this.#discard();
  }

  /** Closes the editor; unsaved text is kept. */
  #leave(): void {
    if (!this.#isChanged) return this.#discard();
    this.isOpen = false;
    this.#keep(this.text ?? '');
    announce(this, t('Your changes are a draft and are not saved yet.'));
    void this.#giveFocusBack();
  }

  #discard(): void {
    this.isOpen = false;
    this.text = undefined;
    keptSystems.forget(this.conversationId);
    void this.#giveFocusBack();
  }

  async #giveFocusBack(): Promise<void> {
    const before = this.#before;
    this.#before = null;
    await this.updateComplete;
    if (!returnFocus(before) && !returnFocus(this.querySelector('.system-line'))) tellFocusLost(this);
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Escape') {
      // Handled here: the same key must not also stop the response.
      event.preventDefault();
      this.#leave();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#save();
    }
  }
}
