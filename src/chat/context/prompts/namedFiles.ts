import * as vscode from 'vscode';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { findReferences, type PromptReference } from './promptReferences.ts';

interface NamedFiles {
  readonly found: readonly vscode.Uri[];
  /** Paths, as they are written, that lead to nothing in the workspace. */
  readonly missing: readonly string[];
}

/**
 * The files that a prompt names. They count from the prompt's own folder, from a folder of the workspace where they begin
 * with a slash, and `#file:` from either. What lies outside of the workspace is not there, whoever names it; a person's
 * own prompts may also name what lies beside them.
 */
export async function findNamedFiles(
  body: string,
  promptAddress: vscode.Uri | undefined,
  ownFolder: vscode.Uri,
): Promise<NamedFiles> {
  const found = new Map<string, vscode.Uri>();
  const missing: string[] = [];
  for (const reference of findReferences(body)) {
    const address = await firstThere(candidates(reference, promptAddress), promptAddress, ownFolder);
    if (address) found.set(address.toString(), address);
    else missing.push(reference.path);
  }
  return { found: [...found.values()], missing };
}

function candidates({ path, kind }: PromptReference, promptAddress: vscode.Uri | undefined): vscode.Uri[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const ofWorkspace = folders.map((folder) => vscode.Uri.joinPath(folder, path));
  if (!promptAddress || path.startsWith('/')) return ofWorkspace;
  const besidePrompt = vscode.Uri.joinPath(promptAddress, '..', path);
  return kind === 'file' ? [besidePrompt, ...ofWorkspace] : [besidePrompt];
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
