import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { readDocumentSymbols, searchSymbols } from '../../../platform/codeSymbols.ts';
import { nameLines } from '../../../platform/lineNumbers.ts';
import type { SuggestionIcon } from '../../../protocol/suggestedView.ts';
import { parseAddress } from './attachedFiles.ts';
import { languageOf } from './fileContent.ts';
import { type Gathered, gatherText, type Refusal } from './gathered.ts';
import { askedPaths, createWorkspaceFiles, nameOf } from './workspaceFiles.ts';

/** A symbol of the workspace, as a value among the suggestions: its file, and its range in the fragment. */
const symbolScheme = 'model-relay-symbol:';

export const isSymbol = (value: string) => value.startsWith(symbolScheme);

interface FoundSymbol {
  readonly value: string;
  readonly name: string;
  /** The container, the file and the line of the symbol. */
  readonly detail: string;
  readonly icon: SuggestionIcon;
}

/** Language servers search all files, so they are asked only when the person stops typing. */
const pauseMs = 150;
/** Limit of the symbols that a language server lists. */
const maxListed = 500;

/** Symbols that VS Code's language services find; none if the signal is aborted, or a service fails. */
export async function findSymbols(query: string, signal: AbortSignal): Promise<readonly FoundSymbol[]> {
  await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
  const found = signal.aborted ? [] : await searchSymbols(query);
  if (signal.aborted) return [];
  const symbols = found
    .slice(0, maxListed)
    .filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri));
  const ignored = await createWorkspaceFiles().areIgnored(symbols.map(({ location }) => location.uri));
  return symbols.filter((_, index) => !ignored[index]).map(toFound);
}

function toFound({ name, kind, containerName, location }: vscode.SymbolInformation): FoundSymbol {
  const { uri, range } = location;
  const place = [range.start.line, range.start.character, range.end.line, range.end.character].join(',');
  return {
    value: `${symbolScheme}${uri.with({ fragment: place }).toString()}`,
    name,
    detail: [containerName, `${nameOf(uri)}:${range.start.line + 1}`].filter(Boolean).join(' · '),
    icon: icons[kind] ?? 'symbol-misc',
  };
}

const icons: Readonly<Partial<Record<vscode.SymbolKind, SuggestionIcon>>> = {
  [vscode.SymbolKind.Class]: 'symbol-class',
  [vscode.SymbolKind.Struct]: 'symbol-class',
  [vscode.SymbolKind.Interface]: 'symbol-interface',
  [vscode.SymbolKind.Function]: 'symbol-method',
  [vscode.SymbolKind.Method]: 'symbol-method',
  [vscode.SymbolKind.Constructor]: 'symbol-method',
  [vscode.SymbolKind.Enum]: 'symbol-enum',
  [vscode.SymbolKind.Property]: 'symbol-property',
  [vscode.SymbolKind.Field]: 'symbol-field',
  [vscode.SymbolKind.Variable]: 'symbol-variable',
  [vscode.SymbolKind.Constant]: 'symbol-constant',
};

/** The lines of a symbol's whole declaration, as they are in its editor. */
export async function gatherSymbol(value: string): Promise<Gathered | Refusal> {
  const address = value.slice(symbolScheme.length);
  const uri = await parseAddress(address);
  const named = uri && readRange(uri.fragment);
  const reason = vscode.l10n.t('It does not exist or can’t be read.');
  if (!named) return { name: address, reason };
  const file = uri.with({ fragment: '' });
  const document = await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
  if (!document) return { name: nameOf(file), reason };
  const declared = findDeclaration(await readDocumentSymbols(file), named) ?? named;
  const lines = document.validateRange(
    new vscode.Range(declared.start.line, 0, declared.end.line, Number.MAX_SAFE_INTEGER),
  );
  const name = `${nameOf(file)}:${nameLines(lines)}`;
  const looked = await createWorkspaceFiles().look(file);
  return gatherText(
    { kind: 'selection', name, text: document.getText(lines), language: languageOf(document) },
    {
      source: `selection:${name}`,
      firstLine: lines.start.line + 1,
      file: file.path,
      ...askedPaths(file, looked),
    },
  );
}

function readRange(fragment: string): vscode.Range | undefined {
  if (!/^\d{1,9}(?:,\d{1,9}){3}$/.test(fragment)) return undefined;
  const [line = 0, character = 0, endLine = 0, endCharacter = 0] = fragment.split(',').map(Number);
  return new vscode.Range(line, character, endLine, endCharacter);
}

/** Some language servers return the range of the whole declaration, some only that of its name. */
function findDeclaration(
  symbols: readonly vscode.DocumentSymbol[],
  named: vscode.Range,
): vscode.Range | undefined {
  for (const { selectionRange, range, children } of symbols) {
    if (named.contains(selectionRange) || selectionRange.contains(named)) return range;
    const inner = findDeclaration(children ?? [], named);
    if (inner) return inner;
  }
  return undefined;
}
