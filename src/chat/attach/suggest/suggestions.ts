import * as vscode from 'vscode';
import type { SuggestionView } from '../../../webview/protocol.ts';
import { openEditors } from '../sources/editors.ts';
import { walk } from '../sources/folder.ts';
import { createWorkspaceFiles, nameOf } from '../sources/workspaceFiles.ts';
import type { Way } from '../ways.ts';
import { bestMatches, type Candidate } from './fuzzy.ts';

/** Ways to attach that are no file, as addresses among the suggestions. */
export const wayScheme = 'model-relay-attach:';

const maxFiles = 20_000;
const maxSuggestions = 30;
/** So long a list of files serves, while somebody types. */
const freshMs = 10_000;
/** Folders with more files than anybody means. */
const skippedFolders = '**/{node_modules,.git,.hg,.svn,__pycache__,.venv,.yarn}/**';

interface FileCandidate extends Candidate {
  readonly uri: string;
}

export interface FileSuggestions {
  /** What is typed behind `#`: the best matches, those open first, then folders and the other ways to attach. */
  suggest(text: string): Promise<SuggestionView[]>;
  /** Files of the workspace that are not ignored, those open first. */
  listFiles(): Promise<readonly { readonly path: string; readonly uri: string; readonly isOpen: boolean }[]>;
  /** Was attached: it is likelier to be meant again. */
  remember(uri: string): void;
}

export function createFileSuggestions(ways: () => readonly Way[]): FileSuggestions {
  let listed: { readonly at: number; readonly uris: Promise<readonly vscode.Uri[]> } | undefined;
  const recent = new Map<string, number>();
  let rememberedCount = 0;

  function workspaceFiles(): Promise<readonly vscode.Uri[]> {
    if (!listed || Date.now() - listed.at > freshMs) listed = { at: Date.now(), uris: findWorkspaceFiles() };
    return listed.uris;
  }

  async function candidates(): Promise<FileCandidate[]> {
    const open = openEditors().map((uri) => uri.toString());
    const uris = [...(await workspaceFiles()), ...openEditors()];
    const files = new Map(uris.map((uri) => [uri.toString(), uri]));
    const lately = [...recent].toSorted(([, one], [, other]) => other - one).map(([uri]) => uri);
    return [...files].map(([uri, file]) => ({
      uri,
      path: nameOf(file),
      rank: rankOf(open.indexOf(uri), 3) + rankOf(lately.indexOf(uri), 1),
    }));
  }

  return {
    async suggest(text) {
      const typed = text.trim();
      const files = await candidates();
      const folders = typed === '' ? [] : foldersOf(files);
      const found = bestMatches(typed, [...files, ...folders], maxSuggestions).map(({ uri, path }) => ({
        value: uri,
        ...splitPath(path),
      }));
      const lower = typed.toLowerCase();
      const words = ways()
        .filter(({ what, label }) => what.startsWith(lower) || label.toLowerCase().includes(lower))
        .map(({ what, label, detail }) => ({
          value: `${wayScheme}${what}`,
          label: `#${what}`,
          detail: [label, detail].filter(Boolean).join(' · '),
        }));
      return [...words, ...found].slice(0, maxSuggestions);
    },
    async listFiles() {
      const all = await candidates();
      return all
        .toSorted((one, other) => other.rank - one.rank || (one.path < other.path ? -1 : 1))
        .map(({ path, uri, rank }) => ({ path, uri, isOpen: rank >= 2 }));
    },
    remember(uri) {
      recent.set(uri, ++rememberedCount);
    },
  };
}

/** The first of them are the likeliest. */
function rankOf(place: number, weight: number): number {
  return place < 0 ? 0 : weight * (1 - Math.min(place, 20) / 60);
}

function splitPath(path: string): { label: string; detail: string } {
  const isFolder = path.endsWith('/');
  const start = path.lastIndexOf('/', path.length - (isFolder ? 2 : 1)) + 1;
  return { label: path.slice(start), detail: path.slice(0, Math.max(0, start - 1)) };
}

/** Folders in which there are files. */
function foldersOf(files: readonly FileCandidate[]): FileCandidate[] {
  const folders = new Map<string, FileCandidate>();
  for (const { path, uri } of files) {
    let [shorter, address] = [path, uri];
    for (;;) {
      const end = shorter.lastIndexOf('/');
      const addressEnd = address.lastIndexOf('/');
      if (end <= 0 || addressEnd <= 0) break;
      [shorter, address] = [shorter.slice(0, end), address.slice(0, addressEnd)];
      if (folders.has(address)) break;
      folders.set(address, { path: `${shorter}/`, uri: address, rank: -0.2 });
    }
  }
  return [...folders.values()];
}

async function findWorkspaceFiles(): Promise<readonly vscode.Uri[]> {
  const uris = await vscode.workspace.findFiles('**/*', skippedFolders, maxFiles);
  const files = createWorkspaceFiles();
  if (uris.length === 0) return walkWorkspace();
  const ignored = await Promise.all(uris.map((uri) => files.isIgnored(uri)));
  return uris.filter((_, place) => !ignored[place]);
}

/** Workspaces that have no disk may have no search either. */
async function walkWorkspace(): Promise<readonly vscode.Uri[]> {
  const files = createWorkspaceFiles();
  const never = new AbortController().signal;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const walks = await Promise.all(folders.map(({ uri }) => walk(uri, files, never)));
  return walks.flatMap(({ found }) => found);
}
