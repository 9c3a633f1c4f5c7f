/** How far a task is. The contract gives no states (section 3); these are what those of real relays amount to. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

const statesByWord: ReadonlyMap<string, TaskState> = new Map(
  (
    [
      ['queued', 'not_start not_started submitted queued queueing pending waiting created in_queue'],
      ['running', 'in_progress processing running unknown modal'],
      ['succeeded', 'success succeeded succeed completed complete done finished'],
      ['failed', 'failure failed fail error timeout expired rejected'],
      ['cancelled', 'cancel cancelled canceled aborted'],
    ] as const
  ).flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
);

/** The state that a word stands for, in any case; undefined for a word that is not known. */
export function findTaskState(word: string): TaskState | undefined {
  return statesByWord.get(normaliseWord(word));
}

/** A word that tells more of a failure than that it is one. */
export function isTellingWord(word: string): boolean {
  return /^(timeout|expired|rejected|aborted)$/.test(normaliseWord(word));
}

/** A task that nothing is known to be wrong with still runs: the caller's deadline ends it. */
export function isOver(state: TaskState): boolean {
  return state !== 'queued' && state !== 'running';
}

function normaliseWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
