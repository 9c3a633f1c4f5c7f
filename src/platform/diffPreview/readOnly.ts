import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { readReadOnlyPatterns } from '../settings/editorSettings.ts';

const anybodyWrites = 0o222;

/**
 * Whether the file of an open document is known to take no changes: by itself, or since VS Code is told so. One that isn't on
 * a disk yet takes them.
 */
export async function isReadOnly(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === 'untitled') return false;
  if (uri.scheme === 'vscode-notebook-cell') {
    const notebook = vscode.workspace.notebookDocuments.find((each) =>
      each.getCells().some(({ document }) => document.uri.toString() === uri.toString()),
    );
    return notebook ? isReadOnly(notebook.uri) : false;
  }
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  const { include, exclude } = readReadOnlyPatterns(uri);
  if (matches(uri, include) && !matches(uri, exclude)) return true;
  try {
    // VS Code lets one write into a file that nobody may write, and fails when it is saved.
    if (uri.scheme === 'file') return ((await stat(uri.fsPath)).mode & anybodyWrites) === 0;
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    return false;
  }
}

/** A pattern counts from its workspace folder on, or it is of the whole path. */
function matches(uri: vscode.Uri, patterns: readonly string[]): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document) return false;
  return patterns.some((pattern) =>
    [pattern, ...(folder ? [new vscode.RelativePattern(folder, pattern)] : [])].some(
      (each) => vscode.languages.match({ pattern: each }, document) > 0,
    ),
  );
}
