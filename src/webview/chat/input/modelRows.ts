import { html, nothing, type TemplateResult } from 'lit';
import type { ModelEntryView, ModelListView } from '../../../protocol/modelListView.ts';
import { bestMatches, toCandidate } from '../../../text/fuzzy.ts';
import { joinItems } from '../../../text/joinText.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatCompactly, formatDollars, t } from '../../ui/l10n.ts';
import { renderModelName, shortenModel } from '../shownNames.ts';

/** A row of the model menu. */
export type MenuRow =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'model'; readonly model: ModelEntryView }
  /** An ID that is not listed, as entered. */
  | { readonly kind: 'typed'; readonly id: string };

export type OptionRow = Exclude<MenuRow, { kind: 'heading' }>;

export const idOf = (row: OptionRow) => (row.kind === 'model' ? row.model.id : row.id);

/** Maximum number of results; typing more narrows them down. */
const mostFound = 200;
/** No legitimate ID is longer. */
const longestTyped = 200;

/** The search candidates of a list. */
function toCandidates(sections: ModelListView['sections']) {
  const models = sections.flatMap((section) => section.models);
  return models.map((model, place) => {
    const { id, name, provider, isPinned } = model;
    const text = [provider, name, id].filter((part) => part !== undefined).join(' ');
    // Models that match equally well keep the order of the list, newest first.
    return { ...toCandidate(text, (isPinned ? 1 : 0) - place / 1_000_000), model };
  });
}

/**
 * The rows for the typed text: without text, all models in groups; otherwise, the best matches, and the text itself as
 * an ID. That row comes first if no model contains the text, so that Enter does not select a merely similar model.
 */
export function listRows(sections: ModelListView['sections'], typed: string): MenuRow[] {
  const text = typed.trim();
  if (text === '') {
    return sections.flatMap(({ title, models }): MenuRow[] => [
      { kind: 'heading', title },
      ...models.map((model): MenuRow => ({ kind: 'model', model })),
    ]);
  }
  const candidates = toCandidates(sections);
  const words = text.toLowerCase().split(/\s+/);
  const exact = candidates.filter(({ lower }) => words.every((word) => lower.includes(word)));
  const found = bestMatches(text, exact.length > 0 ? exact : candidates, mostFound);
  const rows = found.map(({ model }): MenuRow => ({ kind: 'model', model }));
  const isId =
    !/\s/.test(text) && text.length <= longestTyped && candidates.every(({ model }) => model.id !== text);
  if (!isId) return rows;
  const own: MenuRow = { kind: 'typed', id: text };
  return exact.length > 0 ? [...rows, own] : [own, ...rows];
}

/** The option this many steps away; a single step wraps around at the ends. */
export function stepFrom(
  rows: readonly MenuRow[],
  from: number | undefined,
  step: number,
): number | undefined {
  const options = [...rows.keys()].filter((index) => rows[index]?.kind !== 'heading');
  const last = options.length - 1;
  const to = (from === undefined ? -1 : options.indexOf(from)) + step;
  if (Math.abs(step) > 1) return options[Math.min(last, Math.max(0, to))];
  return options[to < 0 ? last : to > last ? 0 : to];
}

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
