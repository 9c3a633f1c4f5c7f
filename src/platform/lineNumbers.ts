import type * as vscode from 'vscode';

interface Lines {
  readonly start: { readonly line: number };
  readonly end: Pick<vscode.Position, 'line' | 'character'>;
}

/** The last line of a range. One that ends at the beginning of a line does not include that line. */
export function lastLineOf({ start, end }: Lines): number {
  return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}

/** The lines of a range as part of a name, counted from 1: `3` or `3-9`. */
export function nameLines(range: Lines): string {
  const [first, last] = [range.start.line + 1, lastLineOf(range) + 1];
  return first === last ? `${first}` : `${first}-${last}`;
}
