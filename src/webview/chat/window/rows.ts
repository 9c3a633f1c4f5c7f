import type { TurnView } from '../../../protocol/protocolViews.ts';
import { questionOf } from '../questionOf.ts';

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
