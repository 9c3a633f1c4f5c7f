import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { readReadOnlyPatterns } from '../settings/editorSettings.ts';

const anybodyWrites = 0o222;

/**
 * Whether the file of an open document is known to be read-only: by its permissions, or by VS Code's settings. A file
 * that does not exist yet is writable. A notebook cell belongs to the notebook's file.
 */
export async function isReadOnly(document: vscode.TextDocument): Promise<boolean> {
  const notebook = vscode.workspace.notebookDocuments.find((each) =>
    each.getCells().some((cell) => cell.document === document),
  );
  const { uri } = notebook ?? document;
  if (uri.scheme === 'untitled') return false;
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  const { include, exclude } = readReadOnlyPatterns(uri);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  /** A pattern is relative to the workspace folder, or matches the whole path. A cell has the path of its notebook. */
  const matches = (patterns: readonly string[]) =>
    patterns
      .flatMap((pattern) => [pattern, ...(folder ? [new vscode.RelativePattern(folder, pattern)] : [])])
      .some((pattern) => vscode.languages.match({ pattern }, document) > 0);
  if (matches(include) && !matches(exclude)) return true;
  try {
    // VS Code allows editing a file without write permission, and fails when saving it.
    if (uri.scheme === 'file') return ((await stat(uri.fsPath)).mode & anybodyWrites) === 0;
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    return false;
  }
}
