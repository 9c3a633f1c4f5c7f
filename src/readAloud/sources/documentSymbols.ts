import * as vscode from 'vscode';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { CodeSymbol } from '../narration/block.ts';

/** A language server that has just started may take seconds: nobody waits so long for the first word. */
const longestWaitMs = 500;

/** What is said for a kind of symbol; comments of any other kind, and of constructors, are read without a name. */
const kinds = new Map<vscode.SymbolKind, string>([
  [vscode.SymbolKind.Function, 'function'],
  [vscode.SymbolKind.Method, 'method'],
  [vscode.SymbolKind.Class, 'class'],
  [vscode.SymbolKind.Interface, 'interface'],
  [vscode.SymbolKind.Struct, 'struct'],
  [vscode.SymbolKind.Enum, 'enum'],
  [vscode.SymbolKind.EnumMember, 'member'],
  [vscode.SymbolKind.Property, 'property'],
  [vscode.SymbolKind.Field, 'field'],
  [vscode.SymbolKind.Constant, 'constant'],
  [vscode.SymbolKind.Variable, 'variable'],
  [vscode.SymbolKind.Namespace, 'namespace'],
  [vscode.SymbolKind.Module, 'module'],
  [vscode.SymbolKind.Object, 'object'],
]);

/** What is declared in a document, in order of the names; undefined where the editor can't tell, or not in time. */
export async function readDocumentSymbols(
  document: vscode.TextDocument,
): Promise<readonly CodeSymbol[] | undefined> {
  const { version } = document;
  try {
    // VS Code makes a tree of what providers list flatly.
    const symbols = await raceAbort(
      Promise.resolve(
        vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
          'vscode.executeDocumentSymbolProvider',
          document.uri,
        ),
      ),
      AbortSignal.timeout(longestWaitMs),
    );
    // Of a text that was edited meanwhile, the symbols stand elsewhere by now.
    if (!symbols?.length || document.version !== version) return undefined;
    return flatten(symbols, document).toSorted((one, other) => one.nameStart - other.nameStart);
  } catch {
    // Too late, or a provider of another extension failed: then we know as much as without it.
    return undefined;
  }
}

const ofValues: readonly vscode.SymbolKind[] = [vscode.SymbolKind.Constant, vscode.SymbolKind.Variable];
const ofFunctions: readonly vscode.SymbolKind[] = [
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Constructor,
];

function flatten(
  symbols: readonly vscode.DocumentSymbol[],
  document: vscode.TextDocument,
  isInBody = false,
): CodeSymbol[] {
  return symbols.flatMap(({ kind, name, range, selectionRange, children }) => [
    {
      // What a body declares for itself belongs to its statements.
      kind: isInBody && ofValues.includes(kind) ? '' : (kinds.get(kind) ?? ''),
      // Some languages list a function with what it takes.
      name: /^[^\s(<]+/.exec(name)?.[0] ?? name,
      start: document.offsetAt(range.start),
      nameStart: document.offsetAt(selectionRange.start),
    },
    ...flatten(children, document, isInBody || ofFunctions.includes(kind)),
  ]);
}
