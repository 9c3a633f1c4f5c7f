import * as z from 'zod/mini';
import type { Logger } from '../../relay/logger.ts';
import type { Question } from '../model/message.ts';
import { attachmentRecord } from '../model/records.ts';
import { isWriting } from '../model/remoteInstances.ts';
import { createPersistedFile } from './persistedFile.ts';
import type { Memory, Persistence } from './persistence.ts';

interface PersistedQueuePorts {
  /** Of this workspace. Its updates must reject where they fail. */
  readonly memory: Memory;
  readonly folder: string;
  readonly persistence: Persistence;
  readonly logger: Logger;
  readonly onUnreadable: () => void;
  /** Settles when all that became a question or a draft by now is on the disk, true; or false where it can't be. */
  readonly isTaken: () => Promise<boolean>;
  /** How often it is looked again for what could not be read. */
  readonly pollMs?: number;
}

const keptQuestion = z.object({ text: z.string(), attachments: z.array(attachmentRecord) });

/** The message queue, persisted over restarts. */
export type PersistedQueue = ReturnType<typeof createPersistedQueue>;

export function createPersistedQueue({ isTaken, pollMs = 5_000, ...ports }: PersistedQueuePorts) {
  const { logger } = ports;
  const file = createPersistedFile<Question>({
    ...ports,
    key: 'chat.queueFile',
    item: keptQuestion,
    isElsewhere: isWriting,
  });
  let waiting: readonly Question[] = [];
  /** Those that were taken out, and would be lost if the window went away now. */
  let leaving: readonly Question[] = [];
  let kept: readonly Question[] = [];
  let poll: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;

  function write(): void {
    const all = [...leaving, ...waiting];
    // Skip the write, which may be large, if nothing changed, such as when a response begins or ends.
    if (all.length === kept.length && all.every((one, place) => isSame(one, kept[place]))) return;
    kept = all;
    file.keep(kept);
  }

  async function letGo(): Promise<void> {
    const gone = leaving;
    if (gone.length === 0) return;
    // The caller stores a removed message elsewhere at once, but only after this call.
    await undefined;
    if (!(await isTaken())) return;
    leaving = leaving.filter((message) => !gone.includes(message));
    write();
  }

  function readLater(onLate: (messages: readonly Question[]) => void): void {
    poll = setTimeout(() => {
      reading = readLate(onLate);
    }, pollMs).unref();
  }

  async function readLate(onLate: (messages: readonly Question[]) => void): Promise<void> {
    const { items, isAll } = await file.read();
    if (!isAll) readLater(onLate);
    if (items.length === 0) return;
    leaving = [...leaving, ...items];
    write();
    onLate(items);
    await letGo();
  }

  async function written(): Promise<boolean> {
    await letGo();
    return (await file.written()) && leaving.length === 0;
  }

  return {
    /**
     * Those that were not sent; to be called once, before anything is kept. Never rejects. `onLate` gets those that could be
     * read only later: another window was going away with them, say. They are no part of the queue.
     */
    async load(onLate: (messages: readonly Question[]) => void): Promise<readonly Question[]> {
      const { items, isAll } = await file.read();
      waiting = items;
      kept = items;
      if (!isAll) {
        logger.info('Chat: other queued messages belong to another window or could not be read');
        readLater(onLate);
      }
      return waiting;
    },
    /** Saves the queue. A removed message stays saved until its prompt is. */
    keep(messages: readonly Question[]): void {
      const taken = waiting.filter((one) => !messages.some((other) => isSame(one, other)));
      leaving = [...leaving, ...taken];
      waiting = messages.map(({ text, attachments }) => ({ text, attachments }));
      write();
      void letGo();
    },
    /** Settles when they are on the disk, true; or false where they can't be. */
    written,
    /** The window goes away. */
    async close(): Promise<void> {
      clearTimeout(poll);
      // A read in progress may still write, and schedules the next poll.
      await reading;
      clearTimeout(poll);
      await written();
      await file.release();
    },
  };
}

function isSame(one: Question, other: Question | undefined): boolean {
  return one.text === other?.text && one.attachments === other.attachments;
}
