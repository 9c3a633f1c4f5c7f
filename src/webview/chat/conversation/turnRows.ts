import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionView } from '../../../protocol/protocolViews.ts';
import { keyOf, type Row } from '../window/rows.ts';

interface Surroundings {
  readonly total: number;
  readonly running: ReadonlySet<string>;
  readonly connection: ConnectionView | undefined;
  readonly pictures: string;
}

/** Turns, and room for those that are not drawn; a screen reader tells which of how many each is. */
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
