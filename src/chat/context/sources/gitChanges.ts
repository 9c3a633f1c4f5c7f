import * as vscode from 'vscode';
import { changesOf, findRepositories, type Repository, untracked } from '../../../platform/git.ts';
import type { Logger } from '../../../relay/logger.ts';
import { maxChangesCharacters } from '../attachmentLimits.ts';
import { type Gathered, gatherText, type Refusal } from './gathered.ts';
import { nameOf } from './workspaceFiles.ts';

/** What changed in the working trees since the last commit: what is staged, what isn't, and names of new files. */
export async function gatherChanges(logger: Logger, signal: AbortSignal): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const name = t('Uncommitted changes');
  const repositories = await findRepositories(logger, signal);
  if (!repositories) return { name, reason: t('VS Code’s Git extension is unavailable or disabled.') };
  if (repositories.length === 0) return { name, reason: t('No Git repository is open.') };
  const texts: string[] = [];
  for (const repository of repositories) {
    try {
      const changes = await readChanges(repository);
      if (changes)
        texts.push(repositories.length > 1 ? `# In ${nameOf(repository.rootUri)}\n${changes}` : changes);
    } catch (error) {
      logger.warn(`Attachments: Git: ${String(error)}`);
      return { name, reason: t('Git could not list the changes. See the Git log for details.') };
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
