import type { ConnectionView, TurnView } from '../../../protocol/protocolViews.ts';
import { createElement } from '../../ui/dom.ts';

interface Surroundings {
  readonly total: number;
  readonly running: ReadonlySet<string>;
  readonly connection: ConnectionView | undefined;
}

/**
 * The rows of turns, with space for turns that are not rendered; screen readers get position and total. Lit’s `repeat`
 * leaves a comment node behind for each removed row: in a long chat, they would accumulate.
 */
export class TurnRows {
  readonly #elements = new Map<string, HTMLElement>();

  /** Shows exactly these rows. Rows that stay are never moved, so they keep the focus and the selection. */
  show(list: HTMLElement, rows: readonly Row[], surroundings: Surroundings): void {
    const keyed = rows.map((row, at) => [keyOf(row, at, rows), row] as const);
    const keys = new Set(keyed.map(([key]) => key));
    for (const [key, element] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    let next = list.firstElementChild;
    for (const [key, row] of keyed) {
      const element = this.#elements.get(key) ?? createRow(row);
      this.#elements.set(key, element);
      fillRow(element, row, surroundings);
      if (element === next) next = next.nextElementSibling;
      else list.insertBefore(element, next);
    }
  }
}

function createRow({ type }: Row): HTMLElement {
  if (type === 'gap') return createElement('div', { class: 'gap', 'aria-hidden': 'true' });
  const turn = document.createElement('chat-turn');
  turn.role = 'listitem';
  return turn;
}

function fillRow(element: HTMLElement, row: Row, { total, running, connection }: Surroundings): void {
  if (row.type === 'gap') {
    element.dataset['from'] = String(row.from);
    element.dataset['to'] = String(row.to);
    return;
  }
  element.dataset['place'] = String(row.place);
  element.ariaPosInSet = String(row.place + 1);
  element.ariaSetSize = String(total);
  Object.assign(element, {
    turn: row.turn,
    isLast: row.place === total - 1,
    isAnyRunning: running.size > 0,
    relay: connection?.host,
  });
}

/** A row of the page: a turn, or the space of turns that are not rendered. */
export type Row =
  | { readonly type: 'turn'; readonly place: number; readonly turn: TurnView }
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

/** The rows of a conversation in which these turns are rendered, in order. */
export function layRows(drawn: readonly { place: number; turn: TurnView }[], total: number): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const { place, turn } of drawn) {
    if (place > next) rows.push({ type: 'gap', from: next, to: place });
    rows.push({ type: 'turn', place, turn });
    next = place + 1;
  }
  if (next < total) rows.push({ type: 'gap', from: next, to: total });
  return rows;
}

/**
 * A stable key for a row. A gap is identified by the turn after it: by its number, removing a gap would move the turns
 * after it in the page, and they would lose the focus and the selection.
 */
export function keyOf(row: Row, at: number, rows: readonly Row[]): string {
  if (row.type === 'turn') return row.turn.promptId;
  const next = rows[at + 1];
  return next?.type === 'turn' ? `before ${next.turn.promptId}` : 'at the end';
}
