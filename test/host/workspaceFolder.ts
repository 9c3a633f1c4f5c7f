import { ok } from 'node:assert/strict';
import * as vscode from 'vscode';

const { fs } = vscode.workspace;

/** The folder that is open in the editor under test. */
export function workspaceRoot(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  ok(folder, 'a folder is open');
  return folder.uri;
}

/** Writes a file, with the folders on the way to it. */
export async function writeFile(
  folder: vscode.Uri,
  path: string,
  content: string | Uint8Array,
): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder, path);
  await fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
  await fs.writeFile(uri, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return uri;
}

/** A folder inside the open one, for a suite's tests. */
interface WorkspaceFolder {
  readonly uri: vscode.Uri;
  uriOf(path: string): vscode.Uri;
  write(path: string, content: string): Promise<vscode.Uri>;
}

/** Creates the folder with these files before the suite's tests, and deletes it with all its content afterwards. */
export function useWorkspaceFolder(
  name: string,
  files: Readonly<Record<string, string>> = {},
): WorkspaceFolder {
  const uri = vscode.Uri.joinPath(workspaceRoot(), name);
  const write = (path: string, content: string) => writeFile(uri, path, content);
  before(async () => {
    await fs.createDirectory(uri);
    for (const [path, text] of Object.entries(files)) await write(path, text);
  });
  after(() => fs.delete(uri, { recursive: true }));
  return { uri, uriOf: (path) => vscode.Uri.joinPath(uri, path), write };
}
