import * as vscode from 'vscode';
import { type CodeSymbol, findNamedDeclaration } from './namedDeclaration.ts';

/** How long a question waits for a language server that is only starting. */
const patienceMs = 3000;
/** Enough to see what a variable holds. */
const headLength = 400;

/** The smallest named function, class or the like around a range, in whole lines, as VS Code knows the language. */
export async function findEnclosingSymbol(
  document: vscode.TextDocument,
  around: vscode.Range,
): Promise<vscode.Range | undefined> {
  const lines = findNamedDeclaration(
    await readSymbols(document.uri),
    { first: around.start.line, last: around.end.line },
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    // VS Code makes a tree of what providers list flatly.
    const asked = vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      address,
    );
    return (await Promise.race([asked, late])) ?? [];
  } catch {
    // A provider of another extension failed: then we know as much as without it.
    return [];
  } finally {
    clearTimeout(timer);
  }
}
