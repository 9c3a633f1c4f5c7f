import { deepStrictEqual } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Question } from '../../../src/chat/model/message.ts';
import { createPersistedQueue, type PersistedQueue } from '../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { useFolder } from '../testFolder.ts';

const name = '00000000-0000-4000-8000-000000000000.json';
const textsOf = (messages: readonly Question[]) => messages.map(({ text }) => text);
const attachments: Question['attachments'] = [];
const toQuestion = (text: string): Question => ({ text, attachments });

describe('queued messages of two windows on one folder', () => {
  let queue: PersistedQueue;
  let there: ChildProcess;
  let linesFromThere: AsyncIterator<string>;
  let isTaken: boolean;

  function open(): PersistedQueue {
    return createPersistedQueue({
      memory: { get: (key) => (key === 'chat.queueFile' ? name : undefined), update: async () => {} },
      folder: folder(),
      persistence: createPersistence({ logger: silentLogger }),
      logger: silentLogger,
      isTaken: async () => isTaken,
      pollMs: 10,
    });
  }

  async function keepThere(...texts: string[]): Promise<void> {
    there.stdin?.write(JSON.stringify(texts));
    await linesFromThere.next();
  }

  async function keepHere(...texts: string[]): Promise<void> {
    queue.keep(texts.map(toQuestion));
    await queue.written();
  }

  /** All messages on disk. */
  async function kept(): Promise<string[]> {
    const files = await Promise.all(
      (await readdir(folder())).map((file) => readFile(join(folder(), file), 'utf8')),
    );
    return files.flatMap((file) => textsOf(JSON.parse(file)));
  }

  async function endThere(): Promise<void> {
    const exit = once(there, 'exit');
    if (there.kill('SIGKILL')) await exit;
  }

  afterEach(async () => {
    await endThere();
    await queue.close();
  });
  const folder = useFolder();
  beforeEach(async () => {
    isTaken = true;
    queue = open();
    there = spawn(process.execPath, [join(import.meta.dirname, 'queueWriter.ts'), folder(), name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    linesFromThere = createInterface({ input: there.stdout ?? process.stdin })[Symbol.asyncIterator]();
    await linesFromThere.next();
  });

  it('are taken over when their window is gone, and stay on disk until they are saved elsewhere', async () => {
    await keepThere('a');
    isTaken = false;
    const late = Promise.withResolvers<readonly Question[]>();
    deepStrictEqual(await queue.load(late.resolve), []);
    await keepHere('b');
    await endThere();
    deepStrictEqual(textsOf(await late.promise), ['a']);
    await keepHere('b', 'c');
    deepStrictEqual(await kept(), ['a', 'b', 'c']);
    isTaken = true;
    await queue.close();
    deepStrictEqual(await kept(), ['b', 'c']);
  });
});
