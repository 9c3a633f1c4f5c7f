import * as vscode from 'vscode';
import { findGit, type Repository } from '../../platform/git.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import type { Logger } from '../../relay/logger.ts';

/** Why there is no repository to write for. */
export type NoRepository = 'untrusted' | 'virtual' | 'noGit' | 'noRepository' | 'cancelled';

/**
 * The repository that a command is about: the one whose title bar was clicked, else that of the file in the active editor,
 * else the only one, else the one that the person picks.
 */
export async function findRepository(place: unknown, logger: Logger): Promise<Repository | NoRepository> {
  // Right after start-up, git is still looking for repositories.
  const title = vscode.l10n.t('Waiting for VS Code’s Git extension…');
  const found = await withDelayedProgress(title, async (signal) => ({ git: await findGit(logger, signal) }));
  if (!found) return 'cancelled';
  const { git } = found;
  if (!git || git.repositories.length === 0) return whyNone(git === undefined);
  const clicked = rootOf(place);
  const named = git.repositories.find(({ rootUri }) => rootUri.toString() === clicked);
  if (named) return named;
  const file = vscode.window.activeTextEditor?.document.uri;
  return (file && git.getRepository(file)) ?? (await pickRepository(git.repositories));
}

/** The root of the source control whose title bar a command was called from. */
export function rootOf(place: unknown): string | undefined {
  if (typeof place !== 'object' || place === null || !('rootUri' in place)) return undefined;
  return place.rootUri instanceof vscode.Uri ? place.rootUri.toString() : undefined;
}

export function repositoryName({ rootUri }: Pick<Repository, 'rootUri'>): string {
  return rootUri.path.split('/').at(-1) || rootUri.path;
}

function whyNone(isGitMissing: boolean): NoRepository {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isVirtual = ({ uri }: vscode.WorkspaceFolder) => !['file', 'vscode-remote'].includes(uri.scheme);
  if (folders.length > 0 && folders.every(isVirtual)) return 'virtual';
  return isGitMissing ? 'noGit' : 'noRepository';
}

async function pickRepository(repositories: readonly Repository[]): Promise<Repository | 'cancelled'> {
  const [first, ...others] = repositories;
  if (first && others.length === 0) return first;
  const rows = repositories.map((repository) => ({
    label: repositoryName(repository),
    description: repository.state.HEAD?.name ?? '',
    detail: vscode.workspace.asRelativePath(repository.rootUri),
    repository,
  }));
  const title = vscode.l10n.t('Select a repository for the commit message');
  const picked = await vscode.window.showQuickPick(rows, { title, placeHolder: title });
  return picked?.repository ?? 'cancelled';
}
