import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionView, TurnView } from '../../../protocol/protocolViews.ts';
import { questionOf } from './turnCache.ts';

interface Surroundings {
  readonly total: number;
  readonly running: ReadonlySet<string>;
  readonly connection: ConnectionView | undefined;
  readonly pictures: string;
}

/** The rows of turns, with space for turns that are not rendered; screen readers get position and total. */
export function renderRows(
  rows: readonly Row[],
  { total, running, connection, pictures }: Surroundings,
): TemplateResult {
  return html`${repeat(
    rows,
    (row, at) => keyOf(row, at, rows),
    (row) =>
      row.type === 'gap'
        ? html`<div class="gap" aria-hidden="true" data-from=${row.from} data-to=${row.to}></div>`
        : html`<chat-turn
            role="listitem"
            aria-posinset=${row.place + 1}
            aria-setsize=${total}
            data-place=${row.place}
            .turn=${row.turn}
            .isLast=${row.place === total - 1}
            .isAnyRunning=${running.size > 0}
            .relay=${connection?.host}
            .pictures=${pictures}
          ></chat-turn>`,
  )}`;
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
