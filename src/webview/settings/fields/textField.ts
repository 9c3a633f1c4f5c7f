import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { FieldView, TypedVerdict } from '../../../protocol/settingsProtocol.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { emitMessage } from '../settingsEvents.ts';
import { type Draft, type Drafts, editDraft, meetSaved, sendDraft } from './drafts.ts';
import { Suggestions } from './fieldSuggestions.ts';
import { describeField, type FieldWords, renderFrame } from './frame.ts';

/** A pause in typing this long, and the host is asked what it thinks of the text. */
const typingPauseMs = 150;

/** A field with a text: typed, checked by the host, saved when it is left or on Enter. */
export class SettingsField extends PageElement {
  static override readonly properties = drawnProperties('profile', 'field', 'drafts', 'size');

  declare profile: string;
  declare field: FieldView;
  declare drafts: Drafts;
  /** How much room the text mostly needs; `lines` makes it grow with its lines. */
  declare size: 'number' | 'name' | 'address' | 'lines';
  #suggestions: Suggestions | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;

  focusControl(): void {
    this.#input?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typingTimer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('field')) return;
    const draft = this.#draft;
    if (draft) {
      const { verdict } = this.field;
      this.#keepDraft(meetSaved(draft, { value: this.#saved, verdict, isNumber: this.size === 'number' }));
    }
    if (this.field.suggestions?.length && !this.#suggestions) {
      this.#suggestions = new Suggestions(this, {
        id: `control-${this.field.name}`,
        all: () => this.field.suggestions ?? [],
        current: () => this.#text,
        choose: (value) => {
          this.#edit(value);
          this.#save();
        },
      });
    }
  }

  protected override render(): TemplateResult {
    const { profile, field } = this;
    const { verdict, isStale } = this.#verdict;
    const words = describeField(field.name);
    const { label, description } = words;
    return renderFrame({
      profile,
      name: field.name,
      label,
      description,
      control: (reset) => html`
        ${this.#renderControl(words, !isStale && verdict.remark?.severity === 'error')} ${reset}
      `,
      isModified: this.#saved !== '',
      reset: () => {
        this.#edit('');
        this.#save();
        this.focusControl();
      },
      remark: verdict.remark,
      isStale,
      savedElsewhere: this.#isChangedElsewhere ? this.#saved : undefined,
      takeSaved: () => {
        this.#restore();
        this.focusControl();
      },
      keepTyped: () => {
        this.#save();
        this.focusControl();
      },
      workspaceValue: field.workspaceValue,
      after: renderEndpoints(verdict, isStale),
    });
  }

  get #saved(): string {
    return typeof this.field.value === 'string' ? this.field.value : '';
  }

  get #text(): string {
    return this.#draft?.text ?? this.#saved;
  }

  get #input(): HTMLInputElement | HTMLTextAreaElement | null {
    return this.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  }

  get #draft(): Draft | undefined {
    return this.drafts.texts.get(this.field.name);
  }

  get #isChangedElsewhere(): boolean {
    const draft = this.#draft;
    return draft !== undefined && draft.base !== this.#saved;
  }

  #keepDraft(draft: Draft | undefined): void {
    if (draft) this.drafts.texts.set(this.field.name, draft);
    else this.drafts.texts.delete(this.field.name);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('settings-draft', { bubbles: true, detail: this.field.name }));
  }

  /** What is said of the text, or was said of the last one while nothing is said of this one yet. */
  get #verdict(): { readonly verdict: TypedVerdict; readonly isStale: boolean } {
    const draft = this.#draft;
    return {
      verdict: draft?.verdict?.verdict ?? this.field.verdict,
      isStale: draft !== undefined && draft.verdict?.text !== draft.text,
    };
  }

  #renderControl({ label, example }: FieldWords, isInvalid: boolean): TemplateResult {
    const { name, fallback } = this.field;
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
      ></textarea>`;
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
    </div>`;
  }

  /** For the mouse; on the keyboard the arrow keys open the list, so this is no stop on the way. */
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
    this.#edit(text);
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
      this.#save();
      return true;
    }
    // What is many lines long took long to write, and one key must not take it away.
    if (key !== 'Escape' || this.size === 'lines' || !this.#draft) return false;
    this.#restore();
    return true;
  }

  #handleBlur(): void {
    this.#suggestions?.close();
    const draft = this.#draft;
    // What is on its way is not sent again for being passed by, and nothing is overwritten that way.
    if (!draft || draft.text === draft.sent) return;
    if (!this.#isChangedElsewhere) this.#save();
  }

  #edit(text: string): void {
    this.#keepDraft(editDraft(this.#draft, text, this.#saved));
  }

  #askSoon(): void {
    clearTimeout(this.#typingTimer);
    // A long text has nothing about it that a person needs to be told at every pause.
    if (this.size === 'lines') return;
    this.#typingTimer = setTimeout(() => this.#ask(), typingPauseMs);
  }

  #ask(): void {
    this.#typingTimer = undefined;
    const { profile, field } = this;
    emitMessage(this, { type: 'typed', profile, field: field.name, text: this.#text });
  }

  #save(): void {
    const draft = this.#draft;
    if (!draft) return;
    if (draft.text === this.#saved) return this.#restore();
    // A text that is refused needs its verdict, too, however quickly it was typed.
    if (this.#typingTimer !== undefined) {
      clearTimeout(this.#typingTimer);
      this.#ask();
    }
    this.#keepDraft(sendDraft(draft, this.#saved));
    const { profile, field } = this;
    emitMessage(this, { type: 'set', profile, field: field.name, value: draft.text });
  }

  #restore(): void {
    clearTimeout(this.#typingTimer);
    this.#typingTimer = undefined;
    this.#keepDraft(undefined);
  }
}

/** Where requests will go. Nothing here leads anywhere: an endpoint is no page. */
function renderEndpoints({ endpoints }: TypedVerdict, isStale: boolean): TemplateResult | typeof nothing {
  if (!endpoints?.length) return nothing;
  return html`<dl class="endpoints ${isStale ? 'stale' : ''}" aria-label=${t('Request URLs')}>
    ${endpoints.map(({ label, url }) => html`<dt>${label}</dt><dd>${url}</dd>`)}
  </dl>`;
}
