import {
  columnsOf,
  type IndentStyle,
  indentOf,
  reindent,
} from '../../../platform/diffPreview/indentation.ts';
import { applyPatch, type Hunk } from './patch.ts';

/** In which way code becomes a part of a file. */
export type Placement =
  | { readonly kind: 'patch'; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'whole' }
  /** Between the lines that its own first and last line are found at. */
  | { readonly kind: 'anchored' }
  /** In place of a text that was selected; `offset` is where it was. */
  | { readonly kind: 'selection'; readonly selected: string; readonly offset: number }
  | { readonly kind: 'end' };

/** What a file would be. */
export interface Result {
  readonly text: string;
  readonly moved: number;
  readonly failed: readonly string[];
}

/** "… existing code …": the writer left out what is to stay. */
const leftOut =
  /^\s*(?:\/\/|#|--|\/\*|<!--|;|%)?\s*(?:\.{3}|…)|\bexisting code\b|\brest of (?:the )?(?:code|file)\b/im;

/** The way that is clear from the texts themselves; undefined where a person has to say. */
export function findWay(text: string, code: string, { tabSize }: IndentStyle): Placement | undefined {
  if (text.trim() === '') return { kind: 'whole' };
  if (leftOut.test(code)) return undefined;
  const span = findSpan(text, code, tabSize);
  if (!span) return undefined;
  const lines = text.split('\n');
  const isWritten = (line: string) => line.trim() !== '';
  const isWhole = span.first === lines.findIndex(isWritten) && span.last === lines.findLastIndex(isWritten);
  return { kind: isWhole ? 'whole' : 'anchored' };
}

/** The file as it would be, with line feeds only; undefined where the code's place is not there any more. */
export function makeResult(
  text: string,
  code: string,
  way: Placement,
  style: IndentStyle,
): Result | undefined {
  const plain = (result: string | undefined) =>
    result === undefined ? undefined : { text: result, moved: 0, failed: [] };
  switch (way.kind) {
    case 'patch':
      return applyPatch(text, way.hunks);
    case 'whole':
      return plain(text === '' || text.endsWith('\n') ? withLineEnd(code) : code.replace(/\n+$/, ''));
    case 'anchored':
      return plain(replaceAnchored(text, code, style));
    case 'selection':
      return plain(replaceSelected(text, code, way, style));
    case 'end':
      return plain(`${withLineEnd(text)}\n${withLineEnd(code)}`);
  }
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function replaceAnchored(text: string, code: string, style: IndentStyle): string | undefined {
  const span = findSpan(text, code, style.tabSize);
  if (!span) return undefined;
  const lines = text.split('\n');
  const base = indentOf(lines[span.first] ?? '');
  return lines
    .toSpliced(span.first, span.last - span.first + 1, reindent(trimLines(code), base, style))
    .join('\n');
}

/** Without the empty lines around it. */
function trimLines(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, '').replace(/\s+$/, '');
}

function replaceSelected(
  text: string,
  code: string,
  { selected, offset }: Extract<Placement, { kind: 'selection' }>,
  style: IndentStyle,
): string | undefined {
  const isThere = text.startsWith(selected, offset);
  const found = isThere ? offset : text.indexOf(selected);
  if (found === -1 || (!isThere && text.indexOf(selected, found + 1) !== -1)) return undefined;
  const lineStart = text.lastIndexOf('\n', found - 1) + 1;
  const before = text.slice(lineStart, found);
  return (
    text.slice(0, found) + fitCode(code, { before, selected }, style) + text.slice(found + selected.length)
  );
}

/** What stands where code is put: the text before it on its line, what it replaces, and the text behind it on its line. */
export interface Place {
  readonly before: string;
  readonly selected: string;
  /** Absent where it doesn't matter. */
  readonly after?: string;
}

/** Code as it is put at a place, indented as what was there. */
export function fitCode(code: string, { before, selected, after }: Place, style: IndentStyle): string {
  // At the end of a line that has something, code begins a line of its own.
  if (selected === '' && after?.trim() === '' && before.trim() !== '')
    return `\n${reindent(code, indentOf(before), style).trimEnd()}`;
  const isLineStart = before.trim() === '';
  const base = isLineStart && before === '' ? indentOf(selected) : indentOf(before);
  const fitted = reindent(code, base, style);
  // What stands before it on the line is there already.
  const text = before !== '' && fitted.startsWith(base) ? fitted.slice(base.length) : fitted;
  return selected.endsWith('\n') && !text.endsWith('\n') ? `${text}\n` : text;
}

/** Lines of a text, both counted from 0 and both meant. */
interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A line that only closes what another one opened: there are many of it, and the distance tells which is meant. */
const closing = /^(?:[)\]}>;,]+|end|fi|done|esac|<\/[\w:-]+>[;,)]*)$/;

/**
 * Where in a text a block of code has its place: from the one line that its first line is found at to its last line.
 * Undefined where that isn't beyond doubt.
 */
export function findSpan(text: string, code: string, tabSize: number): LineSpan | undefined {
  const lines = text.split('\n');
  const codeLines = code.split('\n').filter((line) => line.trim() !== '');
  const [firstLine] = codeLines;
  const lastLine = codeLines.at(-1);
  if (firstLine === undefined || lastLine === undefined || codeLines.length < 2) return undefined;
  const first = findOnly(lines, firstLine);
  if (first === undefined) return undefined;
  const last = closing.test(lastLine.trim()) ? findClosing() : findOnly(lines, lastLine);
  return last !== undefined && last > first ? { first, last } : undefined;

  function findClosing(): number | undefined {
    const columns = (line = '') => columnsOf(indentOf(line), tabSize);
    const wanted = columns(lines[first ?? 0]) + columns(lastLine) - columns(firstLine);
    const place = lines.findIndex(
      (line, at) => at > (first ?? 0) && line.trim() === lastLine?.trim() && columns(line) === wanted,
    );
    return place === -1 ? undefined : place;
  }
}

/** The place of a line that is there exactly once. */
function findOnly(lines: readonly string[], wanted: string): number | undefined {
  const isIt = (line: string) => line.trim() === wanted.trim();
  const place = lines.findIndex(isIt);
  return place !== -1 && place === lines.findLastIndex(isIt) ? place : undefined;
}
