import * as vscode from 'vscode';
import type { Logger } from '../../../relay/logger.ts';
import { maxChangesCharacters } from '../limits.ts';
import { type Gathered, gatherText, type Refusal } from './gathered.ts';
import { nameOf } from './workspaceFiles.ts';

/** Of the interface that VS Code's own git extension exports, what is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly Repository[];
}

interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly workingTreeChanges: readonly Change[];
    readonly indexChanges: readonly Change[];
    /** Absent in older versions, which have them among the others. */
    readonly untrackedChanges?: readonly Change[];
  };
  status(): Promise<void>;
  diff(isStaged: boolean): Promise<string>;
}

interface Change {
  readonly uri: vscode.Uri;
  readonly status: number;
}

/** Git's number for what it doesn't follow. */
const untracked = 7;
const longestStartMs = 10_000;

/** How many files changed, as far as known without starting anything. */
export function countChanges(): number | undefined {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension?.isActive || !extension.exports.enabled) return undefined;
  const states = extension.exports.getAPI(1).repositories.map(({ state }) => state);
  const uris = states.flatMap((state) => changesOf(state).map(({ uri }) => uri.toString()));
  return new Set(uris).size;
}

/** What changed in the working trees since the last commit: what is staged, what isn't, and names of new files. */
export async function gatherChanges(logger: Logger, signal: AbortSignal): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const name = t('Uncommitted changes');
  const repositories = await findRepositories(logger, signal);
  if (!repositories) return { name, reason: t('VS Code’s git is not there, or switched off.') };
  if (repositories.length === 0) return { name, reason: t('There is no git repository here.') };
  const texts: string[] = [];
  for (const repository of repositories) {
    try {
      const changes = await readChanges(repository);
      if (changes)
        texts.push(repositories.length > 1 ? `# In ${nameOf(repository.rootUri)}\n${changes}` : changes);
    } catch (error) {
      logger.warn(`Attachments: git: ${String(error)}`);
      return { name, reason: t('Git could not say what changed. The log of Git says why.') };
    }
    signal.throwIfAborted();
  }
  if (texts.length === 0) return { name, reason: t('Nothing has changed since the last commit.') };
  const text = texts.join('\n');
  const isCut = text.length > maxChangesCharacters;
  const whole = isCut
    ? `${text.slice(0, text.lastIndexOf('\n', maxChangesCharacters))}\n# The rest was left out: there is too much of it.\n`
    : text;
  return gatherText({ kind: 'changes', name, text: whole, language: 'diff' }, { source: 'changes' });
}

async function readChanges(repository: Repository): Promise<string> {
  await repository.status();
  const [staged, unstaged] = [await repository.diff(true), await repository.diff(false)];
  const added = changesOf(repository.state).filter(({ status }) => status === untracked);
  const parts = [
    staged.trim() && `# Staged\n${staged.trimEnd()}\n`,
    unstaged.trim() && `# Not staged\n${unstaged.trimEnd()}\n`,
    added.length > 0 &&
      `# New files that git doesn’t follow\n${added.map(({ uri }) => `# ${nameOf(uri)}\n`).join('')}`,
  ];
  return parts.filter(Boolean).join('\n');
}

function changesOf({
  workingTreeChanges,
  indexChanges,
  untrackedChanges = [],
}: Repository['state']): Change[] {
  return [...indexChanges, ...workingTreeChanges, ...untrackedChanges];
}

async function findRepositories(
  logger: Logger,
  signal: AbortSignal,
): Promise<readonly Repository[] | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  try {
    const git = await extension.activate();
    if (!git.enabled) return undefined;
    const api = git.getAPI(1);
    if (api.state === 'uninitialized') await nextEvent(api.onDidChangeState, signal);
    return api.repositories;
  } catch (error) {
    signal.throwIfAborted();
    logger.warn(`Attachments: git: ${String(error)}`);
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
