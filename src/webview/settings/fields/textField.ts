import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { FieldView, Remark, TypedVerdict } from '../../../protocol/settingsProtocol.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { emitMessage } from '../settingsEvents.ts';
import { type Draft, type Drafts, editDraft, meetSaved } from './drafts.ts';
import { describeField } from './fieldWords.ts';

/** After a typing pause this long, the host is asked for a verdict. */
const typingPauseMs = 150;

/**
 * A field of a profile: checked by the host while typing, saved on blur or Enter. The typed text is a draft until the
 * host reports it as saved.
 */
export class SettingsField extends PageElement {
  static override readonly properties = drawnProperties('profile', 'field', 'drafts');

  declare profile: string;
  declare field: FieldView;
  declare drafts: Drafts;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;

  focusControl(): void {
    this.#input?.focus();
  }

  /** Saves a text as if it were typed. */
  enter(text: string): void {
    this.#edit(text);
    this.#save();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typingTimer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const draft = this.#draft;
    if (changed.has('field') && draft)
      this.#keepDraft(meetSaved(draft, this.field.value, changed.get('field')?.value));
  }

  get #draft(): Draft | undefined {
    return this.drafts.get(this.field.name);
  }

  get #text(): string {
    return this.#draft?.text ?? this.field.value;
  }

  get #input(): HTMLInputElement | HTMLTextAreaElement | null {
    return this.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  }

  get #isLong(): boolean {
    return describeField(this.field.name).size === 'lines';
  }

  protected override render(): TemplateResult {
    const { profile, field } = this;
    const { name, value } = field;
    const { label, description } = describeField(name);
    const draft = this.#draft;
    // The verdict about the text, or the stale one about the previous text until the new one arrives.
    const verdict = draft?.verdict?.verdict ?? field.verdict;
    const isStale = draft !== undefined && draft.verdict?.about !== draft.text;
    const isInvalid = !isStale && verdict.remark?.severity === 'error';
    const isModified = value !== '';
    return html`
      <div class="setting ${isModified ? 'modified' : ''}">
        <div class="setting-title">
          <label id="label-${name}" for="control-${name}">${label}</label>
          ${
            profile === ''
              ? html`<code class="setting-id">modelRelay.${name}</code>`
              : html`<code class="setting-id" title="modelRelay.profiles › ${profile} › ${name}">${name}</code>`
          }
        </div>
        <p class="setting-description" id="description-${name}">${description}</p>
        <div class="setting-control">
          ${this.#renderControl(isInvalid)}
          ${field.hasChoices ? this.#renderChooser(label) : nothing}
          ${isModified ? this.#renderReset(label) : nothing}
        </div>
        <div id="remark-${name}" class="remarks ${isStale ? 'stale' : ''}" aria-live="polite">
          ${verdict.remark ? renderRemark(verdict.remark) : nothing}
        </div>
        <div id="elsewhere-${name}">${renderWorkspaceValue(field)}</div>
        ${renderEndpoints(verdict, isStale)}
      </div>
    `;
  }

  #renderReset(label: string): TemplateResult {
    return html`<button
      type="button"
      class="link-button reset"
      aria-label=${t('Reset: {0}', label)}
      @click=${() => {
        this.enter('');
        void this.updateComplete.then(() => this.focusControl());
      }}
    >
      ${t('Reset')}
    </button>`;
  }

  #renderControl(isInvalid: boolean): TemplateResult {
    const { name, fallback } = this.field;
    const { example, size } = describeField(name);
    const placeholder = fallback || example;
    const describedBy = ['description', 'remark', 'elsewhere'].map((part) => `${part}-${name}`).join(' ');
    if (this.#isLong) {
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
        @blur=${this.#save}
      ></textarea>`;
    }
    return html`<div class="text-box ${size}">
      <input
        id="control-${name}"
        class="text-input"
        type="text"
        inputmode=${size === 'number' ? 'numeric' : nothing}
        spellcheck="false"
        autocomplete="off"
        placeholder=${ifDefined(placeholder)}
        aria-describedby=${describedBy}
        aria-invalid=${isInvalid ? 'true' : nothing}
        .value=${live(this.#text)}
        @input=${this.#handleInput}
        @compositionend=${this.#askSoon}
        @keydown=${this.#handleKey}
        @blur=${this.#save}
      />
    </div>`;
  }

  #renderChooser(label: string): TemplateResult {
    const { profile, field } = this;
    return html`<button
      type="button"
      class="link-button"
      aria-label=${t('Select: {0}', label)}
      @click=${() => emitMessage(this, { type: 'choose', profile, field: field.name })}
    >
      ${t('Select…')}
    </button>`;
  }

  #handleInput(event: InputEvent): void {
    this.#edit(this.#input?.value ?? '');
    if (!event.isComposing) this.#askSoon();
  }

  #handleKey(event: KeyboardEvent): void {
    if (!isForInputMethod(event) && this.#usesKey(event)) event.preventDefault();
  }

  #usesKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key === 'Enter' && (!this.#isLong || ctrlKey || metaKey)) {
      this.#save();
      return true;
    }
    // A text of many lines took long to write: one key must not discard it.
    if (key !== 'Escape' || this.#isLong || !this.#draft) return false;
    this.#restore();
    return true;
  }

  #askSoon(): void {
    clearTimeout(this.#typingTimer);
    // A long text needs no verdict at every typing pause.
    if (this.#isLong) return;
    this.#typingTimer = setTimeout(() => this.#ask(), typingPauseMs);
  }

  #ask(): void {
    this.#typingTimer = undefined;
    const { profile, field } = this;
    emitMessage(this, { type: 'typed', profile, field: field.name, text: this.#text });
  }

  #edit(text: string): void {
    this.#keepDraft(editDraft(this.#draft, text, this.field.value));
  }

  #restore(): void {
    clearTimeout(this.#typingTimer);
    this.#typingTimer = undefined;
    this.#keepDraft(undefined);
  }

  #keepDraft(draft: Draft | undefined): void {
    const { name } = this.field;
    if (draft) this.drafts.set(name, draft);
    else this.drafts.delete(name);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('settings-draft', { bubbles: true, detail: name }));
  }

  /** Saves the text, unless it was already sent. */
  #save(): void {
    const { profile, field } = this;
    const draft = this.#draft;
    if (!draft) return;
    // A rejected text needs its verdict, too, even if it is saved before the typing pause.
    if (this.#typingTimer !== undefined) {
      clearTimeout(this.#typingTimer);
      this.#ask();
    }
    const { text, sent } = draft;
    if (sent === undefined && text === field.value) return this.#restore();
    if (text === (sent ?? field.value)) return;
    this.#keepDraft({ ...draft, sent: text });
    emitMessage(this, { type: 'set', profile, field: field.name, value: text });
  }
}

export function renderRemark({ severity, text }: Remark): TemplateResult {
  return html`<p class="remark ${severity}">
    ${renderIcon(severity, `tone-${severity}`)}<span class="remark-text">${text}</span>
  </p>`;
}

function renderWorkspaceValue({ workspaceValue }: FieldView): TemplateResult | typeof nothing {
  if (workspaceValue === undefined) return nothing;
  const text =
    workspaceValue === ''
      ? t('This workspace sets an empty value instead.')
      : t('This workspace uses {0} instead.', workspaceValue);
  return renderRemark({ severity: 'info', text });
}

/** The URLs of requests. Not links: an endpoint is not a web page. */
function renderEndpoints({ endpoints }: TypedVerdict, isStale: boolean): TemplateResult | typeof nothing {
  if (!endpoints?.length) return nothing;
  return html`<dl class="endpoints ${isStale ? 'stale' : ''}" aria-label=${t('Request URLs')}>
    ${endpoints.map(({ label, url }) => html`<dt>${label}</dt><dd>${url}</dd>`)}
  </dl>`;
}
