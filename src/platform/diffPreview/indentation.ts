import type * as vscode from 'vscode';

/** How a document is indented. */
export interface IndentStyle {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

/** How an editor indents, by its own settings and what it found in the document. */
export function indentStyleOf(editor: vscode.TextEditor | undefined): IndentStyle {
  const { tabSize, insertSpaces } = editor?.options ?? {};
  return {
    tabSize: typeof tabSize === 'number' && tabSize > 0 ? tabSize : 4,
    insertSpaces: insertSpaces !== false,
  };
}

/** The white space that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** How far to the right a white space reaches. */
export function columnsOf(indent: string, tabSize: number): number {
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

/**
 * Code as it is to stand at a place: its lines keep their distances to each other, behind the place's own white
 * space, in tabs or spaces as the document has them. The first line has that white space as well.
 */
export function reindent(code: string, base: string, { insertSpaces, tabSize }: IndentStyle): string {
  const lines = code.split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const least = Math.min(...written.map((line) => columnsOf(indentOf(line), tabSize)));
  const unit = insertSpaces ? tabSize : unitOf(written, tabSize);
  const write = (columns: number) =>
    insertSpaces ? ' '.repeat(columns) : '\t'.repeat(Math.floor(columns / unit)) + ' '.repeat(columns % unit);
  return lines
    .map((line) => {
      const indent = indentOf(line);
      if (indent.length === line.length) return '';
      return base + write(columnsOf(indent, tabSize) - least) + line.slice(indent.length);
    })
    .join('\n');
}

/** How many columns one step is in code that is written with spaces; a tab's where tabs are used. */
function unitOf(lines: readonly string[], tabSize: number): number {
  if (lines.some((line) => line.startsWith('\t'))) return tabSize;
  // The stars of a block comment are one column further right, which is not an indent step.
  const widths = lines.filter((line) => !/^ +\*/.test(line)).map((line) => indentOf(line).length);
  const least = Math.min(...widths);
  const steps = widths.map((width) => width - least).filter((width) => width > 1);
  return steps.length === 0 ? tabSize : Math.min(...steps);
}
