import * as vscode from 'vscode';

/** The type of a file; undefined if it does not exist or is unknown. */
export async function fileTypeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
