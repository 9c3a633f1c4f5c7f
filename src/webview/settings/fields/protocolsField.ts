import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FieldView, ProtocolRow, Remark } from '../../../protocol/settingsProtocol.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { emitMessage } from '../settingsEvents.ts';
import {
  completeRows,
  type DraftRow,
  type Drafts,
  editRows,
  isSame,
  meetSavedRows,
  type RowsDraft,
  sendRows,
} from './drafts.ts';
import { describeField, renderFrame } from './frame.ts';

/** Which models are spoken to in which protocol, a row each. */
export class SettingsProtocols extends PageElement {
  static override readonly properties = drawnProperties('profile', 'field', 'drafts');

  declare profile: string;
  declare field: FieldView;
  declare drafts: Drafts;

  focusControl(): void {
    this.querySelector<HTMLElement>('.protocol-row input, .add-row')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const draft = this.drafts.rows;
    if (changed.has('field') && draft) this.#keepDraft(meetSavedRows(draft, this.#saved));
  }

  protected override render(): TemplateResult {
    const { profile, field } = this;
    const { label, description } = describeField(field.name);
    return renderFrame({
      profile,
      name: field.name,
      label,
      description,
      control: (reset) => this.#renderRows(reset),
      isModified: this.#saved.length > 0,
      reset: () => {
        this.#edit([]);
        this.#save();
        void this.updateComplete.then(() => this.focusControl());
      },
      remark: this.#remark,
      savedElsewhere: this.#isChangedElsewhere ? describeRows(this.#saved) : undefined,
      takeSaved: () => {
        this.#keepDraft(undefined);
        void this.updateComplete.then(() => this.focusControl());
      },
      keepTyped: () => {
        this.#save();
        this.focusControl();
      },
      workspaceValue: field.workspaceValue,
      isGroup: true,
    });
  }

  get #saved(): readonly ProtocolRow[] {
    return typeof this.field.value === 'string' ? [] : this.field.value;
  }

  get #rows(): readonly DraftRow[] {
    return this.drafts.rows?.rows ?? this.#saved;
  }

  get #isChangedElsewhere(): boolean {
    const draft = this.drafts.rows;
    return draft !== undefined && !isSame(draft.base, this.#saved);
  }

  /** What is said of the rows that could not be saved, while they still stand here. */
  get #remark(): Remark | undefined {
    const verdict = this.drafts.rows?.verdict;
    const isAboutThese = verdict && isSame(verdict.rows, completeRows(this.#rows));
    return (isAboutThese ? verdict.verdict : this.field.verdict).remark;
  }

  #keepDraft(draft: RowsDraft | undefined): void {
    this.drafts.rows = draft;
    this.requestUpdate();
  }

  #edit(rows: readonly DraftRow[]): void {
    this.#keepDraft(editRows(this.drafts.rows, rows, this.#saved));
  }

  #renderRows(reset: TemplateResult | typeof nothing): TemplateResult {
    const rows = this.#rows;
    return html`<div class="protocol-rows">
      ${
        rows.length > 0
          ? html`<ul class="protocol-list" aria-labelledby="label-${this.field.name}">
              ${rows.map((row, place) => this.#renderRow(row, place))}
            </ul>`
          : this.field.fallback
            ? html`<p class="fallback">${t('If empty: {0}', this.field.fallback)}</p>`
            : nothing
      }
      <div class="row-buttons">
        <vscode-button class="add-row" secondary @click=${() => this.#add()}>${t('Add Row')}</vscode-button>
        ${reset}
      </div>
    </div>`;
  }

  #renderRow({ pattern, protocol }: DraftRow, place: number): TemplateResult {
    const number = place + 1;
    const remove = t('Remove row {0}', number);
    return html`<li class="protocol-row">
      <input
        class="text-input"
        type="text"
        spellcheck="false"
        autocomplete="off"
        placeholder=${t('Model or pattern')}
        aria-label=${t('Model or pattern, row {0}', number)}
        .value=${live(pattern)}
        @input=${({ target }: InputEvent) => {
          if (target instanceof HTMLInputElement) this.#change(place, { pattern: target.value });
        }}
        @blur=${() => this.#saveInPassing()}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !isForInputMethod(event)) this.#save();
        }}
      />
      <select
        class="select"
        aria-label=${t('Protocol, row {0}', number)}
        .value=${live(protocol)}
        @change=${({ target }: Event) => {
          if (!(target instanceof HTMLSelectElement)) return;
          this.#change(place, { protocol: asProtocol(target.value) });
          this.#saveInPassing();
        }}
      >
        <option value="" ?disabled=${protocol !== ''}>${t('Select a protocol')}</option>
        ${protocolNames.map(
          (name) =>
            html`<option value=${name} ?selected=${name === protocol}>${protocolLabels[name]()}</option>`,
        )}
      </select>
      ${renderIconButton('close', remove, () => this.#remove(place))}
    </li>`;
  }

  #add(): void {
    this.#edit([...this.#rows, { pattern: '', protocol: '' }]);
    this.#focusRow(this.#rows.length - 1);
  }

  #change(place: number, change: Partial<DraftRow>): void {
    const rows = this.#rows;
    const row = rows[place];
    if (row) this.#edit(rows.with(place, { ...row, ...change }));
  }

  #remove(place: number): void {
    this.#edit(this.#rows.toSpliced(place, 1));
    this.#saveInPassing();
    this.#focusRow(Math.min(place, this.#rows.length - 1));
  }

  /** Its pattern; without rows, the button that adds one. */
  #focusRow(place: number): void {
    void this.updateComplete.then(() => {
      const inputs = this.querySelectorAll<HTMLElement>('.protocol-row input');
      (inputs[place] ?? this.querySelector<HTMLElement>('.add-row'))?.focus();
    });
  }

  /** Saves, but overwrites nothing from elsewhere: that is asked about. */
  #saveInPassing(): void {
    if (!this.#isChangedElsewhere) this.#save();
  }

  #save(): void {
    const draft = this.drafts.rows;
    const value = completeRows(this.#rows);
    if (!draft || isSame(value, draft.sent ?? this.#saved)) return;
    this.#keepDraft(sendRows(draft, value, this.#saved));
    emitMessage(this, { type: 'set', profile: this.profile, field: this.field.name, value });
  }
}

const protocolLabels: Readonly<Record<ProtocolRow['protocol'], () => string>> = {
  messages: () => t('Messages'),
  chatCompletions: () => t('Chat completions'),
  generateContent: () => t('Generate content'),
};
const protocolNames = ['messages', 'chatCompletions', 'generateContent'] as const;

function asProtocol(value: string): DraftRow['protocol'] {
  return protocolNames.find((name) => name === value) ?? '';
}

function describeRows(rows: readonly ProtocolRow[]): string {
  return rows.map(({ pattern, protocol }) => `${pattern.trim()}: ${protocolLabels[protocol]()}`).join(', ');
}
