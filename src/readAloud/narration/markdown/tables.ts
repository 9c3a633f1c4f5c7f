import type { Table, TableCell, TableRow } from 'mdast';
import type { NarratedBlock } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import {
  type BlockContext,
  endBlock,
  languageIn,
  narrateInline,
  startBlock,
  touches,
} from './narrateInline.ts';

/** Further rows are only counted. Two columns are usually a list of terms, so more rows are narrated. */
const maximumRows = { ofTwo: 30, ofMore: 10 };

/**
 * Narrates a table row by row. With two columns, the names are spoken once and each row is "first: second"; with more,
 * the name of its column precedes each value.
 */
export function* narrateTable(table: Table, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const [head, ...body] = table.children;
  if (!head) return;
  const names = head.children.map((cell) => textOf(cell, context));
  const ofTwo = names.length === 2;
  if (ofTwo && touches(reading, head)) yield* narrateHead(head, context);
  else if (body.length === 0) yield* narrateRow(head, { names: [] }, context);
  const asked = body
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row }) => touches(reading, row));
  const heard = asked.slice(0, ofTwo ? maximumRows.ofTwo : maximumRows.ofMore);
  for (const { row, number } of heard) {
    yield* narrateRow(row, ofTwo ? { names } : { names, number }, context);
  }
  const rest = asked.slice(heard.length).map(({ row }) => reading.parsed.rangeOf(row));
  const [first, last] = [rest[0], rest.at(-1)];
  if (!first || !last) return;
  const narrator = startBlock({ ...context, leads: [] }, table);
  narrator.say(narrator.words.moreRows(rest.length), { start: first.start, end: last.end });
  yield* endBlock(context, narrator.build('notice'));
}

/** "table: Name, Size", if the rows do not name the columns. */
function* narrateHead(head: TableRow, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const narrator = startBlock(context, head);
  if (reading.parsed.rangeOf(head).start >= reading.part.start) narrator.insert(narrator.words.table);
  for (const cell of head.children) {
    if (!touches(reading, cell)) continue;
    narrateInline(cell.children, narrator, reading);
    narrator.pauseBeforeMore();
  }
  yield* endBlock(context, narrator.build('tableRow'));
}

interface RowWords {
  readonly names: readonly string[];
  /** Spoken in front of a row with many columns. */
  readonly number?: number;
}

function* narrateRow(
  row: TableRow,
  { names, number }: RowWords,
  context: BlockContext,
): Generator<NarratedBlock> {
  const { reading } = context;
  const narrator = startBlock(context, row);
  const { start } = reading.parsed.rangeOf(row);
  if (number !== undefined && start >= reading.part.start) narrator.insert(narrator.words.row(number));
  let said = 0;
  row.children.forEach((cell, index) => {
    if (!touches(reading, cell)) return;
    const sign = signOf(cell, context);
    const name = number === undefined ? '' : (names[index] ?? '');
    // A cell with only punctuation, such as a dash, counts as empty.
    if (sign === undefined && textOf(cell, context) === '') return;
    if (said > 0 && names.length === 2) narrator.colon();
    else if (said > 0) narrator.pause();
    said += 1;
    if (name !== '') {
      narrator.insert(name);
      narrator.space();
    }
    if (sign === undefined) narrateInline(cell.children, narrator, reading);
    else narrator.say(sign ? narrator.words.yes : narrator.words.no, reading.parsed.rangeOf(cell));
  });
  yield* endBlock(context, narrator.build('tableRow'));
}

/** The narrated text of a cell. */
function textOf(cell: TableCell, { reading }: BlockContext): string {
  const { start, end } = reading.parsed.rangeOf(cell);
  const narrator = createNarrator(reading.source, { start, end }, languageIn(reading, cell));
  narrateInline(cell.children, narrator, { ...reading, part: { start, end } });
  return narrator.build('tableRow')?.text ?? '';
}

/** A cell with only a tick or a cross means yes or no. */
function signOf(cell: TableCell, { reading }: BlockContext): boolean | undefined {
  const { start, end } = reading.parsed.rangeOf(cell);
  const sign = reading.source.slice(start, end).replaceAll(/\s|\||\uFE0F/g, '');
  if (/^(?:[\u2705\u2714\u2713\u2611\u{1F7E2}]|:(?:white|heavy)_check_mark:)$/u.test(sign)) return true;
  return /^(?:[\u274C\u274E\u2717\u2718\u2716\u2612\u{1F534}]|:x:)$/u.test(sign) ? false : undefined;
}
