import * as vscode from 'vscode';

/** What is at an address; undefined where nothing is, or nobody can tell. */
export async function fileTypeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
