import { type Repository, readNewFile, untracked } from '../../platform/git.ts';
import type { Logger } from '../../relay/logger.ts';
import { type FileDiff, splitGitDiff } from '../../text/gitDiff.ts';

export interface Changes {
  /** Staged ones, or all of the working tree where nothing is staged. */
  readonly isStaged: boolean;
  readonly files: readonly FileDiff[];
}

/** Of more new files than this the names are sent alone. */
const maximumNewFiles = 100;
const shownSubjects = 10;

/** What the next commit will have in it; no files where nothing changed. */
export async function readChanges(repository: Repository, signal: AbortSignal): Promise<Changes> {
  await repository.status();
  const staged = splitGitDiff(await repository.diff(true));
  signal.throwIfAborted();
  if (staged.length > 0) return { isStaged: true, files: staged };
  const changed = splitGitDiff(await repository.diff(false));
  signal.throwIfAborted();
  const { workingTreeChanges, untrackedChanges = [] } = repository.state;
  const unfollowed = workingTreeChanges.filter(({ status }) => status === untracked);
  // Where people keep new files apart, git commits them only once they are staged.
  const isAlone = changed.length === 0 && unfollowed.length === 0;
  const added: FileDiff[] = [];
  for (const [place, { uri }] of (isAlone ? untrackedChanges : unfollowed).entries()) {
    added.push(await readNewFile(repository, uri, place < maximumNewFiles));
    signal.throwIfAborted();
  }
  return { isStaged: false, files: [...changed, ...added] };
}

/** First lines of the last commits' messages; merges have git's own words. */
export async function readSubjects(repository: Repository, logger: Logger): Promise<readonly string[]> {
  try {
    const commits = await repository.log({ maxEntries: 3 * shownSubjects });
    return commits
      .filter(({ parents }) => parents.length < 2)
      .map(({ message }) => message.split('\n', 1)[0]?.trim() ?? '')
      .filter(Boolean)
      .slice(0, shownSubjects);
  } catch (error) {
    // A repository without a commit yet.
    logger.debug(`Commit message: git log: ${String(error)}`);
    return [];
  }
}

/** Whether git is in the middle of something that it has written the message for. */
export async function isInMerge(repository: Repository): Promise<boolean> {
  if (repository.state.rebaseCommit) return true;
  const heads = await Promise.allSettled(
    ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'].map((head) => repository.getCommit(head)),
  );
  return heads.some(({ status }) => status === 'fulfilled');
}
