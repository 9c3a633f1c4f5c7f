import * as vscode from 'vscode';
import { isSecretFile } from '../../../text/secrets/secretNames.ts';
import { walk } from '../../context/sources/folder.ts';
import { createWorkspaceFiles, nameOf } from '../../context/sources/workspaceFiles.ts';
import { findHiddenCharacters } from './hiddenCharacters.ts';
import { modelTexts } from './modelTexts.ts';
import { ToolRefusal } from './ownTool.ts';
import { readToolPath } from './toolPaths.ts';

/** Maximum number of entries to look at below a folder. */
const mostWalked = 20_000;

/**
 * The workspace files that tools may read: no ignored files, none with secrets, none outside. Created for each call,
 * because it caches the ignore rules.
 */
export function createToolFiles() {
  const files = createWorkspaceFiles();
  const folders = () => vscode.workspace.workspaceFolders ?? [];

  /** The real location of a path, with links resolved. Throws a refusal for the model if tools may not read it. */
  async function find(path: string): Promise<vscode.Uri> {
    if (folders().length === 0) throw new ToolRefusal(modelTexts.noFolder);
    const place = readToolPath(
      path,
      folders().map(({ name, uri }) => ({ name, path: uri.path })),
    );
    const folder = place && folders()[place.folder];
    if (!folder) throw new ToolRefusal(modelTexts.outside(path));
    const uri = place.way === '' ? folder.uri : vscode.Uri.joinPath(folder.uri, ...place.way.split('/'));
    // Check the path as a folder, too: an ignore rule may apply to folders only.
    const [asFile, asFolder] = [await files.look(uri), await files.look(uri, true)];
    if (asFile.isOutside) throw new ToolRefusal(modelTexts.linkOutside(path));
    if (asFile.isIgnored || asFolder.isIgnored) throw new ToolRefusal(modelTexts.ignored(path));
    if (isSecretFile(nameOf(uri)) || isSecretFile(nameOf(asFile.place)))
      throw new ToolRefusal(modelTexts.secret(path));
    return asFile.place;
  }

  return {
    find,
    /** The same for a file that a tool writes. */
    async findWritten(path: string): Promise<vscode.Uri> {
      if (!vscode.workspace.isTrusted) throw new ToolRefusal(modelTexts.untrustedEdit);
      const hidden = findHiddenCharacters(path, '');
      if (hidden) throw new ToolRefusal(modelTexts.hiddenCharacters(hidden));
      return find(path);
    },
    /** The same for files that a language service of the editor names. */
    async areOpen(uris: readonly vscode.Uri[]): Promise<boolean[]> {
      const known = new Map<string, boolean>();
      for (const uri of uris) {
        const address = uri.toString();
        if (known.has(address)) continue;
        const { isOutside, isIgnored } = await files.look(uri);
        known.set(address, !isOutside && !isIgnored && !isSecretFile(nameOf(uri)));
      }
      return uris.map((uri) => known.get(uri.toString()) ?? false);
    },
    /** All files below a folder, or below all folders of the workspace. Follows no links. */
    async walk(path: string | undefined, signal: AbortSignal) {
      const starts = path === undefined ? folders().map(({ uri }) => uri) : [await find(path)];
      if (starts.length === 0) throw new ToolRefusal(modelTexts.noFolder);
      const walks = await Promise.all(starts.map((start) => walk(start, files, signal, mostWalked)));
      return {
        found: walks.flatMap(({ found }) => found).filter((uri) => !isSecretFile(nameOf(uri))),
        isCutShort: walks.some(({ isCutShort }) => isCutShort),
      };
    },
  };
}
