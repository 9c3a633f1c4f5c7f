import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ProtocolRow } from '../../../protocol/settingsProtocol.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod, valueIn } from '../../ui/listeners.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { DraftField } from './draftField.ts';
import type { DraftRow } from './drafts.ts';

/** The protocols by model pattern, one row each. */
export class SettingsProtocols extends DraftField {
  static override readonly properties = drawnProperties('profile', 'field', 'drafts');

  override focusControl(): void {
    this.querySelector<HTMLElement>('.protocol-row input, .add-row')?.focus();
  }

  get #rows(): readonly DraftRow[] {
    return typeof this.value === 'string' ? [] : this.value;
  }

  protected override renderControl(reset: TemplateResult | typeof nothing): TemplateResult {
    const rows = this.#rows;
    return html`<div class="protocol-rows">
      ${
        rows.length > 0
          ? html`<ul class="protocol-list" aria-labelledby="label-${this.field.name}">
              ${rows.map((row, place) => this.#renderRow(row, place))}
            </ul>`
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
        @input=${({ target }: InputEvent) => this.#change(place, { pattern: valueIn(target) })}
        @blur=${() => this.save()}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !isForInputMethod(event)) this.save();
        }}
      />
      <select
        class="select"
        aria-label=${t('Protocol, row {0}', number)}
        .value=${live(protocol)}
        @change=${({ target }: Event) => {
          this.#change(place, { protocol: asProtocol(valueIn(target)) });
          this.save();
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
    this.edit([...this.#rows, { pattern: '', protocol: '' }]);
    this.#focusRow(this.#rows.length - 1);
  }

  #change(place: number, change: Partial<DraftRow>): void {
    const rows = this.#rows;
    const row = rows[place];
    if (row) this.edit(rows.with(place, { ...row, ...change }));
  }

  #remove(place: number): void {
    this.edit(this.#rows.toSpliced(place, 1));
    this.save();
    this.#focusRow(Math.min(place, this.#rows.length - 1));
  }

  /** Focuses the pattern of a row; without rows, the Add button. */
  #focusRow(place: number): void {
    void this.updateComplete.then(() => {
      const inputs = this.querySelectorAll<HTMLElement>('.protocol-row input');
      (inputs[place] ?? this.querySelector<HTMLElement>('.add-row'))?.focus();
    });
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
