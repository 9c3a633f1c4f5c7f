import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { TypedVerdict } from '../../../protocol/settingsProtocol.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { emitMessage } from '../settingsEvents.ts';
import { DraftField } from './draftField.ts';
import { Suggestions } from './fieldSuggestions.ts';
import { describeField } from './frame.ts';

/** After a typing pause this long, the host is asked for a verdict. */
const typingPauseMs = 150;

/** A text field: checked by the host while typing, saved on blur or Enter. */
export class SettingsField extends DraftField {
  static override readonly properties = drawnProperties('profile', 'field', 'drafts', 'size');

  /** The usual size of the text; with `lines`, the field grows with its lines. */
  declare size: 'number' | 'name' | 'address' | 'lines';
  #suggestions: Suggestions | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;

  override focusControl(): void {
    this.#input?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typingTimer);
  }

  protected override get isNumber(): boolean {
    return this.size === 'number';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!this.field.suggestions?.length) return;
    this.#suggestions ??= new Suggestions(this, {
      id: `control-${this.field.name}`,
      all: () => this.field.suggestions ?? [],
      current: () => this.#text,
      choose: (value) => {
        this.edit(value);
        this.save();
      },
    });
  }

  get #text(): string {
    return String(this.value);
  }

  get #input(): HTMLInputElement | HTMLTextAreaElement | null {
    return this.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  }

  protected override renderBelow(): TemplateResult {
    const { verdict, isStale } = this.verdict;
    return html`${super.renderBelow()} ${renderEndpoints(verdict, isStale)}`;
  }

  protected override renderControl(reset: TemplateResult | typeof nothing): TemplateResult {
    const { name, fallback } = this.field;
    const { label, example } = describeField(name);
    const { verdict, isStale } = this.verdict;
    const isInvalid = !isStale && verdict.remark?.severity === 'error';
    const placeholder = fallback || example;
    const describedBy = ['description', 'remark', 'elsewhere'].map((part) => `${part}-${name}`).join(' ');
    if (this.size === 'lines') {
      return html`<textarea
        id="control-${name}"
        class="text-input"
        rows="3"
        placeholder=${ifDefined(placeholder)}
        aria-describedby=${describedBy}
        aria-invalid=${isInvalid ? 'true' : nothing}
        .value=${live(this.#text)}
        @input=${this.#handleInput}
        @keydown=${this.#handleKey}
        @blur=${this.#handleBlur}
      ></textarea>
      ${reset}`;
    }
    const suggestions = this.#suggestions;
    return html`<div class="text-box ${this.size}">
      <input
        id="control-${name}"
        class="text-input"
        type="text"
        inputmode=${this.size === 'number' ? 'numeric' : nothing}
        spellcheck="false"
        autocomplete="off"
        placeholder=${ifDefined(placeholder)}
        role=${suggestions ? 'combobox' : nothing}
        aria-autocomplete=${suggestions ? 'list' : nothing}
        aria-expanded=${suggestions ? suggestions.isOpen : nothing}
        aria-controls=${suggestions ? suggestions.listId : nothing}
        aria-activedescendant=${suggestions?.activeId ?? nothing}
        aria-describedby=${describedBy}
        aria-invalid=${isInvalid ? 'true' : nothing}
        .value=${live(this.#text)}
        @input=${this.#handleInput}
        @compositionend=${this.#askSoon}
        @keydown=${this.#handleKey}
        @blur=${this.#handleBlur}
      />
        ${suggestions ? this.#renderOpener(suggestions, label) : nothing} ${suggestions?.render(label) ?? nothing}
      </div>
      ${reset}`;
  }

  /** For the mouse; on the keyboard, the arrow keys open the list, so this is not a tab stop. */
  #renderOpener(suggestions: Suggestions, label: string): TemplateResult {
    return html`<button
      type="button"
      class="opener"
      tabindex="-1"
      aria-label=${t('Suggestions for {0}', label)}
      @mousedown=${(event: Event) => {
        event.preventDefault();
        this.focusControl();
        suggestions.toggle();
      }}
    >
      ${renderIcon('chevron-down')}
    </button>`;
  }

  #handleInput(event: InputEvent): void {
    const text = this.#input?.value ?? '';
    this.edit(text);
    this.#suggestions?.filter(text);
    if (!event.isComposing) this.#askSoon();
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    const isHandled = this.#suggestions?.handleKey(event) || this.#handleOwnKey(event);
    if (isHandled) event.preventDefault();
  }

  #handleOwnKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key === 'Enter' && (this.size !== 'lines' || ctrlKey || metaKey)) {
      this.#suggestions?.close();
      this.save();
      return true;
    }
    // A text of many lines took long to write: one key must not discard it.
    if (key !== 'Escape' || this.size === 'lines' || !this.draft) return false;
    this.restore();
    return true;
  }

  #handleBlur(): void {
    this.#suggestions?.close();
    this.save();
  }

  #askSoon(): void {
    clearTimeout(this.#typingTimer);
    // A long text needs no verdict at every typing pause.
    if (this.size === 'lines') return;
    this.#typingTimer = setTimeout(() => this.#ask(), typingPauseMs);
  }

  #ask(): void {
    this.#typingTimer = undefined;
    const { profile, field } = this;
    emitMessage(this, { type: 'typed', profile, field: field.name, text: this.#text });
  }

  protected override save(): void {
    // A rejected text needs its verdict, too, even if it is saved before the typing pause.
    if (this.draft && this.#typingTimer !== undefined) {
      clearTimeout(this.#typingTimer);
      this.#ask();
    }
    super.save();
  }

  protected override restore(): void {
    clearTimeout(this.#typingTimer);
    this.#typingTimer = undefined;
    super.restore();
  }
}

/** The URLs of requests. Not links: an endpoint is not a web page. */
function renderEndpoints({ endpoints }: TypedVerdict, isStale: boolean): TemplateResult | typeof nothing {
  if (!endpoints?.length) return nothing;
  return html`<dl class="endpoints ${isStale ? 'stale' : ''}" aria-label=${t('Request URLs')}>
    ${endpoints.map(({ label, url }) => html`<dt>${label}</dt><dd>${url}</dd>`)}
  </dl>`;
}
