import * as vscode from 'vscode';

/** How long a question waits for a language server that is only starting. */
const patienceMs = 3000;

const { SymbolKind } = vscode;
/** What people mean by "this", with the cursor somewhere in it. */
const meant: ReadonlySet<vscode.SymbolKind> = new Set([
  SymbolKind.Class,
  SymbolKind.Constructor,
  SymbolKind.Enum,
  SymbolKind.Function,
  SymbolKind.Interface,
  SymbolKind.Method,
  SymbolKind.Struct,
]);

interface Found {
  readonly kind: vscode.SymbolKind;
  readonly range: vscode.Range;
}

/** The smallest function, class or the like around a place, by what VS Code knows of the language. */
export async function findEnclosingSymbol(
  document: vscode.TextDocument,
  around: vscode.Range,
): Promise<vscode.Range | undefined> {
  const symbols = await readSymbols(document.uri);
  const candidates = [...flatten(symbols)].filter(
    ({ kind, range }) => meant.has(kind) && range.contains(around),
  );
  const smallest = candidates.reduce<Found | undefined>(
    (best, each) => (best === undefined || best.range.contains(each.range) ? each : best),
    undefined,
  );
  return smallest && wholeLines(document, smallest.range);
}

async function readSymbols(
  address: vscode.Uri,
): Promise<readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    const asked = vscode.commands.executeCommand<
      readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
    >('vscode.executeDocumentSymbolProvider', address);
    return (await Promise.race([asked, late])) ?? [];
  } catch {
    // A provider of another extension failed: then we know as much as without it.
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function* flatten(symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[]): Generator<Found> {
  for (const symbol of symbols) {
    yield { kind: symbol.kind, range: 'location' in symbol ? symbol.location.range : symbol.range };
    if ('children' in symbol) yield* flatten(symbol.children);
  }
}

/** With the indentation of its first line, so that the code looks as it does in its file. */
function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  return new vscode.Range(before.trim() ? start : start.with({ character: 0 }), end);
}
