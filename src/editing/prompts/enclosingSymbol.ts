import * as vscode from 'vscode';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import { type CodeSymbol, findNamedDeclaration } from './namedDeclaration.ts';

/** Enough to see what a variable holds. */
const headLength = 400;
/** What is edited again and again meanwhile is not looked up for ever. */
const mostReads = 10;

/**
 * The smallest named function, class or the like around a range, in whole lines, as VS Code knows the language. That takes
 * seconds while a language server starts: `around` says where the range is by then.
 */
export async function findEnclosingSymbol(
  document: vscode.TextDocument,
  around: () => vscode.Range,
): Promise<vscode.Range | undefined> {
  let { version } = document;
  let symbols = await readSymbols(document.uri);
  // Of a text that was edited meanwhile, the symbols stand elsewhere by now.
  for (let reads = 1; document.version !== version && reads < mostReads; reads += 1) {
    ({ version } = document);
    symbols = await readSymbols(document.uri);
  }
  if (document.version !== version) return undefined;
  const range = around();
  const lines = findNamedDeclaration(
    symbols,
    { first: range.start.line, last: range.end.line },
    ({ range: { start } }) => {
      const from = document.offsetAt(new vscode.Position(start.line, start.character));
      return document.getText(
        new vscode.Range(document.positionAt(from), document.positionAt(from + headLength)),
      );
    },
  );
  return (
    lines && new vscode.Range(new vscode.Position(lines.first, 0), document.lineAt(lines.last).range.end)
  );
}

async function readSymbols(address: vscode.Uri): Promise<readonly CodeSymbol[]> {
  try {
    // VS Code makes a tree of what providers list flatly.
    const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      address,
    );
    return symbols ?? [];
  } catch {
    // A provider of another extension failed: then we know as much as without it.
    return [];
  }
}

/** Runs what looks for a symbol: where that takes long, it is shown, and can be cancelled. Undefined when it was. */
export function showSymbolSearch<T>(search: () => Promise<T>): Promise<T | undefined> {
  return withDelayedProgress(vscode.l10n.t('Looking for the function at the cursor…'), search);
}
