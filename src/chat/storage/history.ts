import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { listFiles } from '../../platform/disk/diskFiles.ts';
import { fileStart, isAbsence, readLines } from '../../platform/disk/lines.ts';
import type { Logger } from '../../relay/logger.ts';
import { Conversation } from '../model/conversation.ts';
import { type JournalRecord, parseRecord } from '../model/records.ts';
import { titleOf, toOneLine } from '../model/titles.ts';
import { findSnippet, foldText } from './historySearch.ts';
import { conversationPath, type Journal } from './journal.ts';

export interface HistoryEntry extends Omit<Summary, 'deletedAt'> {
  readonly id: string;
}

export interface FoundChat {
  readonly entry: HistoryEntry;
  /** The text around the first match. */
  readonly snippet?: string;
}

/** Number of files that are read at the same time. */
const concurrency = 4;

/** All conversations on disk. The list is made from their files each time; unchanged files are not read again. */
export type History = ReturnType<typeof createHistory>;

export function createHistory(folder: string, journal: Journal, logger: Logger) {
  const cache = new Map<
    string,
    { readonly size: number; readonly mtimeMs: number; summary: Summary | undefined }
  >();

  async function summaryOf(id: string): Promise<Summary | undefined> {
    try {
      const path = conversationPath(folder, id);
      const { size, mtimeMs } = await stat(path);
      const known = cache.get(id);
      if (known?.size === size && known.mtimeMs === mtimeMs) return known.summary;
      const summary = await summarize(path, id);
      if (!summary) logger.info(`History: ${id}.jsonl contains no conversation`);
      cache.set(id, { size, mtimeMs, summary });
      return summary;
    } catch (error) {
      if (!isAbsence(error)) logger.warn(`History: failed to read ${id}.jsonl: ${String(error)}`);
      return undefined;
    }
  }

  async function summaries(): Promise<(readonly [id: string, summary: Summary])[]> {
    await journal.flush();
    const ids = (await listFiles(folder)).flatMap((name) => /^([\w-]{1,64})\.jsonl$/.exec(name)?.[1] ?? []);
    const present = new Set(ids);
    for (const id of cache.keys()) if (!present.has(id)) cache.delete(id);
    return flatMapFiles(ids, async (id) => {
      const summary = await summaryOf(id);
      return summary ? [[id, summary]] : [];
    });
  }

  async function list(): Promise<HistoryEntry[]> {
    const entries = (await summaries()).flatMap(([id, { deletedAt, ...summary }]) =>
      deletedAt === undefined ? [{ id, ...summary }] : [],
    );
    return entries.sort(
      (one, other) => Number(other.isPinned) - Number(one.isPinned) || other.updatedAt - one.updatedAt,
    );
  }

  return {
    /** Pinned ones first, then the latest. */
    list,

    /**
     * The conversations whose title, prompts or responses contain the text, in the list's order; for an empty text all,
     * without a snippet. Rejects with the signal's reason when aborted.
     */
    async search(text: string, { signal }: { readonly signal: AbortSignal }): Promise<FoundChat[]> {
      const folded = foldText(text.trim());
      const entries = await list();
      if (!folded) return entries.map((entry) => ({ entry }));
      const found = await flatMapFiles(entries, async (entry): Promise<FoundChat[]> => {
        signal.throwIfAborted();
        try {
          const conversation = await journal.load(entry.id);
          const snippet = conversation && findSnippet(conversation, folded);
          return snippet === undefined ? [] : [{ entry, snippet }];
        } catch (error) {
          logger.warn(`History: failed to search ${entry.id}.jsonl: ${String(error)}`);
          return [];
        }
      });
      signal.throwIfAborted();
      return found;
    },

    /** An empty title restores the first words as the title. */
    rename: (id: string, title: string): Promise<void> =>
      journal.append(id, { type: 'title', title: toOneLine(title), at: Date.now() }),
    pin: (id: string, isPinned: boolean): Promise<void> => journal.append(id, { type: 'pin', isPinned }),
    /** The conversation is no longer listed; its file stays until it is purged. */
    delete: (id: string): Promise<void> =>
      journal.append(id, { type: 'delete', isDeleted: true, at: Date.now() }),
    restore: (id: string): Promise<void> =>
      journal.append(id, { type: 'delete', isDeleted: false, at: Date.now() }),

    /** Removes the files of conversations that were deleted, and last written to, longer ago than this. */
    async purge(olderThanMs: number): Promise<void> {
      const limit = Date.now() - olderThanMs;
      for (const [id, { deletedAt, updatedAt }] of await summaries()) {
        if (deletedAt === undefined || Math.max(deletedAt, updatedAt) > limit) continue;
        const path = conversationPath(folder, id);
        try {
          // The clock may have been wrong when a record was made, and another window may have just restored the chat.
          const { mtimeMs, size } = await stat(path);
          if (mtimeMs > limit || size !== cache.get(id)?.size) continue;
          await rm(path);
          logger.info(`History: removed ${id}, which was deleted earlier`);
        } catch (error) {
          if (!isAbsence(error)) logger.warn(`History: failed to remove ${id}.jsonl: ${String(error)}`);
        }
      }
    },

    /** Makes a conversation of these records and resolves to its ID. Rejects if one is nested too deep to be written. */
    async importConversation(records: readonly JournalRecord[]): Promise<string> {
      const id = randomUUID();
      const first: JournalRecord = { type: 'conversation', version: 1, id, at: Date.now() };
      // Before anything is written, or half a conversation would stay.
      JSON.stringify(records);
      await Promise.all([first, ...records].map((record) => journal.append(id, record)));
      return id;
    },
  };
}

/** Applies a function to all items, a few at a time, and keeps their order. */
function flatMapFiles<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return Readable.from(items).flatMap(read, { concurrency }).toArray();
}

/** The data of a conversation without its responses. */
interface Summary {
  readonly title: string;
  readonly updatedAt: number;
  readonly turnCount: number;
  readonly isPinned: boolean;
  /** When it was deleted, if it is. */
  readonly deletedAt?: number;
}

/** Most of a file is deltas of responses, which the list does not need. */
const isPart = /^\{"type":"(?:delta|signature|redactedThinking|picture|toolCall|toolResult)"/;

/** Reads a conversation's file for the list; undefined when nothing in it is a message. */
async function summarize(path: string, id: string): Promise<Summary | undefined> {
  const conversation = new Conversation(id);
  let updatedAt = 0;
  let deletedAt = 0;
  await readLines(path, fileStart, (lines) => {
    for (const line of lines) {
      const record = line && !isPart.test(line) && parseRecord(line);
      if (!record) continue;
      conversation.append(record);
      if (record.type === 'prompt' || record.type === 'answer' || record.type === 'end')
        updatedAt = Math.max(updatedAt, record.at);
      if (record.type === 'delete') deletedAt = record.at;
    }
  });
  if (conversation.messages.size === 0) return undefined;
  return {
    title: titleOf(conversation),
    updatedAt,
    turnCount: conversation.turns.length,
    isPinned: conversation.isPinned,
    ...(conversation.isDeleted && { deletedAt }),
  };
}
