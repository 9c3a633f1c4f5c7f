import * as vscode from 'vscode';
import type { Logger } from '../relay/logger.ts';
import { diffNewFile, type FileDiff, splitGitDiff } from '../text/gitDiff.ts';

/** The part of the API of VS Code's git extension that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly Repository[];
  /** The innermost repository that contains the file. */
  getRepository(uri: vscode.Uri): Repository | null;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  /** Where the message of the next commit is written. */
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD: { readonly name?: string } | undefined;
    /** The commit that a rebase stopped at. */
    readonly rebaseCommit: unknown;
    readonly workingTreeChanges: readonly Change[];
    readonly indexChanges: readonly Change[];
    /** Undefined in older versions, which list them with the working tree changes. */
    readonly untrackedChanges?: readonly Change[];
  };
  status(): Promise<void>;
  diff(isStaged: boolean): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly Commit[]>;
  /** Rejects if there is no such commit. */
  getCommit(reference: string): Promise<Commit>;
}

interface Commit {
  readonly message: string;
  readonly parents: readonly string[];
}

interface Change {
  readonly uri: vscode.Uri;
  readonly status: number;
}

const longestStartMs = 10_000;
const maximumNewBytes = 200_000;

/** The number of changed files; undefined if the Git extension is not running. */
export function countChanges(): number | undefined {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension?.isActive || !extension.exports.enabled) return undefined;
  const states = extension.exports.getAPI(1).repositories.map(({ state }) => state);
  const uris = states.flatMap((state) => changesOf(state).map(({ uri }) => uri.toString()));
  return new Set(uris).size;
}

function changesOf({
  workingTreeChanges,
  indexChanges,
  untrackedChanges = [],
}: Repository['state']): Change[] {
  return [...indexChanges, ...workingTreeChanges, ...untrackedChanges];
}

export function untrackedOf({ state }: Repository): Change[] {
  return changesOf(state).filter(isUntracked);
}

/** The Git extension's status for untracked files is 7. */
export function isUntracked({ status }: Change): boolean {
  return status === 7;
}

/** Staged, unstaged and untracked changes. Of the untracked files, only the first ones are read. */
export async function readChangedFiles(repository: Repository, mostNewRead: number): Promise<FileDiff[]> {
  await repository.status();
  const files = [await repository.diff(true), await repository.diff(false)].flatMap(splitGitDiff);
  return [...files, ...(await readNewFiles(repository, untrackedOf(repository), mostNewRead))];
}

/** Reads untracked files, which are in none of git's diffs: the first ones, and of the others only the names. */
export function readNewFiles(
  repository: Repository,
  changes: readonly Change[],
  mostRead: number,
): Promise<FileDiff[]> {
  return Promise.all(changes.map(({ uri }, place) => readNewFile(repository, uri, place < mostRead)));
}

async function readNewFile({ rootUri }: Repository, uri: vscode.Uri, isRead: boolean): Promise<FileDiff> {
  const root = rootUri.path.endsWith('/') ? rootUri.path : `${rootUri.path}/`;
  const path = uri.path.startsWith(root) ? uri.path.slice(root.length) : uri.path;
  if (!isRead) return diffNewFile(path, undefined);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // For a symbolic link, git stores the target's path, not its content, which may be outside of the repository.
    if (type !== vscode.FileType.File || size > maximumNewBytes) return diffNewFile(path, undefined);
    const bytes = await vscode.workspace.fs.readFile(uri);
    return diffNewFile(path, bytes.includes(0) ? undefined : await vscode.workspace.decode(bytes, { uri }));
  } catch {
    // The file was removed in the meantime.
    return diffNewFile(path, undefined);
  }
}

/** VS Code's Git extension, once it has found its repositories; undefined if it is missing or disabled. */
export async function findGit(
  logger: Logger,
  signal: AbortSignal,
): Promise<Pick<GitApi, 'repositories' | 'getRepository'> | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  try {
    const git = await extension.activate();
    if (!git.enabled) return undefined;
    const api = git.getAPI(1);
    if (api.state === 'uninitialized') await nextEvent(api.onDidChangeState, signal);
    return api;
  } catch (error) {
    signal.throwIfAborted();
    logger.warn(`Git: ${String(error)}`);
    return undefined;
  }
}

function nextEvent(event: vscode.Event<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(longestStartMs)]);
    const subscription = event(() => {
      subscription.dispose();
      resolve();
    });
    ended.addEventListener('abort', () => {
      subscription.dispose();
      reject(ended.reason);
    });
  });
}
