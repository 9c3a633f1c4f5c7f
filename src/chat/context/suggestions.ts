import { dirname } from 'node:path/posix';
import * as vscode from 'vscode';
import type { SuggestionView } from '../../protocol/suggestedView.ts';
import { bestMatches, type Candidate, toCandidate } from '../../text/fuzzy.ts';
import { describeAge } from '../view/historyDates.ts';
import { type AttachmentSource, sourceScheme, type WorkspaceFile } from './attachmentPicker.ts';
import { openEditors } from './sources/editorSources.ts';
import { walk } from './sources/folder.ts';
import { type PastChats, toChatValue } from './sources/pastChats.ts';
import { findSymbols } from './sources/symbols.ts';
import { createWorkspaceFiles, nameOf } from './sources/workspaceFiles.ts';

const maxSuggestions = 30;
/** Limited to leave room for files. */
const maxSymbols = 10;
const maxChats = 5;
/** Number of recent attachments, which come first while nothing is typed. */
const maxRecent = 5;
/** A single letter matches nearly all symbols. */
const minSymbolLength = 2;
const maxRemembered = 50;
/** How long lists of files and chats are reused while the person types. */
const freshMs = 10_000;

/** The least rank of an open file. */
const openRank = 2;

interface FileCandidate extends Candidate {
  readonly uri: string;
}

/** Suggestions after `#`. */
export function createContextSuggestions(ways: () => readonly AttachmentSource[], chats: PastChats) {
  const workspaceFiles = keepFresh(async () => (await findWorkspaceFiles()).map((uri) => fileOf(uri)));
  const listedChats = keepFresh(chats.list);
  /** Recently attached values, the latest last, with their suggestion if there was one. */
  const recent = new Map<string, SuggestionView | undefined>();
  let shown: readonly SuggestionView[] = [];
  /** Aborts the current search when a newer one replaces it. */
  let searching = new AbortController();

  /** All files, and their folders if requested. Open ones rank higher. */
  async function candidates(withFolders: boolean): Promise<FileCandidate[]> {
    const files = await workspaceFiles();
    const open = openEditors();
    const addresses = new Set(open.map(String));
    const others = files.filter(({ uri }) => !addresses.has(uri));
    // The first ones are the likeliest.
    const opened = open.map((uri, place) => fileOf(uri, openRank + 1 - Math.min(place, 20) / 20));
    return [...opened, ...others, ...(withFolders ? foldersOf(files) : [])];
  }

  /** The sources whose name begins with the typed text. */
  function sourcesFor(typed: string): SuggestionView[] {
    return ways()
      .filter(({ what, label }) => what.startsWith(typed) || label.toLowerCase().startsWith(typed))
      .map(({ what, label, detail, icon, isChooser }) => ({
        value: `${sourceScheme}${what}`,
        label,
        detail,
        icon,
        ...(!isChooser && { mention: `#${what}` }),
      }));
  }

  /** The chats whose titles contain the words. The likeliest ones come first in the list. */
  async function chatsFor(typed: string): Promise<SuggestedCandidate[]> {
    const now = Date.now();
    const found = (await listedChats()).filter(({ title }) => title.toLowerCase().includes(typed));
    return found.slice(0, maxChats).map((chat) =>
      toSuggested(chat.title, {
        value: toChatValue(chat),
        detail: `${vscode.l10n.t('Chat')} · ${describeAge(chat.updatedAt, now, vscode.env.language)}`,
        icon: 'comment-discussion',
      }),
    );
  }

  async function symbolsFor(text: string, signal: AbortSignal): Promise<SuggestedCandidate[]> {
    if (text.length < minSymbolLength) return [];
    const found = (await findSymbols(text, signal)).map(({ name, ...symbol }) =>
      toSuggested(name, { ...symbol, mention: `#${name}` }),
    );
    return bestMatches(text, found, maxSymbols);
  }

  /** Recent attachments, then the sources and the files. */
  function listFirst(files: readonly FileCandidate[]): SuggestionView[] {
    const likely = [...sourcesFor(''), ...bestMatches('', files, maxSuggestions).map(toSuggestion)];
    const views = new Map(likely.map((view) => [view.value, view]));
    const last = [...recent].toReversed().flatMap(([value, view]) => views.get(value) ?? view ?? []);
    const first = last.slice(0, maxRecent);
    return [...new Map([...first, ...likely].map((view) => [view.value, view])).values()];
  }

  return {
    /**
     * Suggestions for a text after `#`: the other sources, and the best matches among files, symbols and chats. Files
     * are shown first, because language servers and the history may be slow. A newer text aborts the search.
     */
    async suggest(
      text: string,
      show: (suggestions: readonly SuggestionView[], isPartial: boolean) => void,
    ): Promise<void> {
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      const typed = text.trim().toLowerCase();
      const tell = (all: readonly SuggestionView[], isPartial: boolean) => {
        if (signal.aborted) return;
        shown = all.slice(0, maxSuggestions);
        show(shown, isPartial);
      };
      const files = await candidates(typed !== '');
      if (typed === '') return tell(listFirst(files), false);
      const sources = sourcesFor(typed);
      const found = bestMatches(typed, files, maxSuggestions);
      tell([...sources, ...found.map(toSuggestion)], true);
      const [chatsFound, symbols] = await Promise.all([chatsFor(typed), symbolsFor(text.trim(), signal)]);
      const all = [...found, ...chatsFound, ...symbols];
      const best = bestMatches<FileCandidate | SuggestedCandidate>(typed, all, maxSuggestions);
      const views = best.map((each) => ('suggestion' in each ? each.suggestion : toSuggestion(each)));
      tell([...sources, ...views], false);
    },
    /** Files of the workspace that are not ignored, those open first. */
    async listFiles(): Promise<readonly WorkspaceFile[]> {
      const files = (await candidates(false)).map((file) => ({ ...file, isOpen: file.rank >= openRank }));
      return files.toSorted((one, other) => other.rank - one.rank || (one.path < other.path ? -1 : 1));
    },
    /** Remembers an attached value, which is likely to be attached again. */
    remember(value: string): void {
      const view = shown.find((each) => each.value === value) ?? recent.get(value);
      recent.delete(value);
      recent.set(value, view);
      const [oldest] = recent.keys();
      if (oldest !== undefined && recent.size > maxRemembered) recent.delete(oldest);
    },
  };
}

