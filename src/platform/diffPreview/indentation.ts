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

/** Whether a line has more than white space. */
export function isWritten(line: string): boolean {
  return line.trim() !== '';
}

/** The white space that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The width of an indentation in columns. */
export function columnsOf(indent: string, tabSize: number): number {
  if (!indent.includes('\t')) return indent.length;
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

/**
 * Indents code for its place: the lines keep their indentation relative to each other, after the place's own
 * indentation, in tabs or spaces as the document has them. The first line gets that indentation, too.
 */
export function reindent(code: string, base: string, { insertSpaces, tabSize }: IndentStyle): string {
  const lines = code.split('\n');
  const written = lines.filter(isWritten);
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

/** The columns of one indent step in code with spaces; the tab size if the code uses tabs. */
function unitOf(lines: readonly string[], tabSize: number): number {
  if (lines.some((line) => line.startsWith('\t'))) return tabSize;
  // The stars of a block comment are one column further right, which is not an indent step.
  const widths = lines.filter((line) => !/^ +\*/.test(line)).map((line) => indentOf(line).length);
  const least = Math.min(...widths);
  const steps = widths.map((width) => width - least).filter((width) => width > 1);
  return steps.length === 0 ? tabSize : Math.min(...steps);
}
