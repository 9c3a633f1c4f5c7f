import * as z from 'zod/mini';
import type { Question } from '../model/message.ts';
import { attachmentRecord } from '../model/records.ts';
import { isWriting } from '../model/remoteInstances.ts';
import { createPersistedFile, type PersistedFilePorts } from './persistedFile.ts';

interface PersistedQueuePorts extends PersistedFilePorts {
  /** Resolves to true once all messages that became prompts or drafts are saved; to false if that fails. */
  readonly isTaken: () => Promise<boolean>;
  /** How often to retry reading files that could not be read. */
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
  /** Messages that were taken out, but would be lost if the window closed now. */
  let leaving: readonly Question[] = [];
  let poll: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;

  function write(): void {
    file.keep([...leaving, ...waiting]);
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
     * Loads the messages that were not sent; call it once, before `keep`. Never rejects. `onLate` receives messages
     * that could only be read later, for example because another window was still closing. They are not in the queue.
     */
    async load(onLate: (messages: readonly Question[]) => void): Promise<readonly Question[]> {
      const { items, isAll } = await file.read();
      waiting = items;
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
    /** Resolves to true once the messages are saved; to false if that fails. */
    written,
    /** Called when the window closes. */
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

function isSame(one: Question, other: Question): boolean {
  return one.text === other.text && one.attachments === other.attachments;
}
