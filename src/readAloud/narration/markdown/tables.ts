import type { Table, TableCell, TableRow } from 'mdast';
import type { NarratedBlock } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import {
  type BlockContext,
  endBlock,
  type Lead,
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
  const ofTwo = head.children.length === 2;
  if (ofTwo) yield* narrateRow(head, context, { lead: ({ table }) => table });
  else if (body.length === 0) yield* narrateRow(head, context, {});
  const names = ofTwo ? [] : head.children.map((cell) => textOf(cell, context));
  const asked = body
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row }) => touches(reading, row));
  const heard = asked.slice(0, ofTwo ? maximumRows.ofTwo : maximumRows.ofMore);
  for (const { row, number } of heard)
    yield* narrateRow(row, context, ofTwo ? { isPair: true } : { names, lead: (words) => words.row(number) });
  const rest = asked.slice(heard.length).map(({ row }) => reading.parsed.rangeOf(row));
  const [first, last] = [rest[0], rest.at(-1)];
  if (!first || !last) return;
  const narrator = startBlock({ ...context, leads: [] }, table);
  narrator.say(narrator.words.moreRows(rest.length), { start: first.start, end: last.end });
  yield* endBlock(context, narrator.build('notice'));
}

interface RowWords {
  readonly lead?: Lead;
  /** The names of the columns, if they precede the values. */
  readonly names?: readonly string[];
  /** Whether the row is "first: second". */
  readonly isPair?: boolean;
}

function* narrateRow(
  row: TableRow,
  context: BlockContext,
  { lead, names = [], isPair = false }: RowWords,
): Generator<NarratedBlock> {
  const { reading } = context;
  const { parsed, part } = reading;
  const narrator = startBlock(context, row);
  const { words } = narrator;
  if (lead && parsed.rangeOf(row).start >= part.start) narrator.insert(lead(words));
  let isFirst = true;
  for (const [index, cell] of row.children.entries()) {
    const sign = signOf(cell, context);
    // A cell with only punctuation, such as a dash, counts as empty.
    if (!touches(reading, cell) || (sign === undefined && textOf(cell, context) === '')) continue;
    if (!isFirst) narrator.pause(isPair ? words.colon : words.comma);
    isFirst = false;
    if (names[index]) {
      narrator.insert(names[index]);
      narrator.space();
    }
    if (sign === undefined) narrateInline(cell.children, narrator, reading);
    else narrator.say(sign ? words.yes : words.no, parsed.rangeOf(cell));
  }
  yield* endBlock(context, narrator.build('tableRow'));
}

/** The narrated text of a cell. */
function textOf(cell: TableCell, { reading }: BlockContext): string {
  const { start, end } = reading.parsed.rangeOf(cell);
  const narrator = createNarrator(reading.source, { start, end }, languageIn(reading, cell));
  narrateInline(cell.children, narrator, { ...reading, part: { start, end } });
  return narrator.build('tableRow')[0]?.text ?? '';
}

/** A cell with only a tick or a cross means yes or no. */
function signOf(cell: TableCell, { reading }: BlockContext): boolean | undefined {
  const { start, end } = reading.parsed.rangeOf(cell);
  const sign = reading.source.slice(start, end).replaceAll(/\s|\||\uFE0F/g, '');
  if (/^(?:[\u2705\u2714\u2713\u2611\u{1F7E2}]|:(?:white|heavy)_check_mark:)$/u.test(sign)) return true;
  return /^(?:[\u274C\u274E\u2717\u2718\u2716\u2612\u{1F534}]|:x:)$/u.test(sign) ? false : undefined;
}
