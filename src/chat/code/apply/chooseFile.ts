import * as vscode from 'vscode';
import { findRealPlace, isThere } from '../../../platform/disk/diskFiles.ts';
import { plainText } from '../../../platform/notifications.ts';
import { nameOfPath, rankFiles, readNewPath } from '../../../text/describeCode.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { openEditors } from '../../context/sources/editorSources.ts';
import { showInvisible } from '../linksAndCommands.ts';

interface FileItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

/** Maximum number of workspace files to list, and of files with the same name to look at. */
const listedFiles = 5_000;
const filesOfOneName = 200;

/**
 * Lets the person choose the file that code is for: first files that the code seems to name, then open ones, `near`
 * first, then all of the workspace. The model's names only decide which files come first.
 */
export async function chooseFile(
  title: string,
  suggested: readonly string[],
  near: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const { t } = vscode.l10n;
  const named = await findSuggested(suggested);
  const listed = new Set<string>();
  const list = (label: string, uris: readonly vscode.Uri[]): FileItem[] => {
    // A diff names its file twice, so one list may contain a file more than once.
    const others = uris.filter((uri) => listed.size < listed.add(uri.toString()).size);
    if (others.length === 0) return [];
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...others.map(describeFile)];
  };
  const known = [...list(t('Mentioned in the code'), named), ...list(t('Open files'), openFiles(near))];
  const items = Promise.resolve(vscode.workspace.findFiles('**/*', undefined, listedFiles)).then(
    (all) => [
      ...known,
      ...list(
        t('Files in the workspace'),
        all.sort((a, b) => (a.path < b.path ? -1 : 1)),
      ),
    ],
    // If the file system can't be searched, the list still has the open files.
    () => known,
  );
  const [path] = named.length === 0 ? suggested : [];
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder:
      path === undefined
        ? t('Select the file to change')
        : t('File {0} not found: select the file to change', ellipsize(showInvisible(path), 0, 80)),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen?.uri;
}

function describeFile(uri: vscode.Uri): FileItem {
  const path = vscode.workspace.asRelativePath(uri);
  const name = nameOfPath(path) ?? path;
  const folder = path.slice(0, -name.length).replace(/\/$/, '');
  return {
    label: plainText(name),
    description: plainText(folder),
    uri,
    iconPath: vscode.ThemeIcon.File,
  };
}

/** Whether one of the paths means exactly this file, and not just another one with the same name. */
export function isNamed(uri: vscode.Uri, suggested: readonly string[]): boolean {
  const path = `/${vscode.workspace.asRelativePath(uri, true)}`;
  return suggested.some((each) => {
    const written = readNewPath(each);
    return written !== undefined && path.endsWith(`/${written}`);
  });
}

export async function findSuggested(suggested: readonly string[]): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const path of suggested) {
    const name = nameOfPath(path);
    if (name === undefined) continue;
    const pattern = `**/${name.replace(/[*?[\]{}]/g, '[$&]')}`;
    const uris = await vscode.workspace.findFiles(pattern, undefined, filesOfOneName);
    const byPath = new Map(uris.map((uri) => [vscode.workspace.asRelativePath(uri, true), uri]));
    found.push(...rankFiles(path, [...byPath.keys()]).flatMap((one) => byPath.get(one) ?? []));
  }
  return found;
}

/** Workspace files with a tab, and documents without a file; the one that the person works in comes first. */
export function openFiles(near: vscode.Uri | undefined): vscode.Uri[] {
  const isNear = (uri: vscode.Uri) => uri.toString() === near?.toString();
  return openEditors()
    .filter((uri) => uri.scheme === 'untitled' || vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)));
}

/** A file that could be created. */
interface NewFile {
  readonly uri: vscode.Uri;
  /** The path relative to its workspace folder. */
  readonly path: string;
}

/**
 * The first of the paths at which a file could be created: it does not exist yet, and is in a workspace folder even
 * after links are resolved. Works only for folders on disk, because others can't be checked.
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
    const uri = vscode.Uri.joinPath(folder.uri, path);
    if (await isThere(uri.fsPath)) continue;
    if (await findRealPlace(uri.fsPath, [folder.uri.fsPath])) return { uri, path };
  }
  return undefined;
}

/** With several folders, a path may begin with the name of one. */
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
