import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../relay/logger.ts';
import {
  applyRecord,
  type Conversation,
  createConversation,
  type JournalRecord,
  journalRecord,
} from './conversation.ts';

/** Conversations on disk: one append-only JSONL file each, written while the answer streams. */
export interface Journal {
  /** The conversation with everything that reached the disk, or undefined when there is no such file. */
  load(conversationId: string): Promise<Conversation | undefined>;
  /**
   * Appends in call order. Resolves when written; a failure to write is logged and rejects, and what could not
   * be written is written first the next time.
   */
  append(conversationId: string, record: JournalRecord): Promise<void>;
  /** Resolves when everything appended so far is written, well or not. */
  flush(): Promise<void>;
}

export function createJournal(folder: string, logger: Logger): Journal {
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Files known to end with a line break. A crash may have torn the last line of any other. */
  const wholeFiles = new Set<string>();
  /** Lines by file that are not on the disk yet. What could not be written stays here, for the next time. */
  const pending = new Map<string, string>();

  async function writePending(path: string): Promise<void> {
    const lines = pending.get(path);
    if (lines === undefined) return;
    pending.delete(path);
    try {
      await mkdir(folder, { recursive: true });
      const isWhole = wholeFiles.has(path) || (await endsWhole(path));
      await appendAllOrNothing(path, isWhole ? lines : `\n${lines}`);
      wholeFiles.add(path);
    } catch (error) {
      pending.set(path, lines + (pending.get(path) ?? ''));
      wholeFiles.delete(path);
      throw error;
    }
  }

  return {
    async load(conversationId) {
      const path = fileOf(folder, conversationId);
      const text = await readIfThere(path);
      if (text === undefined) return undefined;
      const conversation = createConversation(conversationId);
      let dropped = 0;
      for (const line of text.split('\n')) {
        if (!line) continue;
        const record = parseRecord(line);
        if (record) applyRecord(conversation, record);
        else dropped++;
      }
      if (dropped > 0) logger.warn(`History: ${dropped} unreadable lines left out of ${conversationId}`);
      return conversation;
    },

    append(conversationId, record) {
      const path = fileOf(folder, conversationId);
      pending.set(path, `${pending.get(path) ?? ''}${JSON.stringify(record)}\n`);
      const written = lastWrite.then(() => writePending(path));
      lastWrite = written.catch((error: unknown) =>
        logger.error(`History could not be written: ${String(error)}`),
      );
      return written;
    },

    async flush() {
      await lastWrite;
    },
  };
}

/** Ids are made by us, but also read back from storage: nothing but a plain name may become a path. */
function fileOf(folder: string, conversationId: string): string {
  if (!/^[\w-]{1,64}$/.test(conversationId)) throw new Error('Not a conversation id');
  return join(folder, `${conversationId}.jsonl`);
}

function parseRecord(line: string): JournalRecord | undefined {
  try {
    const parsed = journalRecord.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A disk that fills up in the middle must not leave half of it: it would be there twice after the next try. */
async function appendAllOrNothing(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  const { size } = await file.stat();
  try {
    await file.appendFile(text);
  } catch (error) {
    await file.truncate(size);
    throw error;
  } finally {
    await file.close();
  }
}

/** True when the file ends with a line break, is empty, or is not there. */
async function endsWhole(path: string): Promise<boolean> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() === '\n';
  } finally {
    await file.close();
  }
}
