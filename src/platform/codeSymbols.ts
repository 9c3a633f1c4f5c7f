import * as vscode from 'vscode';

/** The symbols of a document. VS Code turns the flat lists of some providers into a tree. */
export function readDocumentSymbols(uri: vscode.Uri): Promise<readonly vscode.DocumentSymbol[]> {
  return readProvided('vscode.executeDocumentSymbolProvider', uri);
}

/** Symbols of the workspace by name, from all language services. */
export function searchSymbols(query: string): Promise<readonly vscode.SymbolInformation[]> {
  return readProvided('vscode.executeWorkspaceSymbolProvider', query);
}

/** The result of a VS Code command that asks providers; empty if another extension's provider fails. */
async function readProvided<Item>(command: string, about: unknown): Promise<readonly Item[]> {
  try {
    return (await vscode.commands.executeCommand<readonly Item[] | undefined>(command, about)) ?? [];
  } catch {
    return [];
  }
}
