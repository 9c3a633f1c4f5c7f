import { basename, parse } from 'node:path/posix';
import * as vscode from 'vscode';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { type EditorVariable, findReferences, type PromptNeeds } from './promptText.ts';

/** The editor's values for a prompt; a missing value is ''. */
export async function readEditorValues(
  { variables }: PromptNeeds,
  selection: string | undefined,
): Promise<Map<string, string>> {
  const read = (variable: EditorVariable) =>
    variable === 'selection' && selection !== undefined ? selection : readValue(variable);
  return new Map(await Promise.all(variables.map(async (each) => [each, await read(each)] as const)));
}

/** All selected texts of an editor, in the order of the document. */
export function readSelection(editor: vscode.TextEditor): string {
  return editor.selections
    .toSorted((a, b) => a.start.compareTo(b.start))
    .map((selection) => editor.document.getText(selection))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

async function readValue(variable: EditorVariable): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (variable === 'selection') return editor ? readSelection(editor) : '';
  if (variable === 'clipboard') return await vscode.env.clipboard.readText();
  const address = editor?.document.uri;
  if (variable === 'workspaceFolder' || variable === 'workspaceFolderBasename') {
    const folder =
      (address && vscode.workspace.getWorkspaceFolder(address)) ?? vscode.workspace.workspaceFolders?.[0];
    if (!folder) return '';
    return variable === 'workspaceFolder' ? pathOf(folder.uri) : basename(folder.uri.path);
  }
  if (!address) return '';
  return {
    file: pathOf(address),
    fileBasename: basename(address.path),
    fileBasenameNoExtension: parse(address.path).name,
    fileDirname: pathOf(vscode.Uri.joinPath(address, '..')),
    relativeFile: vscode.workspace.asRelativePath(address, false),
  }[variable];
}

/** A path in the system's notation; the whole URI for files that are not on disk. */
function pathOf(address: vscode.Uri): string {
  return address.scheme === 'file' || address.scheme === 'untitled' ? address.fsPath : address.toString(true);
}

/**
 * The files that a prompt refers to. Paths are relative to the prompt's folder, or else to a workspace folder, as all are
 * that begin with a slash. Files outside of the workspace count as missing, except that user prompts may also refer to
 * files next to them.
 */
export async function findNamedFiles(
  body: string,
  promptAddress: vscode.Uri | undefined,
  ownFolder: vscode.Uri,
) {
  const found = new Map<string, vscode.Uri>();
  const missing: string[] = [];
  for (const path of findReferences(body)) {
    const address = await firstThere(candidates(path, promptAddress), promptAddress, ownFolder);
    if (address) found.set(address.toString(), address);
    else missing.push(path);
  }
  return { found: [...found.values()], missing };
}

function candidates(path: string, promptAddress: vscode.Uri | undefined): vscode.Uri[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const ofWorkspace = folders.map((folder) => vscode.Uri.joinPath(folder, path));
  if (!promptAddress || path.startsWith('/')) return ofWorkspace;
  return [vscode.Uri.joinPath(promptAddress, '..', path), ...ofWorkspace];
}

async function firstThere(
  addresses: readonly vscode.Uri[],
  promptAddress: vscode.Uri | undefined,
  ownFolder: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const isOwn = promptAddress !== undefined && isBelow(promptAddress, ownFolder);
  for (const address of addresses) {
    const isInside = vscode.workspace.getWorkspaceFolder(address) || (isOwn && isBelow(address, ownFolder));
    if (isInside && (await fileTypeOf(address)) !== undefined) return address;
  }
  return undefined;
}

function isBelow(address: vscode.Uri, folder: vscode.Uri): boolean {
  return (
    address.scheme === folder.scheme &&
    address.authority === folder.authority &&
    address.path.startsWith(`${folder.path.replace(/\/$/, '')}/`)
  );
}
