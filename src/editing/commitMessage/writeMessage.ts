import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { AskModel } from '../../platform/askModel.ts';
import { isUntracked, type Repository, readNewFiles } from '../../platform/git.ts';
import { readMessageLengths } from '../../platform/settings/editorSettings.ts';
import type { Logger } from '../../relay/logger.ts';
import { type FileDiff, splitGitDiff } from '../../text/gitDiff.ts';
import { askForMessage } from './commitPrompt.ts';
import { type MessageBox, repositoryName } from './messageBox.ts';
import { cleanMessage, plainLineEnds } from './messageText.ts';
import { showDiff } from './shownDiff.ts';

interface MessageRun {
  readonly ask: AskModel;
  readonly logger: Logger;
  readonly repository: Repository;
  readonly box: MessageBox;
  /** The message that was generated here last: if it is still in the box, the person wants another one. */
  readonly lastWritten: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (words: string) => void;
}

/** How it ended, where nothing was thrown. */
export type MessageOutcome =
  | { readonly message: string }
  /** Why there is no message, in words. */
  | { readonly reason: string; readonly canRetry: boolean };

const paceMs = 100;
/** No commit message is longer: the model is writing about something else. */
const longestAnswer = 20_000;

/** Streams a generated commit message into the repository's input. */
export async function writeMessage(run: MessageRun): Promise<MessageOutcome> {
  const { ask, box, lastWritten, logger, onProgress, repository, signal } = run;
  const { t } = vscode.l10n;
  if (box.draft.trim() !== '' && (await isInMerge(repository))) {
    const reason = t(
      'Git prepared a message for the operation in progress, such as a merge, so it was not replaced. Clear the input to generate one.',
    );
    return { reason, canRetry: false };
  }
  const changes = await readChanges(repository).catch((error: unknown) => {
    logger.warn(`Commit message: Git: ${String(error)}`);
    return undefined;
  });
  signal.throwIfAborted();
  if (!changes)
    return { reason: t('Git could not list the changes. See the Git output for details.'), canRetry: true };
  const { isStaged, files } = changes;
  if (files.length === 0) return { reason: t('Nothing has changed since the last commit.'), canRetry: false };
  const subjects = await readSubjects(repository, logger);
  onProgress(
    isStaged
      ? t('Writing the commit message for the staged changes…')
      : t('Nothing is staged. Writing the commit message for all changes…'),
  );
  const draft = plainLineEnds(box.draft).trim();
  const isOurs = draft !== '' && draft === lastWritten;
  const question = askForMessage(
    {
      repository: repositoryName(repository),
      branch: repository.state.HEAD?.name,
      diff: showDiff(files),
      subjects,
      lengths: readMessageLengths(repository.rootUri),
      draft: isOurs ? '' : draft,
      ...(isOurs && { previous: draft }),
    },
    () => `data-${randomUUID()}`,
  );
  const noMessage = { reason: t('The model returned no commit message.'), canRetry: true };
  let answer = '';
  let showing: NodeJS.Timeout | undefined;
  function show(): void {
    showing = undefined;
    const message = cleanMessage(answer, false);
    if (message !== '') box.write(message);
  }
  try {
    for await (const piece of ask(question, { signal, onWait: onProgress })) {
      answer += piece;
      if (answer.length > longestAnswer) return noMessage;
      showing ??= setTimeout(show, paceMs);
    }
  } finally {
    clearTimeout(showing);
  }
  const message = cleanMessage(answer, true);
  if (message === '') return noMessage;
  signal.throwIfAborted();
  box.finish(message);
  // An edit by the person just before aborts the signal, too.
  signal.throwIfAborted();
  return { message };
}

interface Changes {
  /** Staged ones, or all of the working tree where nothing is staged. */
  readonly isStaged: boolean;
  readonly files: readonly FileDiff[];
}

/** If there are more new files, only their names are sent. */
const maximumNewFiles = 100;
const shownSubjects = 10;

/** The changes of the next commit; no files if nothing changed. */
async function readChanges(repository: Repository): Promise<Changes> {
  await repository.status();
  const staged = splitGitDiff(await repository.diff(true));
  if (staged.length > 0) return { isStaged: true, files: staged };
  const changed = splitGitDiff(await repository.diff(false));
  const { workingTreeChanges, untrackedChanges = [] } = repository.state;
  // With `git.untrackedChanges` set to separate, git commits new files only once they are staged.
  const added = workingTreeChanges.length > 0 ? workingTreeChanges.filter(isUntracked) : untrackedChanges;
  return {
    isStaged: false,
    files: [...changed, ...(await readNewFiles(repository, added, maximumNewFiles))],
  };
}

/** First lines of the last commits' messages; merges have git's own words. */
async function readSubjects(repository: Repository, logger: Logger): Promise<readonly string[]> {
  try {
    const commits = await repository.log({ maxEntries: 3 * shownSubjects });
    return commits
      .filter(({ parents }) => parents.length < 2)
      .map(({ message }) => message.split('\n', 1)[0]?.trim() ?? '')
      .filter(Boolean)
      .slice(0, shownSubjects);
  } catch (error) {
    // The repository has no commit yet.
    logger.debug(`Commit message: Git log: ${String(error)}`);
    return [];
  }
}

/** Whether git is in the middle of an operation for which it has written the message. */
async function isInMerge(repository: Repository): Promise<boolean> {
  if (repository.state.rebaseCommit) return true;
  const heads = await Promise.allSettled(
    ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'].map((head) => repository.getCommit(head)),
  );
  return heads.some(({ status }) => status === 'fulfilled');
}
