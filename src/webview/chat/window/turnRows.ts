import type { ConnectionView, TurnView } from '../../../protocol/protocolViews.ts';
import { createElement } from '../../ui/dom.ts';
import { questionOf } from './turnCache.ts';

interface Surroundings {
  readonly total: number;
  readonly running: ReadonlySet<string>;
  readonly connection: ConnectionView | undefined;
  readonly pictures: string;
}

/**
 * The rows of turns, with space for turns that are not rendered; screen readers get position and total. Lit’s `repeat` leaves a
 * comment in the page for each row that goes: in a long chat, they would be more and more.
 */
export class TurnRows {
  readonly #elements = new Map<string, HTMLElement>();

  /** Shows these rows, and no others. Rows that stay are never moved: they keep the focus and what is selected in them. */
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

function fillRow(
  element: HTMLElement,
  row: Row,
  { total, running, connection, pictures }: Surroundings,
): void {
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
    pictures,
  });
}

/** What stands below one another in the page: turns, and the room that others would take. */
export type Row =
  | { readonly type: 'turn'; readonly place: number; readonly turn: TurnView }
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

/** The rows of a conversation of which these turns are drawn, given in their order. */
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
 * A key that stays with its row. A gap is known by the turn after it: were it known by its number, turns would be
 * moved in the page when a gap before them goes away, and lose the focus and what is selected in them.
 */
export function keyOf(row: Row, at: number, rows: readonly Row[]): string {
  if (row.type === 'turn') return questionOf(row.turn);
  const next = rows[at + 1];
  return next?.type === 'turn' ? `before ${questionOf(next.turn)}` : 'at the end';
}
