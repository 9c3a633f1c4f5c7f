import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { appendLines, fileStart, type Place, placeBehind, readLines } from '../../platform/disk/lines.ts';
import type { Logger } from '../../relay/logger.ts';
import { Conversation } from '../model/conversation.ts';
import { type JournalRecord, parseRecord } from '../model/records.ts';

/**
 * Conversations on disk: one append-only JSONL file each, written while the response streams. Several windows, which
 * are separate processes, may write to the same file: they append whole lines, and messages form a tree, so they need
 * no other coordination.
 */
export type Journal = ReturnType<typeof createJournal>;

/** @param pollMs how often to look for what others wrote to an open conversation */
export function createJournal(folder: string, logger: Logger, pollMs = 500) {
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Unsaved lines by conversation. Lines that could not be written stay here for the next attempt. */
  const pending = new Map<string, string>();
  let lastFailure = '';
  const followers = new Map<Conversation, Follower>();
  /** Whether the person was notified that saving fails. */
  let isTold = false;
  /** Positions up to which the files of loaded conversations were read, until `keep` is called. */
  const places = new WeakMap<Conversation, Place>();

  async function writePending(conversationId: string): Promise<void> {
    const path = conversationPath(folder, conversationId);
    const lines = pending.get(conversationId);
    if (lines === undefined) return;
    pending.delete(conversationId);
    let unwritten = lines;
    try {
      unwritten = await appendLines(path, lines);
      if (unwritten) throw new Error('the disk wrote only part of the data');
    } catch (error) {
      pending.set(conversationId, unwritten + (pending.get(conversationId) ?? ''));
      throw error;
    }
    for (const [{ id }, follower] of followers) if (id === conversationId) follower.wake();
  }

  /** Writes all pending lines, including those that failed before. */
  async function writeAllPending(): Promise<boolean> {
    let isAll = true;
    for (const conversationId of [...pending.keys()]) {
      await writePending(conversationId).then(noteWritten, (error: unknown) => {
        noteUnwritten(error);
        isAll = false;
      });
    }
    return isAll;
  }

  function noteWritten(): void {
    if (lastFailure) logger.info('History can be saved again');
    lastFailure = '';
    isTold = false;
  }

  /** Notifies once: each of a response's thousands of deltas would fail. */
  function noteUnwritten(error: unknown): void {
    const failure = String(error);
    if (failure !== lastFailure) logger.error(`History: failed to save: ${failure}`);
    lastFailure = failure;
  }

  async function append(conversationId: string, line: string): Promise<void> {
    conversationPath(folder, conversationId);
    pending.set(conversationId, `${pending.get(conversationId) ?? ''}${line}\n`);
    const written = lastWrite.then(() => writePending(conversationId));
    lastWrite = written.then(noteWritten, noteUnwritten);
    return written;
  }

  return {
    /** The conversation as saved, or undefined if there is no such file. */
    async load(conversationId: string): Promise<Conversation | undefined> {
      const conversation = new Conversation(conversationId);
      let place = fileStart;
      let dropped = 0;
      const { outcome, rest } = await readLines(
        conversationPath(folder, conversationId),
        fileStart,
        (lines, reached) => {
          place = reached;
          for (const line of lines) {
            const record = line && parseRecord(line);
            if (record) conversation.append(record);
            else if (line) dropped += 1;
          }
        },
      );
      if (outcome === 'absent') return undefined;
      // If only its line break is missing, the last record is complete. Any other rest may still be being written.
      const last = parseRecord(rest.toString());
      if (last) conversation.append(last);
      places.set(conversation, last ? placeBehind(place, rest) : place);
      if (dropped > 0) logger.warn(`History: skipped ${dropped} unreadable lines of ${conversationId}`);
      return conversation;
    },

    /**
     * Appends in call order. Resolves when written. A failure is logged and rejects; the unwritten lines are written
     * first the next time.
     */
    append: (conversationId: string, record: JournalRecord): Promise<void> =>
      append(conversationId, JSON.stringify(record)),

    /**
     * From now on, writes what is appended to this conversation, and merges into it what others write: another window,
     * or another part of this one. A full disk must not end a response: its records stay in memory until they can be
     * written; `onUnwritable` is called once until writing works again. The returned function stops the merging, but
     * records that are still appended, such as the end of a response, are written.
     */
    keep(conversation: Conversation, onUnwritable: () => void): () => void {
      const { id } = conversation;
      const place = places.get(conversation) ?? fileStart;
      const follower = createFollower(conversation, conversationPath(folder, id), place, { pollMs, logger });
      places.delete(conversation);
      followers.set(conversation, follower);
      conversation.onDidChange(({ record, isOwn }) => {
        if (!isOwn) return;
        const line = JSON.stringify(record);
        follower.expect(line);
        append(id, line).catch(() => {
          if (!isTold) onUnwritable();
          isTold = true;
        });
      });
      return () => {
        follower.dispose();
        followers.delete(conversation);
      };
    },

    /** Resolves to true once everything appended so far is written; to false if that fails. */
    flush(): Promise<boolean> {
      // Wait for the current write: its outcome is not known yet.
      const flushed = lastWrite.then(writeAllPending);
      lastWrite = flushed;
      return flushed;
    },
  };
}

