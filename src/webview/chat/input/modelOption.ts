import { html, nothing, type TemplateResult } from 'lit';
import type { ModelEntryView } from '../../../protocol/modelListView.ts';
import { joinItems } from '../../../text/joinText.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatCompactly, formatDollars, t } from '../../ui/l10n.ts';
import { renderModelName, shortenModel } from '../shownNames.ts';
import type { OptionRow } from './modelRows.ts';

interface OptionState {
  readonly id: string;
  /** Number of options, of which the page may have only the first. */
  readonly count: number;
  /** Whether Enter selects it. */
  readonly isActive: boolean;
  /** Whether it is the conversation's model. */
  readonly isSelected: boolean;
  readonly choose: () => void;
  readonly togglePin: (model: ModelEntryView) => void;
}

/** A row of the model menu that can be selected. */
export function renderModelOption(row: OptionRow, state: OptionState): TemplateResult {
  const [label, detail] = wordsOf(row);
  const { isActive, isSelected } = state;
  return html`<div
    class="model-option ${detail === '' ? '' : 'two-lines'} ${isActive ? 'active' : ''}"
    id=${state.id}
    role="option"
    aria-selected=${isSelected}
    aria-setsize=${state.count}
    aria-label=${row.kind === 'model' ? describeModel(row.model) : label}
    title=${[label, detail, row.kind === 'model' && describePrices(row.model)].filter(Boolean).join('\n')}
    @click=${state.choose}
  >
    <span class="model-check">${isSelected ? renderIcon('check') : nothing}</span>
    <span class="model-words">
      <span class="model-label">${row.kind === 'model' ? renderModelName(label) : label}</span>
      ${detail === '' ? nothing : html`<span class="model-id">${detail}</span>`}
    </span>
    ${row.kind === 'model' ? renderFacts(row.model, state.togglePin) : nothing}
  </div>`;
}

/** The pin is not a button: an option can't contain one. The search field handles its key. */
function renderFacts(model: ModelEntryView, togglePin: OptionState['togglePin']): TemplateResult {
  const { contextTokens, takesTools, takesImages, thinks, isPinned } = model;
  const press = (event: Event) => {
    event.stopPropagation();
    togglePin(model);
  };
  return html`<span class="model-facts" aria-hidden="true">
    ${contextTokens ? html`<span class="model-context" title=${t('Context')}>${formatCompactly(contextTokens)}</span>` : nothing}
    ${thinks ? html`<span title=${t('Thinking')}>${renderIcon('lightbulb')}</span>` : nothing}
    ${takesImages ? html`<span title=${t('Images')}>${renderIcon('eye')}</span>` : nothing}
    ${takesTools ? html`<span title=${t('Tools')}>${renderIcon('tools')}</span>` : nothing}
    <span
      class="model-pin ${isPinned ? 'pinned' : ''}"
      title=${isPinned ? t('Unpin (Shift+Enter)') : t('Pin (Shift+Enter)')}
      @click=${press}
      >${renderIcon(isPinned ? 'pinned' : 'pin')}</span
    >
  </span>`;
}

/** The text of an option: its name, and below it its ID or the reason why it is listed. */
function wordsOf(row: OptionRow): readonly [label: string, detail: string] {
  if (row.kind === 'typed') return [t('Use “{0}”', shortenModel(row.id)), ''];
  const { id, name, isUnlisted } = row.model;
  const note = isUnlisted ? t('Not listed by the relay') : '';
  return name === undefined ? [shortenModel(id), note] : [shortenModel(name), note || shortenModel(id)];
}

const million = 1_000_000;

/** The prices, for the tooltip: there is no room in the row. */
function describePrices({ prices }: Pick<ModelEntryView, 'prices'>): string | undefined {
  if (!prices) return undefined;
  const [input, output] = [prices.input, prices.output].map((price) => formatDollars(price * million));
  return t('{0} input, {1} output per million tokens', input ?? '', output ?? '');
}

/** The same text and facts, for screen readers. */
function describeModel(model: ModelEntryView): string {
  const { id, name, isUnlisted, isPinned, contextTokens, takesTools, takesImages, thinks } = model;
  const words = [
    name === undefined ? undefined : shortenModel(name),
    shortenModel(id),
    contextTokens && t('{0} tokens of context', formatCompactly(contextTokens)),
    thinks && t('Thinking'),
    takesImages && t('Images'),
    takesTools && t('Tools'),
    describePrices(model),
    isUnlisted && t('Not listed by the relay'),
    isPinned && t('Pinned'),
  ];
  return joinItems(
    words.filter((word) => typeof word === 'string'),
    t,
  );
}
