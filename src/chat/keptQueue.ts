import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Logger } from '../relay/logger.ts';
import { attachmentRecord } from './attachment.ts';
import type { Question } from './chatPorts.ts';
import { createKeptFile } from './disk/keptFile.ts';
import type { Keeping, Memory } from './keeping.ts';

/** The messages that wait to be sent, over restarts. */
export interface KeptQueue {
  /** Those that were not sent; to be called once, before anything is kept. Never rejects. */
  load(): Promise<readonly Question[]>;
  keep(messages: readonly Question[]): void;
  /** Settles when they are on the disk, or can't be. */
  written(): Promise<unknown>;
}

export interface KeptQueuePorts {
  /** Of this workspace. */
  readonly memory: Memory;
  readonly folder: string;
  readonly keeping: Keeping;
  readonly logger: Logger;
  readonly onUnreadable: () => void;
}

/** Earlier versions kept all of it there. */
const formerKey = 'chat.queue';

const keptQuestion = z.object({ text: z.string(), attachments: z.catch(z.array(attachmentRecord), []) });

export function createKeptQueue({
  memory,
  folder,
  keeping,
  logger,
  onUnreadable,
}: KeptQueuePorts): KeptQueue {
  const file = createKeptFile({ memory, key: 'chat.queueFile', folder, keeping });

  function keep(messages: readonly Question[]): void {
    const kept = messages.map(({ text, attachments }) => ({ text, attachments }));
    file.keep(kept.length > 0 ? kept : undefined);
  }

  async function readFile(): Promise<Question[]> {
    try {
      return readQuestions(await file.read());
    } catch (error) {
      logger.error(`Chat: the messages that wait could not be read: ${String(error)}`);
      onUnreadable();
      return [];
    }
  }

  return {
    async load() {
      const kept = await readFile();
      const former = memory.get(formerKey);
      if (former === undefined) return kept;
      // It may have been taken over before, and the editor have gone before it was removed.
      const missing = readQuestions(former).filter(
        (one) => !kept.some((other) => isDeepStrictEqual(one, other)),
      );
      const all = [...kept, ...missing];
      keep(all);
      if (await file.written()) await memory.update(formerKey, undefined);
      return all;
    },
    keep,
    written: file.written,
  };
}

/** Whatever of it is a question. */
function readQuestions(value: unknown): Question[] {
  return Array.isArray(value) ? value.flatMap((each) => keptQuestion.safeParse(each).data ?? []) : [];
}