/** IDs are generated, but also read back from storage: only a plain name may become part of a path. */
export function conversationPath(folder: string, conversationId: string): string {
  if (!/^[\w-]{1,64}$/.test(conversationId)) throw new Error('Not a conversation ID');
  return join(folder, `${conversationId}.jsonl`);
}

type Follower = ReturnType<typeof createFollower>;

/**
 * Reads what other windows append to a journal into its conversation, which has the file's records up to this place.
 */
function createFollower(
  conversation: Conversation,
  path: string,
  from: Place,
  { pollMs, logger }: { readonly pollMs: number; readonly logger: Logger },
) {
  let place = from;
  let isDisposed = false;
  let isReading = false;
  let isStale = false;
  /** Expected lines, with the number of times each is expected. */
  const expected = new Map<string, number>();

  function isExpected(line: string): boolean {
    const count = expected.get(line);
    if (count === undefined) return false;
    if (count > 1) expected.set(line, count - 1);
    else expected.delete(line);
    return true;
  }

  function tell(lines: readonly string[]): void {
    for (const line of lines) {
      const record = line && !isExpected(line) && parseRecord(line);
      if (record && !isDisposed) conversation.merge(record);
    }
  }

  async function readOn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isStale && !isDisposed) {
      isStale = false;
      try {
        await readNew();
      } catch (error) {
        logger.warn(`History: failed to follow a conversation: ${String(error)}`);
      }
    }
    isReading = false;
  }

  async function readNew(): Promise<void> {
    const { outcome } = await readLines(path, place, (lines, reached) => {
      // Move on first: these lines must not be merged again, even if `tell` throws.
      place = reached;
      tell(lines);
    });
    if (outcome !== 'replaced') return;
    // Another program did that, and may have removed lines: it is unclear what in it is new, but not what follows.
    place = fileStart;
    await readLines(path, fileStart, (lines, reached) => {
      place = reached;
      for (const line of lines) isExpected(line);
    });
    logger.warn(
      'History: the file of an open conversation was replaced; opening it again shows what is in it',
    );
  }

  const wake = () => {
    isStale = true;
    void readOn();
  };

  // It may not exist yet; and network drives report no changes, so nothing but looking at it works everywhere.
  watchFile(path, { persistent: false, interval: pollMs }, wake);
  wake();
  return {
    /** Announces a line that the conversation already has, so that it is not merged again. */
    expect(line: string): void {
      if (!isDisposed) expected.set(line, (expected.get(line) ?? 0) + 1);
    },
    /** Reads the file, which may have changed. */
    wake,
    dispose(): void {
      isDisposed = true;
      expected.clear();
      unwatchFile(path, wake);
    },
  };
}
