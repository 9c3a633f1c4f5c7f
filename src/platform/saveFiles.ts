import { posix } from 'node:path';
import * as vscode from 'vscode';
import { fileTypeOf } from './fileType.ts';
import { notify, offerToOpen } from './notifications.ts';
import { imageFolderSetting, readImageFolder } from './settings/settings.ts';

/** One file to save; `@2x` is in the name of the larger one of two. */
export interface NewFile {
  readonly suffix: '' | '@2x';
  readonly extension: string;
  /** Its bytes, or a file that is copied. */
  readonly content: Uint8Array | vscode.Uri;
}

/** The title of the dialog, and its label for the file type. */
interface SaveWords {
  readonly title: string;
  readonly kind: string;
}

/** Maximum number of names to try, such as name-2. */
const mostOfOneName = 1_000;

/**
 * Saves files under a name, without extension, in the folder from the setting, or where the person chooses. Existing
 * files are replaced only if the person agrees in VS Code's dialog.
 */
export async function saveNewFiles(
  name: string,
  files: readonly NewFile[],
  words: SaveWords,
  isQuiet = false,
): Promise<readonly vscode.Uri[] | undefined> {
  const { t } = vscode.l10n;
  const folder = await findFolder();
  const saved = folder ? await createFiles(folder, name, files) : await saveByDialog(name, files, words);
  const [first] = saved ?? [];
  if (first && !isQuiet)
    void offerToOpen(first, 'info', t('Saved {0}', vscode.workspace.asRelativePath(first)));
  return saved;
}

/** The folder from the setting. Undefined if none is set or it can't be used: then the person is asked. */
async function findFolder(): Promise<vscode.Uri | undefined> {
  const { t } = vscode.l10n;
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const set = readImageFolder().trim();
  if (!workspace || set === '') return undefined;
  const names = set
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  const isElsewhere =
    /^(?:[\\/~]|[a-z]:)/i.test(set) || names.some((name) => name === '..' || name.includes(':'));
  if (isElsewhere || (await hasLink(workspace.uri, names))) {
    void notify('warning', t('{0} must be a folder in the workspace, not “{1}”.', imageFolderSetting, set));
    return undefined;
  }
  return vscode.Uri.joinPath(workspace.uri, ...names);
}

/** Whether the path contains a symbolic link, which may lead out of the workspace, or a file. */
async function hasLink(root: vscode.Uri, names: readonly string[]): Promise<boolean> {
  for (let depth = 1; depth <= names.length; depth += 1) {
    const type = await fileTypeOf(vscode.Uri.joinPath(root, ...names.slice(0, depth)));
    if (type === undefined) return false;
    if (type & vscode.FileType.SymbolicLink || !(type & vscode.FileType.Directory)) return true;
  }
  return false;
}

/** Creates the files under the first name that is free for all of them. */
export async function createFiles(
  folder: vscode.Uri,
  name: string,
  files: readonly NewFile[],
): Promise<readonly vscode.Uri[]> {
  for (let number = 1; number <= mostOfOneName; number += 1) {
    const stem = number === 1 ? name : `${name}-${number}`;
    const targets = files.map(({ suffix, extension }) =>
      vscode.Uri.joinPath(folder, `${stem}${suffix}.${extension}`),
    );
    const isTaken = async () =>
      (await Promise.all(targets.map(fileTypeOf))).some((type) => type !== undefined);
    if (await isTaken()) continue;
    if (await writeAll(files, targets)) return targets;
    // If the folder can't be written to, another name won't help.
    if (!(await isTaken())) break;
  }
  throw new Error(`No file named ${name} could be created in ${folder.path}`);
}

/** Whether all could be written. If another program has just created one, nothing is replaced. */
async function writeAll(files: readonly NewFile[], targets: readonly vscode.Uri[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const [index, { content }] of files.entries()) {
    const target = targets[index];
    if (!target) continue;
    if (content instanceof Uint8Array)
      edit.createFile(target, { contents: content, overwrite: false, ignoreIfExists: false });
    else if (!(await copyTo(target, content))) return false;
  }
  // Not `edit.size`: VS Code counts only text edits in it.
  const isCreated = files.some(({ content }) => content instanceof Uint8Array);
  return !isCreated || vscode.workspace.applyEdit(edit);
}

async function copyTo(target: vscode.Uri, source: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.copy(source, target, { overwrite: false });
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileExists') return false;
    throw error;
  }
}

/** VS Code's own dialog asks before it replaces a file. Further files get the name of the first. */
async function saveByDialog(
  name: string,
  files: readonly NewFile[],
  { title, kind }: SaveWords,
): Promise<readonly vscode.Uri[] | undefined> {
  const [first, ...others] = files;
  if (!first) return undefined;
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    title,
    ...(workspace && { defaultUri: vscode.Uri.joinPath(workspace.uri, `${name}.${first.extension}`) }),
    filters: { [kind]: [first.extension] },
  });
  if (!target) return undefined;
  const { content } = first;
  if (content instanceof Uint8Array) await vscode.workspace.fs.writeFile(target, content);
  else await vscode.workspace.fs.copy(content, target, { overwrite: true });
  const folder = target.with({ path: posix.dirname(target.path) });
  const stem = posix.basename(target.path, `.${first.extension}`);
  const more = others.length > 0 ? await createFiles(folder, stem, others) : [];
  return [target, ...more];
}