/** A symbol or a chat, which is matched by its name only. */
interface SuggestedCandidate extends Candidate {
  readonly suggestion: SuggestionView;
}

function toSuggested(name: string, suggestion: Omit<SuggestionView, 'label'>): SuggestedCandidate {
  return { ...toCandidate(name), nameStart: 0, suggestion: { label: name, ...suggestion } };
}

/** Reads a list, and reuses it while it is fresh. */
function keepFresh<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly list: Promise<T> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > freshMs) last = { at: Date.now(), list: read() };
    return last.list;
  };
}

function fileOf(uri: vscode.Uri, rank?: number): FileCandidate {
  return { ...toCandidate(nameOf(uri), rank), uri: uri.toString() };
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

/** All folders that contain files. */
function foldersOf(files: readonly FileCandidate[]): FileCandidate[] {
  const folders = new Map<string, FileCandidate>();
  for (const { path, uri } of files) {
    let [folder, address] = [dirname(path), dirname(uri)];
    while (folder !== '.' && folder !== '/' && !folders.has(address)) {
      folders.set(address, { ...toCandidate(`${folder}/`, -0.2), uri: address });
      [folder, address] = [dirname(folder), dirname(address)];
    }
  }
  return [...folders.values()];
}

const maxFiles = 20_000;
/** Folders with many files that nobody attaches. */
const skippedFolders = '**/{node_modules,.git,.hg,.svn,__pycache__,.venv,.yarn}/**';

/** The files of the workspace that no rule ignores. */
async function findWorkspaceFiles(): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*', skippedFolders, maxFiles);
  // Virtual workspaces may have no file search.
  if (found.length === 0) return walkWorkspace();
  // The list contains every `.gitignore`, unless it was cut at the maximum.
  const rules = new Set(found.map(({ path }) => path).filter((path) => path.endsWith('/.gitignore')));
  const files = createWorkspaceFiles(found.length < maxFiles ? rules : undefined);
  const ignored = await files.areIgnored(found);
  return found.filter((_, place) => !ignored[place]);
}

async function walkWorkspace(): Promise<vscode.Uri[]> {
  const files = createWorkspaceFiles();
  const never = new AbortController().signal;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const walks = await Promise.all(folders.map(({ uri }) => walk(uri, files, never)));
  return walks.flatMap(({ found }) => found);
}
