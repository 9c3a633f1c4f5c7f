import { deepStrictEqual } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Question } from '../../../src/chat/model/message.ts';
import { createPersistedQueue, type PersistedQueue } from '../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

const name = '00000000-0000-4000-8000-000000000000.json';
const textsOf = (messages: readonly Question[]) => messages.map(({ text }) => text);
const attachments: Question['attachments'] = [];
const toQuestion = (text: string): Question => ({ text, attachments });

describe('queued messages of two windows on one folder', () => {
  let folder: string;
  let queue: PersistedQueue;
  let there: ChildProcess;
  let linesFromThere: AsyncIterator<string>;
  let isTaken: boolean;

  function open(pollMs = 10): PersistedQueue {
    return createPersistedQueue({
      memory: { get: (key) => (key === 'chat.queueFile' ? name : undefined), update: async () => {} },
      folder,
      persistence: createPersistence({ logger: silentLogger }),
      logger: silentLogger,
      isTaken: async () => isTaken,
      pollMs,
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
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    return files.flatMap((file) => textsOf(JSON.parse(file)));
  }

  async function endThere(): Promise<void> {
    const exit = once(there, 'exit');
    if (there.kill('SIGKILL')) await exit;
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'windows-'));
    isTaken = true;
    queue = open();
    there = spawn(process.execPath, [join(import.meta.dirname, 'queueWriter.ts'), folder, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    linesFromThere = createInterface({ input: there.stdout ?? process.stdin })[Symbol.asyncIterator]();
    await linesFromThere.next();
  });
  afterEach(async () => {
    await endThere();
    await queue.close();
    await rm(folder, { recursive: true });
  });

  it('stay with their window while it is open, and only it removes them', async () => {
    queue = open(600_000);
    await keepThere('a');
    const loaded = await queue.load(() => {});
    await keepHere('b');
    await keepThere();
    await keepThere('c');
    await keepHere('d');
    await endThere();
    await queue.close();
    queue = open();
    deepStrictEqual([loaded, textsOf(await queue.load(() => {})).sort()], [[], ['c', 'd']]);
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
