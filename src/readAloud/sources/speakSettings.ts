import * as vscode from 'vscode';
import { readDocumentSymbols } from '../../platform/codeSymbols.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { CodeSymbol, Narrate } from '../narration/block.ts';
import { type ReadAloudSettings, readReadAloudSettings } from '../readAloudSettings.ts';

/** How texts are narrated: the person's settings, and the parsers. */
export interface SpeakSettings extends Pick<ReadAloudSettings, 'codeBlocks' | 'code' | 'pronunciations'> {
  /** By VS Code language id or the name on a code fence. */
  readonly narrationFor: (languageId: string) => Narrate;
  /** Symbols of the document that is read. */
  readonly symbols?: readonly CodeSymbol[];
}

/** Loads the parsers of Markdown and code, a separate bundle, with the first text that is read. */
export async function readSpeakSettings(document?: vscode.TextDocument): Promise<SpeakSettings> {
  const [{ narrationFor }, symbols] = await Promise.all([
    import('../narration/narration.ts'),
    document && !/^(?:markdown|plaintext)$/.test(document.languageId) ? findSymbols(document) : undefined,
  ]);
  const { codeBlocks, code, pronunciations } = readReadAloudSettings();
  return { codeBlocks, code, pronunciations, narrationFor, ...(symbols && { symbols }) };
}

/** A language server that has just started may take seconds, which is too long to wait for the first word. */
const longestWaitMs = 500;

/** The spoken kind of a symbol; comments of other kinds, and of constructors, are read without a name. */
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

/** The symbols of a document, by the position of their names; undefined if the editor has none in time. */
async function findSymbols(document: vscode.TextDocument): Promise<readonly CodeSymbol[] | undefined> {
  const { version } = document;
  try {
    const symbols = await raceAbort(readDocumentSymbols(document.uri), AbortSignal.timeout(longestWaitMs));
    // If the text was edited in the meantime, the symbol ranges are outdated.
    if (symbols.length === 0 || document.version !== version) return undefined;
    return flatten(symbols, document).toSorted((one, other) => one.nameStart - other.nameStart);
  } catch {
    // Timed out: continue without symbols.
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
      // Local variables belong to the statements of their function body.
      kind: isInBody && ofValues.includes(kind) ? '' : (kinds.get(kind) ?? ''),
      // Some languages list a function with its parameters.
      name: /^[^\s(<]+/.exec(name)?.[0] ?? name,
      start: document.offsetAt(range.start),
      nameStart: document.offsetAt(selectionRange.start),
    },
    ...flatten(children, document, isInBody || ofFunctions.includes(kind)),
  ]);
}
