import * as vscode from 'vscode';
import { walk } from './sources/folder.ts';
import { createWorkspaceFiles, nameOf } from './sources/workspaceFiles.ts';

const maxFiles = 20_000;
/** Folders with more files than anybody means. */
const skippedFolders = '**/{node_modules,.git,.hg,.svn,__pycache__,.venv,.yarn}/**';

export interface ListedFile {
  readonly name: string;
  readonly uri: string;
}

/** The files of the workspace that no rule ignores. */
export async function findWorkspaceFiles(): Promise<ListedFile[]> {
  const found = await vscode.workspace.findFiles('**/*', skippedFolders, maxFiles);
  // Workspaces that have no disk may have no search either.
  if (found.length === 0) return (await walkWorkspace()).map(toListed);
  // The list says where there are rules, unless it was cut.
  const rules = new Set(found.map(({ path }) => path).filter((path) => path.endsWith('/.gitignore')));
  const files = createWorkspaceFiles(found.length < maxFiles ? rules : undefined);
  const ignored = await files.areIgnored(found);
  return found.filter((_, place) => !ignored[place]).map(toListed);
}

function toListed(uri: vscode.Uri): ListedFile {
  return { name: nameOf(uri), uri: uri.toString() };
}

async function walkWorkspace(): Promise<vscode.Uri[]> {
  const files = createWorkspaceFiles();
  const never = new AbortController().signal;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const walks = await Promise.all(folders.map(({ uri }) => walk(uri, files, never)));
  return walks.flatMap(({ found }) => found);
}
