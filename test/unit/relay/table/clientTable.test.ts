import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Column } from './column.ts';
import { columns } from './columns.ts';
import { Turns } from './pairwise.ts';
import { expectationOf, outcomeOf, type Row } from './row.ts';
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
const rows = Object.values(groups).flat();

const streams = columns.filter(({ family }) => family === 'streams');
const wholes = columns.filter(({ family }) => family === 'whole answers');
const others = columns.filter((column) => !streams.includes(column) && !wholes.includes(column));

function isFor({ only }: Row, { family }: Column): boolean {
  return only?.includes(family) ?? true;
}

/** The columns of each row: a streamed one, a whole one, one of the others, and one for each outcome not met by these. */
function selectColumns(): ReadonlyMap<Row, readonly Column[]> {
  const turns = new Turns(streams, wholes, others);
  return new Map(
    rows.map((row) => {
      const selected = [...turns.next((column) => isFor(row, column))];
      const met = new Set(selected.map((column) => outcomeOf(row, column)));
      for (const column of columns.filter((each) => isFor(row, each))) {
        const outcome = outcomeOf(row, column);
        if (!met.has(outcome)) selected.push(column);
        met.add(outcome);
      }
      return [row, selected];
    }),
  );
}

const selection = selectColumns();

describe('the client against every misbehaviour', () => {
  it('asks in a streamed column, a whole one and another one in each row, in each column about as often', () => {
    for (const row of rows) {
      const selected = selection.get(row) ?? [];
      for (const group of [streams, wholes, others]) {
        const isAsked = group.some((column) => selected.includes(column));
        deepStrictEqual(
          isAsked,
          group.some((column) => isFor(row, column)),
          row.name,
        );
      }
    }
    for (const group of [streams, wholes, others]) {
      const fair = rows.length / group.length;
      for (const column of group) {
        const asked = rows.filter((row) => selection.get(row)?.includes(column)).length;
        ok(asked >= 0.8 * fair, `${column.name}: ${asked} of ${rows.length}`);
      }
    }
  });

  for (const [group, groupRows] of Object.entries(groups)) {
    describe(group, () => {
      for (const row of groupRows) {
        for (const column of selection.get(row) ?? []) {
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
