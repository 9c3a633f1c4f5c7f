import { type IndentStyle, indentOf, reindent } from '../../../platform/diffPreview/indentation.ts';

export function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Replaces the whole file with code, and keeps whether the file ends with a line break. */
export function placeAsWhole(text: string, code: string): string {
  return text === '' || text.endsWith('\n') ? withLineEnd(code) : code.replace(/\n+$/, '');
}

export function placeAtEnd(text: string, code: string): string {
  return `${withLineEnd(text)}\n${withLineEnd(code)}`;
}

/** The file with code in place of the text that is selected at an offset; without a selection, at the cursor. */
export function placeAt(
  text: string,
  code: string,
  offset: number,
  selected: string,
  style: IndentStyle,
): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const rest = text.slice(offset + selected.length);
  const after = rest.split('\n', 1)[0] ?? '';
  return text.slice(0, offset) + fitCode(code, { before, selected, after }, style) + rest;
}

/** The text around inserted code: before it on its line, what it replaces, and after it on its line. */
interface Place {
  readonly before: string;
  readonly selected: string;
  /** Undefined if it doesn't matter. */
  readonly after?: string;
}

/** Code as it is inserted at a place, with the indentation of the text there. */
export function fitCode(code: string, { before, selected, after }: Place, style: IndentStyle): string {
  // At the end of a line with text, code starts on a new line.
  if (selected === '' && after?.trim() === '' && before.trim() !== '')
    return `\n${reindent(code, indentOf(before), style).trimEnd()}`;
  const isLineStart = before.trim() === '';
  const base = isLineStart && before === '' ? indentOf(selected) : indentOf(before);
  const fitted = reindent(code, base, style);
  // The line already has the indentation before the code.
  const text = before !== '' && fitted.startsWith(base) ? fitted.slice(base.length) : fitted;
  return selected.endsWith('\n') && !text.endsWith('\n') ? `${text}\n` : text;
}

/** A line that only closes a block: there are many equal ones, so the indentation tells which one matches. */
export const closing = /^(?:[)\]}>;,]+|end|fi|done|esac|<\/[\w:-]+>[;,)]*)$/;
