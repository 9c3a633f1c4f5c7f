import * as vscode from 'vscode';
import {
  type BundleLeftOut,
  type BundleText,
  bundleTexts,
  maxBundleCharacters,
  maxBundleFiles,
  maxWalkedFiles,
} from './attachedTexts.ts';
import { readFileContent } from './fileContent.ts';
import type { Gathered, Refusal } from './gathered.ts';
import { nameOf, type WorkspaceFiles } from './workspaceFiles.ts';

/** Number of files that are read at a time: one by one, a remote folder would take too long. */
const readAtOnce = 8;

/**
 * The texts in a folder, within limits, with a listing that also names the files that were left out. With `files`,
 * ignored files are left out.
 */
export async function gatherFolder(
  folder: vscode.Uri,
  files: WorkspaceFiles | undefined,
  signal: AbortSignal,
): Promise<Gathered | Refusal> {
  const name = nameOf(folder);
  const { found, leftOut, isCutShort } = await walk(folder, files, signal);
  const bundle = await readTexts(found, signal);
  if (bundle.texts.length === 0)
    return { name, reason: vscode.l10n.t('The folder contains no text to attach.') };
  return gatherBundle('folder', name, `Files in ${name}`, {
    texts: bundle.texts,
    leftOut: [...leftOut, ...bundle.leftOut],
    isCutShort,
  });
}

/** The texts of several files as one attachment. */
export function gatherBundle(
  kind: 'folder' | 'editors',
  name: string,
  heading: string,
  bundle: Bundle & { readonly isCutShort?: boolean },
): Gathered {
  const { texts, leftOut, isCutShort } = bundle;
  return {
    texts: texts.map((each) => ({ ...each, file: each.name })),
    toRecord: (masked) => {
      const shown = texts.map((each, place) => ({ ...each, text: masked[place] ?? each.text }));
      return { kind, name, text: bundleTexts(heading, shown, leftOut, isCutShort) };
    },
  };
}

interface Bundle {
  readonly texts: readonly BundleText[];
  readonly leftOut: readonly BundleLeftOut[];
}

/** Reads these files, within the limits. */
export async function readTexts(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<Bundle> {
  const texts: BundleText[] = [];
  const leftOut: BundleLeftOut[] = [];
  let room = maxBundleCharacters;
  for (let index = 0; index < uris.length; index += readAtOnce) {
    const some = uris.slice(index, index + readAtOnce);
    const isFull = room <= 0 || texts.length >= maxBundleFiles;
    const contents = isFull ? [] : await Promise.all(some.map((uri) => readFileContent(uri)));
    signal.throwIfAborted();
    for (const [place, uri] of some.entries()) {
      const name = nameOf(uri);
      const content = contents[place];
      if (content?.type !== 'text') {
        leftOut.push({ name, reason: reasonOf(content) });
      } else if (content.text.length > room || texts.length >= maxBundleFiles) {
        leftOut.push({ name, reason: 'too much to send' });
      } else {
        texts.push({ name, text: content.text });
        room -= content.text.length;
      }
    }
  }
  return { texts, leftOut };
}

function reasonOf(content: Awaited<ReturnType<typeof readFileContent>> | undefined): string {
  if (content?.type === 'refused') return content.englishReason;
  return content ? `a ${content.type}` : 'too much to send';
}

/** All files below a folder: first its own files, then those in its subfolders. */
export async function walk(
  folder: vscode.Uri,
  files: WorkspaceFiles | undefined,
  signal: AbortSignal,
  mostWalked = maxWalkedFiles,
) {
  const found: vscode.Uri[] = [];
  const leftOut: BundleLeftOut[] = [];
  const folders = [folder];
  let seen = 0;
  for (let next = folders.shift(); next; next = folders.shift()) {
    let entries: [string, vscode.FileType][] = [];
    try {
      entries = await vscode.workspace.fs.readDirectory(next);
    } catch {
      leftOut.push({ name: `${nameOf(next)}/`, reason: 'can’t be read' });
    }
    for (const [entry, type] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      signal.throwIfAborted();
      if (++seen > mostWalked) return { found, leftOut, isCutShort: true };
      const uri = vscode.Uri.joinPath(next, entry);
      const isFolder = (type & vscode.FileType.Directory) !== 0;
      const name = isFolder ? `${nameOf(uri)}/` : nameOf(uri);
      if (entry === '.git') continue;
      // A link may lead out of the workspace, or back to a parent folder.
      if (type & vscode.FileType.SymbolicLink) leftOut.push({ name, reason: 'a link' });
      else if (await files?.isIgnored(uri, isFolder)) leftOut.push({ name, reason: 'ignored' });
      else if (isFolder) folders.push(uri);
      else found.push(uri);
    }
  }
  return { found, leftOut, isCutShort: false };
}
