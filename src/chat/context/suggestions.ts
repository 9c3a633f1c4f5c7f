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
/** So that they leave room for files. */
const maxSymbols = 10;
const maxChats = 5;
/** Of what was attached lately, which comes first while nothing is typed. */
const maxRecent = 5;
/** A single letter is in nearly all symbols. */
const minSymbolLength = 2;
const maxRemembered = 50;
/** How long lists of files and chats are reused while the person types. */
const freshMs = 10_000;

interface FileCandidate extends Candidate {
  readonly uri: string;
}

/** What is suggested after `#`. */
export function createContextSuggestions(ways: () => readonly AttachmentSource[], chats: PastChats) {
  const workspaceFiles = keepFresh(async () => (await findWorkspaceFiles()).map((uri) => fileOf(uri)));
  const listedChats = keepFresh(chats.list);
  /** What was attached, the last one last; with its words where it was suggested. */
  const recent = new Map<string, SuggestionView | undefined>();
  let shown: readonly SuggestionView[] = [];
  /** Ends the search that a newer one makes useless. */
  let searching = new AbortController();

  /** All files, and folders among them where they are wanted; those open and attached lately rank above the others. */
  async function candidates(withFolders: boolean): Promise<FileCandidate[]> {
    const files = await workspaceFiles();
    const ranks = new Map<string, number>();
    for (const [place, uri] of [...recent.keys()].toReversed().entries()) ranks.set(uri, rankAt(place, 1));
    const open = openEditors();
    for (const [place, uri] of open.map(String).entries())
      ranks.set(uri, (ranks.get(uri) ?? 0) + rankAt(place, 3));
    const known = new Set<string>();
    const ranked = files.map((file) => {
      const rank = ranks.get(file.uri);
      if (rank === undefined) return file;
      known.add(file.uri);
      return { ...file, rank };
    });
    const others = open.filter((uri) => !known.has(uri.toString()));
    return [
      ...ranked,
      ...others.map((uri) => fileOf(uri, ranks.get(uri.toString()))),
      ...(withFolders ? foldersOf(files) : []),
    ];
  }

  /** The sources whose name begins with what is typed. */
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

  /** Those with the words in their titles. The list has the likeliest ones first. */
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

  /** What was attached last, then the sources and the files. */
  function listFirst(files: readonly FileCandidate[]): SuggestionView[] {
    const likely = [...sourcesFor(''), ...bestMatches('', files, maxSuggestions).map(toSuggestion)];
    const views = new Map(likely.map((view) => [view.value, view]));
    const last = [...recent].toReversed().flatMap(([value, view]) => views.get(value) ?? view ?? []);
    const first = last.slice(0, maxRecent);
    return [...new Map([...first, ...likely].map((view) => [view.value, view])).values()];
  }

  return {
    /**
     * What is typed behind `#`: the other sources, and the best matches among files, symbols and chats. Language servers
     * and the history may take their time: files are shown before. A newer text ends it.
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
      const others = [...chatsFound, ...symbols].map((each) => ({
        ...each,
        rank: recent.has(each.suggestion.value) ? 1 : 0,
      }));
      const best = bestMatches<FileCandidate | SuggestedCandidate>(
        typed,
        [...found, ...others],
        maxSuggestions,
      );
      const views = best.map((each) => ('suggestion' in each ? each.suggestion : toSuggestion(each)));
      tell([...sources, ...views], false);
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
    remember(value: string): void {
      const view = shown.find((each) => each.value === value) ?? recent.get(value);
      recent.delete(value);
      recent.set(value, view);
      const [oldest] = recent.keys();
      if (oldest !== undefined && recent.size > maxRemembered) recent.delete(oldest);
    },
  };
}

/** A symbol or a chat, which is found by its name alone. */
interface SuggestedCandidate extends Candidate {
  readonly suggestion: SuggestionView;
}

function toSuggested(name: string, suggestion: Omit<SuggestionView, 'label'>): SuggestedCandidate {
  return { ...toCandidate(name), nameStart: 0, suggestion: { label: name, ...suggestion } };
}

/** Reads a list, and gives the same while it is fresh. */
function keepFresh<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly list: Promise<T> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > freshMs) last = { at: Date.now(), list: read() };
    return last.list;
  };
}

function fileOf(uri: vscode.Uri, rank?: number): FileCandidate {
  return toFile(nameOf(uri), uri.toString(), rank);
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

/** The files of the workspace that no rule ignores. */
async function findWorkspaceFiles(): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*', skippedFolders, maxFiles);
  // Virtual workspaces may have no file search.
  if (found.length === 0) return walkWorkspace();
  // The list contains every file of rules, unless it was cut at the maximum.
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
