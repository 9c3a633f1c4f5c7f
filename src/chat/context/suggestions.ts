import * as vscode from 'vscode';
import type { SuggestionIcon, SuggestionView } from '../../protocol/protocolViews.ts';
import { bestMatches, type Candidate, toCandidate } from '../../text/fuzzy.ts';
import { type AttachmentSource, sourceScheme, type WorkspaceFile } from './attachmentPicker.ts';
import { openEditors } from './sources/editorSources.ts';
import { walk } from './sources/folder.ts';
import { createWorkspaceFiles, nameOf } from './sources/workspaceFiles.ts';

/** As the chip of what is attached by it has. */
const icons: Readonly<Record<AttachmentSource['what'], SuggestionIcon>> = {
  files: 'file',
  folder: 'folder',
  picture: 'file-media',
  selection: 'list-selection',
  editors: 'files',
  problems: 'error',
  terminal: 'terminal',
  changes: 'git-compare',
};
/** With these it is only chosen afterwards what is attached, if anything is: nothing can be said of it before. */
const choosers: ReadonlySet<AttachmentSource['what']> = new Set(['files', 'folder', 'picture', 'problems']);

const maxSuggestions = 30;
/** How long a list of files is reused while the person types. */
const freshMs = 10_000;

interface FileCandidate extends Candidate {
  readonly uri: string;
}

export function createFileSuggestions(ways: () => readonly AttachmentSource[]) {
  let listed: { readonly at: number; readonly files: Promise<readonly FileCandidate[]> } | undefined;
  /** Those that were attached, the last one last. */
  const recent = new Set<string>();

  function workspaceFiles(): Promise<readonly FileCandidate[]> {
    if (!listed || Date.now() - listed.at > freshMs) {
      const files = findWorkspaceFiles().then((found) => found.map(({ name, uri }) => toFile(name, uri)));
      listed = { at: Date.now(), files };
    }
    return listed.files;
  }

  /** All files, and folders among them where they are wanted; those open and attached lately rank above the others. */
  async function candidates(withFolders: boolean): Promise<FileCandidate[]> {
    const files = await workspaceFiles();
    const ranks = new Map<string, number>();
    for (const [place, uri] of [...recent].toReversed().entries()) ranks.set(uri, rankAt(place, 1));
    const open = openEditors();
    for (const [place, { uri }] of open.entries()) ranks.set(uri, (ranks.get(uri) ?? 0) + rankAt(place, 3));
    const known = new Set<string>();
    const ranked = files.map((file) => {
      const rank = ranks.get(file.uri);
      if (rank === undefined) return file;
      known.add(file.uri);
      return { ...file, rank };
    });
    const others = open.filter(({ uri }) => !known.has(uri));
    return [
      ...ranked,
      ...others.map(({ name, uri }) => toFile(name, uri, ranks.get(uri))),
      ...(withFolders ? foldersOf(files) : []),
    ];
  }

  return {
    /** What is typed behind `#`: the best matches, those open first, and the other ways to attach. */
    async suggest(text: string): Promise<SuggestionView[]> {
      const typed = text.trim();
      const files = bestMatches(typed, await candidates(typed !== ''), maxSuggestions);
      const lower = typed.toLowerCase();
      const words = ways()
        .filter(({ what, label }) => what.startsWith(lower) || label.toLowerCase().startsWith(lower))
        .map(({ what, label, detail }) => ({
          value: `${sourceScheme}${what}`,
          label: `#${what}`,
          detail: [label, detail].filter(Boolean).join(' · '),
          icon: icons[what],
          ...(!choosers.has(what) && { mention: `#${what}` }),
        }));
      return [...words, ...files.map(toSuggestion)].slice(0, maxSuggestions);
    },
    /** Files of the workspace that are not ignored, those open first. */
    async listFiles(): Promise<readonly WorkspaceFile[]> {
      const files = (await candidates(false)).map(({ path, uri, rank }) => ({
        path,
        uri,
        rank,
        isOpen: rank >= 2,
      }));
      return files.toSorted((one, other) => other.rank - one.rank || (one.path < other.path ? -1 : 1));
    },
    /** Was attached: it is likelier to be meant again. */
    remember(uri: string): void {
      recent.delete(uri);
      recent.add(uri);
    },
  };
}

function toFile(name: string, uri: string, rank = 0): FileCandidate {
  return { ...toCandidate(name, rank), uri };
}

/** The first of them are the likeliest. */
function rankAt(place: number, weight: number): number {
  return weight * (1 - Math.min(place, 20) / 60);
}

function toSuggestion({ path, uri, nameStart }: FileCandidate): SuggestionView {
  const label = path.slice(nameStart);
  return {
    value: uri,
    label,
    detail: path.slice(0, Math.max(0, nameStart - 1)),
    icon: path.endsWith('/') ? 'folder' : 'file',
    mention: `#${label}`,
  };
}

/** Folders in which there are files. */
function foldersOf(files: readonly FileCandidate[]): FileCandidate[] {
  const folders = new Map<string, FileCandidate>();
  for (const { path, uri } of files) {
    let [shorter, address] = [path, uri];
    for (;;) {
      const end = shorter.lastIndexOf('/');
      if (end <= 0) break;
      [shorter, address] = [shorter.slice(0, end), address.slice(0, address.lastIndexOf('/'))];
      if (folders.has(address)) break;
      folders.set(address, toFile(`${shorter}/`, address, -0.2));
    }
  }
  return [...folders.values()];
}

const maxFiles = 20_000;
/** Folders with more files than anybody means. */
const skippedFolders = '**/{node_modules,.git,.hg,.svn,__pycache__,.venv,.yarn}/**';

interface ListedFile {
  readonly name: string;
  readonly uri: string;
}

/** The files of the workspace that no rule ignores. */
async function findWorkspaceFiles(): Promise<ListedFile[]> {
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
