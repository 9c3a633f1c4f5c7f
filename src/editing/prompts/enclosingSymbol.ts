import * as vscode from 'vscode';
import { readDocumentSymbols } from '../../platform/codeSymbols.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import { findNamedDeclaration, type LineRange } from './namedDeclaration.ts';

/** Enough to see what a variable holds. */
const headLength = 400;

/** How lines of comments and decorators begin, in most languages; `#private`, `*generator()` and `--count` are none. */
const commentLine =
  /^\s*(?:\/\/|\/\*|\*(?:[\s*/]|$)|#(?:[\s#!:]|$)|--(?:[\s\-[]|$)|;(?:[\s;]|$)|%|<!--|"""|'''|@)/;

const isCommentLine = (document: vscode.TextDocument, line: number) =>
  commentLine.test(document.lineAt(line).text);

/** The first line of the comment right above a line; the line itself where there is none. */
export function findCommentAbove(document: vscode.TextDocument, line: number): number {
  let first = line;
  while (first > 0 && isCommentLine(document, first - 1)) first -= 1;
  return first;
}

/**
 * The smallest named function, class or the like around a range, in whole lines, by VS Code's symbols; for a range in
 * its comment, the comment and the symbol. That takes seconds while a language server starts: `around` returns where
 * the range is by then.
 */
export async function findEnclosingSymbol(
  document: vscode.TextDocument,
  around: () => vscode.Range,
): Promise<vscode.Range | undefined> {
  let version: number;
  let symbols: Awaited<ReturnType<typeof readDocumentSymbols>>;
  do {
    // If the text was edited during the read, the symbols' ranges are outdated.
    ({ version } = document);
    symbols = await readDocumentSymbols(document.uri);
  } while (document.version !== version);
  const range = around();
  const find = (first: number, last: number) =>
    findNamedDeclaration(symbols, { first, last }, ({ range: { start } }) => {
      const from = document.offsetAt(new vscode.Position(start.line, start.character));
      return document.getText(
        new vscode.Range(document.positionAt(from), document.positionAt(from + headLength)),
      );
    });
  const enclosing = find(range.start.line, range.end.line);
  const lines =
    enclosing?.first === range.start.line
      ? enclosing
      : (findDeclarationBelow(document, range, find) ?? enclosing);
  return (
    lines && new vscode.Range(new vscode.Position(lines.first, 0), document.lineAt(lines.last).range.end)
  );
}

/** The declaration right below the comment that the range is in, with the comment. */
function findDeclarationBelow(
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
  find: (first: number, last: number) => LineRange | undefined,
): LineRange | undefined {
  let below = end.line;
  while (below < document.lineCount && isCommentLine(document, below)) below += 1;
  if (below === end.line || below === document.lineCount) return undefined;
  const lines = find(below, below);
  // Decorators may be part of the symbol, so it may begin above `below`, but not above the range's end.
  if (!lines || lines.first <= end.line) return undefined;
  const first = findCommentAbove(document, lines.first);
  const indentOf = (line: number) => document.lineAt(line).firstNonWhitespaceCharacterIndex;
  return first <= start.line && indentOf(first) === indentOf(lines.first) ? { ...lines, first } : undefined;
}

/** Runs a symbol search; if it takes long, shows progress that can be canceled. Undefined if it was canceled. */
export function showSymbolSearch<T>(search: () => Promise<T>): Promise<T | undefined> {
  return withDelayedProgress(vscode.l10n.t('Looking for the function at the cursor…'), search);
}
