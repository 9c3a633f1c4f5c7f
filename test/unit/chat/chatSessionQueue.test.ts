import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatSession } from '../../../src/chat/model/chatSession.ts';
import type { Question } from '../../../src/chat/model/message.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { createPersistedQueue, type PersistedQueue } from '../../../src/chat/storage/persistedQueue.ts';
import { createChatMemory, createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from './fullMemory.ts';
import { events, finish, question, useSessions } from './sessionHarness.ts';

describe('a session’s queue on a full disk', () => {
  const harness = useSessions();
  let folder: string;
  let history: string;
  let memory: FullMemory;
  let queue: PersistedQueue;
  let session: ChatSession;
  let answerFirst: () => void;

  /** The messages that the next window would find. */
  async function kept(): Promise<string[]> {
    const names = await readdir(join(folder, 'drafts'));
    const files = await Promise.all(names.map((name) => readFile(join(folder, 'drafts', name), 'utf8')));
    return files.flatMap((file) => JSON.parse(file).map(({ text }: Question) => text));
  }

  async function fillHistory(): Promise<void> {
    await rename(history, `${history}.moved`);
    await writeFile(history, 'no folder');
  }

  async function makeRoom(): Promise<void> {
    await rm(history);
    await rename(`${history}.moved`, history);
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'queue-'));
    history = join(folder, 'conversations');
    memory = createFullMemory();
    const persistence = createPersistence({ logger: silentLogger });
    const chatMemory = createChatMemory(persistence.guard(memory));
    const journal = createJournal(history, silentLogger);
    queue = createPersistedQueue({
      memory,
      folder: join(folder, 'drafts'),
      persistence,
      logger: silentLogger,
      isTaken: async () => (await journal.flush()) && (await persistence.isKept('chat.draft')),
    });
    const isFirstDue = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    session = await harness.open({
      async *reply() {
        await isFirstDue;
        yield* events({ type: 'text', text: 'fine' }, finish);
      },
      services: {
        journal,
        queue,
        putBack({ text }) {
          chatMemory.draft = text;
        },
      },
    });
    session.send(question('first'));
    session.send(question('waits'));
    await queue.written();
    await journal.flush();
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('keeps a message until its question is written', async () => {
    await fillHistory();
    answerFirst();
    await harness.until(() => harness.requests.length === 2);
    deepStrictEqual([session.queue, await queue.written(), await kept()], [[], false, ['waits']]);
    await makeRoom();
    await session.close();
    deepStrictEqual(await kept(), []);
  });

  it('keeps a message that goes back into the input until the input is saved', async () => {
    memory.isFull = true;
    session.newConversation();
    deepStrictEqual([session.queue, await queue.written(), await kept()], [[], false, ['waits']]);
    memory.isFull = false;
    await memory.update('chat.draft', 'waits');
    answerFirst();
  });
});
