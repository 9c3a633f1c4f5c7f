import * as vscode from 'vscode';
import { findGit, type Repository } from '../../platform/git.ts';
import { notify, promptForWorkspaceTrust } from '../../platform/notifications.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import type { Logger } from '../../relay/logger.ts';
import { plainLineEnds } from './messageText.ts';

/** The commit input of a repository, into which a message is written until the person edits it. */
export type MessageBox = ReturnType<typeof openMessageBox>;

/** What was written has arrived after this, or never will. */
const longestWayMs = 2_000;

/** Takes over a repository's box; reports when the person edits it. */
export function openMessageBox({ inputBox, rootUri }: Repository, onTakeOver: () => void) {
  const draft = inputBox.value;
  let settled = plainLineEnds(draft);
  /** Values that we wrote, and that the editor has not reported yet. */
  let pending: string[] = [];
  const ours = new Set([plainLineEnds(draft)]);
  let isTakenOver = false;
  /** What the person wrote while something of ours was on its way, which is going to replace it. */
  let theirs: string | undefined;

  function takeOver(): void {
    if (isTakenOver) return;
    isTakenOver = true;
    onTakeOver();
  }

  function hear(value: string): void {
    const text = plainLineEnds(value);
    const place = pending.indexOf(text);
    if (place >= 0) {
      settled = text;
      pending = pending.slice(place + 1);
      if (theirs === undefined) return;
      inputBox.value = theirs;
      theirs = undefined;
    } else if (text !== settled) {
      theirs = pending.length > 0 ? value : undefined;
      takeOver();
    }
  }

  function set(text: string): void {
    pending.push(plainLineEnds(text));
    ours.add(plainLineEnds(text));
    inputBox.value = text;
  }

  /** The box is not always shown, and then only its value tells; it may lag behind. */
  function look(): boolean {
    if (!ours.has(plainLineEnds(inputBox.value))) takeOver();
    return !isTakenOver;
  }

  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (isBoxOf(rootUri, document.uri)) hear(document.getText());
  });

  return {
    /** The person's draft in the input. */
    draft,
    /** Once the person has edited the box in the meantime, we no longer write to it. */
    isTakenOver: () => isTakenOver,
    write(text: string): void {
      if (look() && text !== inputBox.value) set(text);
    },
    /** The whole message, so that undoing once brings the draft back. */
    finish(text: string): void {
      if (!look()) return;
      // Each value is a separate undo step: undoing the last one goes from the message back to the draft.
      if (inputBox.value !== draft) set(draft);
      set(text);
    },
    restore(): void {
      if (look() && inputBox.value !== draft) set(draft);
    },
    dispose(): void {
      if (theirs === undefined) listening.dispose();
      else setTimeout(() => listening.dispose(), longestWayMs);
    },
  };
}

/** Each box is a document, whose address names the repository. */
function isBoxOf(rootUri: vscode.Uri, { scheme, query }: vscode.Uri): boolean {
  if (scheme !== 'vscode-scm') return false;
  return new URLSearchParams(query).get('rootUri') === rootUri.toString();
}

/**
 * The repository that a command is about: the one whose title bar was clicked, else that of the file in the active editor,
 * else the only one, else the one that the person picks. Undefined if there is none, which the person is told, or if they
 * canceled.
 */
export async function findRepository(place: unknown, logger: Logger): Promise<Repository | undefined> {
  const { t } = vscode.l10n;
  // Right after start-up, git is still looking for repositories.
  const title = t('Waiting for VS Code’s Git extension…');
  const found = await withDelayedProgress(title, async (signal) => ({ git: await findGit(logger, signal) }));
  if (!found) return undefined;
  const { git } = found;
  if (!git || git.repositories.length === 0) {
    const none = git
      ? t('No Git repository is open.')
      : t('VS Code’s Git extension is unavailable or disabled.');
    const untrusted = t('Git is disabled in Restricted Mode. Trust this workspace to use it.');
    if (vscode.workspace.isTrusted) await notify('info', none);
    else await promptForWorkspaceTrust('info', untrusted);
    return undefined;
  }
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

async function pickRepository(repositories: readonly Repository[]): Promise<Repository | undefined> {
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
  return picked?.repository;
}
