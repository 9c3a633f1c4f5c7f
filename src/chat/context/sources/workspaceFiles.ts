import { isAbsolute } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { findRealPlace } from '../../../platform/disk/diskFiles.ts';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { createIgnoreRules, type IgnoreRules } from '../ignoreRules.ts';
import { cleanName } from './attachedTexts.ts';
import type { Gathered } from './gathered.ts';

interface Looked {
  readonly isOutside: boolean;
  readonly isIgnored: boolean;
  /** The location in the workspace; for a link, its target. */
  readonly place: vscode.Uri;
}

/** Number of paths to check before yielding to other work. */
const lookedAtOnce = 1_000;

/** The name to show: the path relative to its workspace folder; outside of all folders, the file name. */
export function nameOf(uri: vscode.Uri): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folderOf(uri);
  if (!folder) return cleanName(uri.path.slice(uri.path.lastIndexOf('/') + 1) || uri.path);
  const path = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
  const name = folders.length > 1 ? [folder.name, path].filter(Boolean).join('/') : path || folder.name;
  return cleanName(name);
}

export function countFiles(count: number): string {
  const { t } = vscode.l10n;
  return count === 1 ? t('1 file') : t('{0} files', count);
}

/** The path to show when asking for approval, where a name alone would not be enough. */
function pathOf(uri: vscode.Uri): string {
  return cleanName(folderOf(uri) ? nameOf(uri) : uri.scheme === 'file' ? uri.fsPath : uri.path);
}

/** The paths that need approval before they are attached. */
export function askedPaths(
  uri: vscode.Uri,
  { isOutside, isIgnored }: Looked,
): Required<Pick<Gathered, 'outside' | 'ignored'>> {
  const path = pathOf(uri);
  return { outside: isOutside ? [path] : [], ignored: isIgnored ? [path] : [] };
}

/** Compares only paths: a notebook cell and the left side of a diff have their file's path under another scheme. */
function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  // New documents have a name and no path.
  if (!uri.path.startsWith('/')) return undefined;
  for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
    const { scheme, authority } = folder;
    if (uri.scheme === 'file' && scheme !== 'file') continue;
    const same = uri.with({ scheme, authority, query: '', fragment: '' });
    const found = vscode.workspace.getWorkspaceFolder(same);
    if (found) return found;
  }
  return undefined;
}

/** Workspace files for attachments. Created for each attachment, because it caches what it read. */
export type WorkspaceFiles = ReturnType<typeof createWorkspaceFiles>;

/** With `known`, which lists all existing rule files of the workspace, only those are read. */
export function createWorkspaceFiles(known?: ReadonlySet<string>) {
  const rules = new Map<string, Promise<IgnoreRules>>();

  function rulesFor(folder: vscode.WorkspaceFolder): Promise<IgnoreRules> {
    const key = folder.uri.toString();
    let found = rules.get(key);
    if (!found) {
      found = loadRules(folder.uri, known);
      rules.set(key, found);
    }
    return found;
  }

  async function isIgnored(uri: vscode.Uri, isFolder = false): Promise<boolean> {
    const folder = folderOf(uri);
    if (!folder || uri.path === folder.uri.path) return false;
    return (await rulesFor(folder)).isIgnored(isFolder ? `${uri.path}/` : uri.path);
  }

  return {
    /** Checks whether a file needs approval. For a link, its target counts, too. */
    async look(uri: vscode.Uri, isFolder?: boolean): Promise<Looked> {
      const ignored = await isIgnored(uri, isFolder);
      if (uri.scheme === 'untitled') return { isOutside: false, isIgnored: ignored, place: uri };
      const folder = folderOf(uri);
      // Symbolic links can only be resolved on disk.
      if (folder?.uri.scheme !== 'file')
        return { isOutside: folder === undefined, isIgnored: ignored, place: uri };
      const folders = (vscode.workspace.workspaceFolders ?? []).filter((each) => each.uri.scheme === 'file');
      const path = uri.with({ scheme: 'file', authority: folder.uri.authority }).fsPath;
      const place = await findRealPlace(
        path,
        folders.map((each) => each.uri.fsPath),
      );
      const root = place && folders[place.root];
      if (!root) return { isOutside: true, isIgnored: ignored, place: uri };
      const target = vscode.Uri.joinPath(root.uri, ...place.way.split(/[/\\]/));
      return {
        isOutside: false,
        isIgnored: ignored || (await isIgnored(target, isFolder)),
        place: target,
      };
    },
    isIgnored,
    /** The same for many files. */
    async areIgnored(uris: readonly vscode.Uri[]): Promise<boolean[]> {
      const ignored: boolean[] = [];
      for (let start = 0; start < uris.length; start += lookedAtOnce) {
        if (start > 0) await setImmediate();
        const some = uris.slice(start, start + lookedAtOnce);
        ignored.push(...(await Promise.all(some.map((uri) => isIgnored(uri)))));
      }
      return ignored;
    },
  };
}

/** The rules of the repository that contains a workspace folder; without one, those of the folder itself. */
async function loadRules(folder: vscode.Uri, known?: ReadonlySet<string>): Promise<IgnoreRules> {
  let root = folder.path.replace(/\/$/, '');
  const own = `${root}/`;
  const readTextFile = async (path: string) =>
    known && path.startsWith(own) && !known.has(path) ? undefined : readText(folder.with({ path }));
  let exclude: string | undefined;
  for (let path = root; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const gitFolder = await findGitFolder(folder.with({ path }));
    if (!gitFolder) continue;
    root = path;
    exclude = await readText(vscode.Uri.joinPath(gitFolder, 'info', 'exclude'));
    break;
  }
  // On systems whose file names ignore case, git ignores it, too.
  const isCaseIgnored = process.platform === 'win32' || process.platform === 'darwin';
  return createIgnoreRules({ root, exclude, readTextFile, isCaseIgnored });
}

/** The git folder; for an additional worktree, the folder that it shares with the main one. */
async function findGitFolder(folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  const git = vscode.Uri.joinPath(folder, '.git');
  const type = await fileTypeOf(git);
  if (type === undefined) return undefined;
  if (type & vscode.FileType.Directory) return git;
  const [, place] = /^gitdir: (.+)$/m.exec((await readText(git)) ?? '') ?? [];
  if (!place) return git;
  const own = resolveFrom(folder, place.trim());
  const common = (await readText(vscode.Uri.joinPath(own, 'commondir')))?.trim();
  return common ? resolveFrom(own, common) : own;
}

function resolveFrom(folder: vscode.Uri, place: string): vscode.Uri {
  return isAbsolute(place)
    ? vscode.Uri.file(place).with({ scheme: folder.scheme, authority: folder.authority })
    : vscode.Uri.joinPath(folder, place);
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
