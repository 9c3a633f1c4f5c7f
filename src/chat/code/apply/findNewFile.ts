import * as vscode from 'vscode';
import { findRealPlace } from '../../context/realPlace.ts';
import { isThere } from '../../storage/diskFiles.ts';
import { readNewPath } from '../describeCode.ts';

/** A file that could be made. */
export interface NewFile {
  /** The document without a file that is saved there. */
  readonly uri: vscode.Uri;
  /** Below its folder of the workspace. */
  readonly path: string;
  readonly folder: string;
}

/**
 * The first of the paths at which a file could be made: in a folder of the workspace, wherever its links lead, and
 * nothing is there yet. Only where there is a disk to look at: elsewhere nobody could tell.
 */
export async function findNewFile(
  suggested: readonly string[],
  near: vscode.Uri | undefined,
): Promise<NewFile | undefined> {
  for (const each of suggested) {
    const written = readNewPath(each);
    const place = written === undefined ? undefined : placeOf(written, near);
    if (place?.folder.uri.scheme !== 'file') continue;
    const { folder, path } = place;
    const file = vscode.Uri.joinPath(folder.uri, path);
    if (await isThere(file.fsPath)) continue;
    if (!(await findRealPlace(file.fsPath, [folder.uri.fsPath]))) continue;
    return { uri: file.with({ scheme: 'untitled' }), path, folder: folder.name };
  }
  return undefined;
}

/** Where there are several folders, a path may begin with the name of one. */
function placeOf(
  written: string,
  near: vscode.Uri | undefined,
): { readonly folder: vscode.WorkspaceFolder; readonly path: string } | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first = '', ...below] = written.split('/');
  const named = folders.length > 1 && below.length > 0 && folders.find(({ name }) => name === first);
  if (named) return { folder: named, path: below.join('/') };
  const folder = (near && vscode.workspace.getWorkspaceFolder(near)) ?? folders[0];
  return folder && { folder, path: written };
}
