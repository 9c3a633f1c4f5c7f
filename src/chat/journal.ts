import { join } from 'node:path';
import type { Logger } from '../relay/logger.ts';
import { applyRecord, type Conversation, createConversation } from './conversation.ts';
import { createFollower, type Follower } from './disk/follower.ts';
import { appendLines, fileStart, type Place, placeBehind, readLines } from './disk/lines.ts';
import { parseRecord } from './disk/recordLine.ts';
import type { JournalRecord } from './records.ts';

/**
 * Conversations on disk: one append-only JSONL file each, written while the answer streams. Several windows, which
 * are several processes, may write to the same file: what they append are whole lines, and messages are a tree, so
 * that there is nothing else to agree upon.
 */
export interface Journal {
  /** The conversation with everything that reached the disk, or undefined when there is no such file. */
  load(conversationId: string): Promise<Conversation | undefined>;
  /**
   * Appends in call order. Resolves when written; a failure to write is logged and rejects, and what could not
   * be written is written first the next time. Who follows the conversation names it, as `appliedTo`, once the
   * record has been applied to it: it is not called back then.
   */
  append(conversationId: string, record: JournalRecord, appliedTo?: Conversation): Promise<void>;
  /**
   * Calls back with each record that anyone else appends to this conversation: another window, or another part of
   * this one. In the file's order, each once. They must be applied to it at once.
   */
  follow(conversation: Conversation, onRecord: (record: JournalRecord) => void): { dispose(): void };
  /** Resolves when everything appended so far is written, true; or false where it can't be. */
  flush(): Promise<boolean>;
}

export function createJournal(folder: string, logger: Logger): Journal {
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Lines by conversation that are not on the disk yet. What could not be written stays here, for the next time. */
  const pending = new Map<string, string>();
  let lastFailure = '';
  const followers = new Map<Conversation, Follower>();
  /** Up to where conversations hold their file, until something is appended that isn't followed. */
  const places = new WeakMap<Conversation, Place>();

  async function writePending(conversationId: string): Promise<void> {
    const path = conversationPath(folder, conversationId);
    const lines = pending.get(conversationId);
    if (lines === undefined) return;
    pending.delete(conversationId);
    let unwritten = lines;
    try {
      unwritten = await appendLines(path, lines);
      if (unwritten) throw new Error('the disk took only a part');
    } catch (error) {
      pending.set(conversationId, unwritten + (pending.get(conversationId) ?? ''));
      throw error;
    }
    for (const [{ id }, follower] of followers) if (id === conversationId) follower.wake();
  }

  /** What could not be written may be by now. */
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
    if (lastFailure) logger.info('History is written again');
    lastFailure = '';
  }

  /** Once: an answer has thousands of pieces, and each of them tries. */
  function noteUnwritten(error: unknown): void {
    const failure = String(error);
    if (failure !== lastFailure) logger.error(`History could not be written: ${failure}`);
    lastFailure = failure;
  }

  return {
    async load(conversationId) {
      const conversation = createConversation(conversationId);
      let place = fileStart;
      let dropped = 0;
      const { outcome, rest } = await readLines(
        conversationPath(folder, conversationId),
        fileStart,
        (lines, reached) => {
          place = reached;
          for (const line of lines) {
            const record = line && parseRecord(line);
            if (record) applyRecord(conversation, record);
            else if (line) dropped += 1;
          }
        },
      );
      if (outcome === 'absent') return undefined;
      // Torn between the line and its break: the line is whole. Any other rest may be in the middle of being written.
      const last = parseRecord(rest.toString());
      if (last) applyRecord(conversation, last);
      places.set(conversation, last ? placeBehind(place, rest) : place);
      if (dropped > 0) logger.warn(`History: ${dropped} unreadable lines left out of ${conversationId}`);
      return conversation;
    },

    async append(conversationId, record, appliedTo) {
      conversationPath(folder, conversationId);
      const line = JSON.stringify(record);
      pending.set(conversationId, `${pending.get(conversationId) ?? ''}${line}\n`);
      if (appliedTo) {
        followers.get(appliedTo)?.expect(line);
        if (!followers.has(appliedTo)) places.delete(appliedTo);
      }
      const written = lastWrite.then(() => writePending(conversationId));
      lastWrite = written.then(noteWritten, noteUnwritten);
      return written;
    },

    follow(conversation, onRecord) {
      followers.get(conversation)?.dispose();
      const follower = createFollower({
        path: conversationPath(folder, conversation.id),
        conversation,
        place: places.get(conversation),
        onRecord,
        logger,
      });
      places.delete(conversation);
      followers.set(conversation, follower);
      return {
        dispose() {
          follower.dispose();
          if (followers.get(conversation) === follower) followers.delete(conversation);
        },
      };
    },

    flush() {
      // In its turn: until what is being written now is, nobody knows whether it was.
      const flushed = lastWrite.then(writeAllPending);
      lastWrite = flushed;
      return flushed;
    },
  };
}

/** Ids are made by us, but also read back from storage: nothing but a plain name may become a path. */
export function conversationPath(folder: string, conversationId: string): string {
  if (!/^[\w-]{1,64}$/.test(conversationId)) throw new Error('Not a conversation id');
  return join(folder, `${conversationId}.jsonl`);
}
