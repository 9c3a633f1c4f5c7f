import { deepStrictEqual } from 'node:assert/strict';
import type { Column } from './column.ts';
import { columns } from './columns.ts';
import { expectationOf, type Row } from './row.ts';
import { errorRows } from './rows/errorRows.ts';
import { goodRows } from './rows/goodRows.ts';
import { replyRows } from './rows/replyRows.ts';
import { tailRows } from './rows/tailRows.ts';
import { transportRows } from './rows/transportRows.ts';
import { runCell } from './runCell.ts';

const groups: Readonly<Record<string, readonly Row[]>> = {
  'errors by their status': errorRows,
  'good replies': goodRows,
  'errors and nonsense under a good status': replyRows,
  'half a reply and something else': tailRows,
  'what happens on the way': transportRows,
};

describe('the client, every method against every misbehaviour', () => {
  for (const [group, rows] of Object.entries(groups)) {
    describe(group, () => {
      for (const row of rows) {
        for (const column of columns) {
          if (row.only && !row.only.includes(column.family)) continue;
          it(`${row.name}: ${column.name}`, async () => {
            deepStrictEqual(await runCell(row, column), {
              came: await expectationOf(row, column),
              requests: countRequests(row, column),
              unhandled: [],
              listeners: 0,
            });
          });
        }
      }
    });
  }
});

/** Nothing is sent twice without anybody to hear of it, and nothing that is billed ever is. */
function countRequests({ sends = 1 }: Row, { requests = { all: 1, bad: 1 } }: Column): number {
  return requests.all + requests.bad * (sends - 1);
}
