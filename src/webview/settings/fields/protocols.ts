import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { t } from '../../l10n.ts';
import { on } from '../../listener.ts';
import type { FieldView, ProtocolRow } from '../../settingsProtocol.ts';
import { emitIntent, isComposing } from '../events.ts';
import { describeField } from './fieldWords.ts';
import { renderFrame } from './frame.ts';

/** A row on its way: without a protocol while none is chosen. */
interface DraftRow {
  readonly pattern: string;
  readonly protocol: ProtocolRow['protocol'] | '';
}

/** Which models are spoken to in which protocol, a row each. */
export class SettingsProtocols extends LitElement {
  static override readonly properties = {
    profile: { attribute: false },
    field: { attribute: false },
    rows: { state: true },
    savedElsewhere: { state: true },
  };

  declare profile: string;
  declare field: FieldView;
  declare rows: readonly DraftRow[];
  declare savedElsewhere: boolean;
  /** The saved rows that the editing began from. */
  #base: readonly ProtocolRow[] = [];
  /** The rows that the host was last asked to save. */
  #sent: readonly ProtocolRow[] | undefined;

  constructor() {
    super();
    this.rows = [];
    this.savedElsewhere = false;
  }

  focusControl(): void {
    this.querySelector<HTMLElement>('.protocol-row input, .add-row')?.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('field')) return;
    const saved = this.#saved;
    const own = this.rows.filter(isComplete);
    if (isSame(saved, own) || isSame(this.#base, own)) return this.#take(saved);
    if (isSame(saved, this.#base)) return;
    // Ours were saved, perhaps in the host's spelling, unless they were changed since.
    if (this.#sent && isSame(this.#sent, own)) this.#take(saved);
    else this.savedElsewhere = true;
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
        this.rows = [];
        this.#save();
        void this.updateComplete.then(() => this.focusControl());
      },
      remark: field.verdict.remark,
      savedElsewhere: this.savedElsewhere ? describeRows(this.#saved) : undefined,
      takeSaved: () => {
        this.rows = [];
        this.#take(this.#saved);
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

  /** Shows the saved rows; behind them what is still half filled. */
  #take(saved: readonly ProtocolRow[]): void {
    this.#base = saved;
    this.#sent = undefined;
    this.savedElsewhere = false;
    if (!isSame(saved, this.rows.filter(isComplete))) {
      this.rows = [...saved, ...this.rows.filter((row) => !isComplete(row))];
    }
  }

  #renderRows(reset: TemplateResult | typeof nothing): TemplateResult {
    const { rows } = this;
    return html`<div class="protocol-rows">
      ${
        rows.length > 0
          ? html`<ul class="protocol-list" aria-labelledby="label-${this.field.name}">
              ${rows.map((row, place) => this.#renderRow(row, place))}
            </ul>`
          : this.field.fallback
            ? html`<p class="fallback">${t('Without rows: {0}', this.field.fallback)}</p>`
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
          if (event.key === 'Enter' && !isComposing(event)) this.#save();
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
        <option value="" ?disabled=${protocol !== ''}>${t('Choose a protocol')}</option>
        ${protocolNames.map(
          (name) =>
            html`<option value=${name} ?selected=${name === protocol}>${protocolLabels[name]()}</option>`,
        )}
      </select>
      <button
        type="button"
        class="icon-button"
        title=${remove}
        aria-label=${remove}
        @click=${on(() => this.#remove(place))}
      >
        <span class="codicon codicon-close" aria-hidden="true"></span>
      </button>
    </li>`;
  }

  #add(): void {
    this.rows = [...this.rows, { pattern: '', protocol: '' }];
    this.#focusRow(this.rows.length - 1);
  }

  #change(place: number, change: Partial<DraftRow>): void {
    const row = this.rows[place];
    if (row) this.rows = this.rows.with(place, { ...row, ...change });
  }

  #remove(place: number): void {
    this.rows = this.rows.toSpliced(place, 1);
    this.#saveInPassing();
    this.#focusRow(Math.min(place, this.rows.length - 1));
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
    if (!this.savedElsewhere) this.#save();
  }

  #save(): void {
    const value = this.rows.filter(isComplete).map(({ pattern, protocol }) => ({
      pattern: pattern.trim(),
      protocol,
    }));
    if (isSame(value, this.#sent ?? this.#saved)) return;
    this.#sent = value;
    emitIntent(this, { type: 'set', profile: this.profile, field: this.field.name, value });
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

function isComplete(row: DraftRow): row is ProtocolRow {
  return row.pattern.trim() !== '' && row.protocol !== '';
}

function isSame(some: readonly ProtocolRow[], others: readonly ProtocolRow[]): boolean {
  return describeRows(some) === describeRows(others);
}

function describeRows(rows: readonly ProtocolRow[]): string {
  return rows.map(({ pattern, protocol }) => `${pattern.trim()}: ${protocolLabels[protocol]()}`).join(', ');
}
