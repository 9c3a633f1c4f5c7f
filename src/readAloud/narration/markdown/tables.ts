import type { Table, TableCell, TableRow } from 'mdast';
import type { NarratedBlock } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import {
  type BlockContext,
  endBlock,
  inSource,
  languageIn,
  narrateInline,
  startBlock,
  touches,
} from './narrateInline.ts';
import { rangeOf } from './parseForNarration.ts';

/** More rows than these are a thing to look at; those of two columns are a list of things and what they are. */
const maximumRows = { ofTwo: 30, ofMore: 10 };

/**
 * A table row by row. Of two columns, the names are said once and each row is "first: second"; of more, each value
 * stands behind the name of its column.
 */
export function* narrateTable(table: Table, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const [head, ...body] = table.children;
  if (!head) return;
  const names = head.children.map((cell) => textOf(cell, context));
  const ofTwo = names.length === 2;
  const leftOut = rowsLeftOut(table, context);
  if (ofTwo && touches(reading, rangeOf(head))) yield* narrateHead(head, context);
  else if (body.length === 0) yield* narrateRow(head, { names: [] }, context);
  const asked = body
    .map((row, index) => ({ row, number: index + 1 + countBefore(row, leftOut, context) }))
    .filter(({ row }) => touches(reading, rangeOf(row)));
  const heard = asked.slice(0, ofTwo ? maximumRows.ofTwo : maximumRows.ofMore);
  for (const { row, number } of heard) {
    yield* narrateRow(row, ofTwo ? { names } : { names, number }, context);
  }
  yield* narrateRest(
    table,
    [
      ...asked.slice(heard.length).map(({ row }) => ({ ...inSource(reading, rangeOf(row)), count: 1 })),
      ...leftOut.filter(({ start, asked: count }) => count > 0 && start >= reading.part.start),
    ],
    context,
  );
}

/** How many rows are not heard. */
function* narrateRest(
  table: Table,
  rest: readonly (TextRange & { readonly count?: number; readonly asked?: number })[],
  context: BlockContext,
): Generator<NarratedBlock> {
  const first = rest[0];
  const last = rest.at(-1);
  if (!first || !last) return;
  const narrator = startBlock({ ...context, leads: [] }, rangeOf(table));
  const count = rest.reduce((sum, rows) => sum + (rows.asked ?? rows.count ?? 0), 0);
  narrator.say(narrator.words.moreRows(count), { start: first.start, end: last.end });
  yield* endBlock(context, narrator.build('notice'));
}

interface RowsLeftOut extends TextRange {
  readonly count: number;
  /** How many of them lie within what is asked for. */
  readonly asked: number;
}

/** Rows that the parser wasn't shown. */
function rowsLeftOut(table: Table, { reading }: BlockContext): readonly RowsLeftOut[] {
  const { chunk, part, source } = reading;
  const { start, end } = inSource(reading, rangeOf(table));
  const lineEndLength = 2;
  return chunk.leftOut
    .filter((gap) => gap.start > start && gap.start <= end + lineEndLength)
    .map((gap) => ({
      start: gap.start,
      end: gap.end - (/[\r\n]*$/.exec(source.slice(gap.end - lineEndLength, gap.end))?.[0].length ?? 0),
      count: countLines(source.slice(gap.start, gap.end)),
      asked: countLines(source.slice(gap.start, Math.min(gap.end, part.end))),
    }));
}

function countLines(text: string): number {
  return text.match(/[^\r\n]+/g)?.length ?? 0;
}

function countBefore(row: TableRow, leftOut: readonly RowsLeftOut[], { reading }: BlockContext): number {
  const { start } = inSource(reading, rangeOf(row));
  return leftOut.reduce((sum, rows) => sum + (rows.end <= start ? rows.count : 0), 0);
}

/** "table: Name, Size", where what follows says neither. */
function* narrateHead(head: TableRow, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const range = rangeOf(head);
  const narrator = startBlock(context, range);
  if (inSource(reading, range).start >= reading.part.start) narrator.insert(narrator.words.table);
  for (const cell of head.children) {
    if (!touches(reading, rangeOf(cell))) continue;
    narrateInline(cell.children, narrator, reading);
    narrator.pauseBeforeMore();
  }
  yield* endBlock(context, narrator.build('tableRow'));
}

interface RowWords {
  readonly names: readonly string[];
  /** Said in front of a row of many columns. */
  readonly number?: number;
}

function* narrateRow(
  row: TableRow,
  { names, number }: RowWords,
  context: BlockContext,
): Generator<NarratedBlock> {
  const { reading } = context;
  const range = rangeOf(row);
  const narrator = startBlock(context, range);
  const { start } = inSource(reading, range);
  if (number !== undefined && start >= reading.part.start) narrator.insert(narrator.words.row(number));
  let said = 0;
  row.children.forEach((cell, index) => {
    if (!touches(reading, rangeOf(cell))) return;
    const sign = signOf(cell, context);
    const name = number === undefined ? '' : (names[index] ?? '');
    // A cell of mere marks, such as a dash, says that there is nothing.
    if (sign === undefined && textOf(cell, context) === '') return;
    if (said > 0 && names.length === 2) narrator.colon();
    else if (said > 0) narrator.pause();
    said += 1;
    if (name !== '') {
      narrator.insert(name);
      narrator.space();
    }
    if (sign === undefined) narrateInline(cell.children, narrator, reading);
    else narrator.say(sign ? narrator.words.yes : narrator.words.no, inSource(reading, rangeOf(cell)));
  });
  yield* endBlock(context, narrator.build('tableRow'));
}

/** What is said for a cell. */
function textOf(cell: TableCell, { reading }: BlockContext): string {
  const { start, end } = inSource(reading, rangeOf(cell));
  const narrator = createNarrator(reading.source, { start, end }, languageIn(reading, rangeOf(cell)));
  narrateInline(cell.children, narrator, { ...reading, part: { start, end } });
  return narrator.build('tableRow')?.text ?? '';
}

/** Cells of a tick or a cross alone are an answer. */
function signOf(cell: TableCell, { reading }: BlockContext): boolean | undefined {
  const { start, end } = inSource(reading, rangeOf(cell));
  const sign = reading.source.slice(start, end).replaceAll(/\s|\||\uFE0F/g, '');
  if (/^(?:[\u2705\u2714\u2713\u2611\u{1F7E2}]|:(?:white|heavy)_check_mark:)$/u.test(sign)) return true;
  return /^(?:[\u274C\u274E\u2717\u2718\u2716\u2612\u{1F534}]|:x:)$/u.test(sign) ? false : undefined;
}
