import type { ModelEntryView, ModelListView } from '../../../protocol/modelListView.ts';
import { bestMatches, type Candidate, toCandidate } from '../../../text/fuzzy.ts';

/** A row of the model menu. */
export type MenuRow =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'model'; readonly model: ModelEntryView }
  /** An ID that is not listed, as entered. */
  | { readonly kind: 'typed'; readonly id: string };

export type OptionRow = Exclude<MenuRow, { kind: 'heading' }>;

export const idOf = (row: OptionRow) => (row.kind === 'model' ? row.model.id : row.id);

interface ModelCandidate extends Candidate {
  readonly model: ModelEntryView;
}

/** Maximum number of results; typing more narrows them down. */
const mostFound = 200;
/** No legitimate ID is longer. */
const longestTyped = 200;

/** The search candidates of a list. */
function toCandidates(sections: ModelListView['sections']): ModelCandidate[] {
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
