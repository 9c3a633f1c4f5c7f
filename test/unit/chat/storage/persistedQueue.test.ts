import { deepStrictEqual } from 'node:assert/strict';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Question } from '../../../../src/chat/model/message.ts';
import { createPersistedQueue, type PersistedQueue } from '../../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { useFolder } from '../../testFolder.ts';
import { createFullMemory, type FullMemory } from '../fullMemory.ts';

const start = '00000000-0000-4000-8000-000000000000';
const plain = (text: string): Question => ({ text, attachments: [] });
const withFile: Question = {
  text: 'with a file',
  attachments: [{ kind: 'file', name: 'a.ts', text: 'x'.repeat(500_000) }],
};

describe('queued messages', () => {
  const root = useFolder();
  let memory: FullMemory;
  let told: string[];
  /** Whether removed messages have been saved elsewhere. */
  let isTaken: boolean;

  /** The queue of a window that was just opened. */
  function open(): PersistedQueue {
    const persistence = createPersistence({ logger: silentLogger, onUnkept: () => told.push('unkept') });
    return createPersistedQueue({
      memory,
      folder: root(),
      persistence,
      logger: silentLogger,
      isTaken: async () => isTaken,
      pollMs: 50,
    });
  }

  const load = (queue: PersistedQueue) => queue.load(() => told.push('late'));
  const loadAgain = () => load(open());
  const files = () => readdir(root());
  const kept = async () => JSON.parse(await readFile(join(root(), (await files())[0] ?? ''), 'utf8'));
  const storedLength = () => JSON.stringify([...memory.stored]).length;

  beforeEach(() => {
    memory = createFullMemory();
    told = [];
    isTaken = true;
  });

  it('are restored after a restart, from a file and not from the workspace state', async () => {
    const queue = open();
    deepStrictEqual(await load(queue), []);
    for (const messages of [[withFile], [withFile, plain('b')], [plain('c'), withFile]]) queue.keep(messages);
    await queue.written();
    deepStrictEqual([await loadAgain(), (await files()).length], [[plain('c'), withFile], 1]);
    deepStrictEqual([storedLength() < 100, told], [true, []]);
  });

  it('that were removed stay on disk until they are saved elsewhere', async () => {
    const queue = open();
    const [first, second] = [plain('a'), plain('b')];
    queue.keep([first, second]);
    await queue.written();
    isTaken = false;
    queue.keep([second]);
    deepStrictEqual([await queue.written(), await kept()], [false, [first, second]]);
    queue.keep([second, plain('c')]);
    deepStrictEqual([await queue.written(), await kept()], [false, [first, second, plain('c')]]);
    isTaken = true;
    deepStrictEqual([await queue.written(), await kept()], [true, [second, plain('c')]]);
    isTaken = false;
    queue.keep([]);
    deepStrictEqual([await queue.written(), await kept()], [false, [second, plain('c')]]);
    isTaken = true;
    await queue.close();
    deepStrictEqual(await files(), []);
    // A removed message is saved elsewhere only after its removal.
    queue.keep([first]);
    queue.keep([]);
    isTaken = false;
    deepStrictEqual([await queue.written(), await kept()], [false, [first]]);
  });

  it('of another window come also if it renames its file just while this one looks', async () => {
    memory.stored.set('chat.queueFile', `${start}.json`);
    // A link to nowhere is listed, but absent when it is read.
    const path = join(root(), `${start}.theirs.json`);
    await symlink('nowhere', path);
    const queue = open();
    const late = Promise.withResolvers<readonly Question[]>();
    const before = await queue.load(late.resolve);
    await rm(path);
    await writeFile(path, JSON.stringify([plain('theirs')]));
    deepStrictEqual([before, await late.promise], [[], [plain('theirs')]]);
    await queue.close();
  });

  it('of another window come when it is closed, and stay on disk until they are saved elsewhere', async () => {
    memory.stored.set('chat.queueFile', `${start}.json`);
    // The parent of this process is running.
    const writer = Buffer.from(`${hostname()}:${process.ppid}`).toString('base64url');
    const path = join(root(), `${start}.theirs.${writer}.json`);
    await writeFile(path, JSON.stringify([plain('theirs')]));
    const [queue, mine] = [open(), plain('mine')];
    const late = Promise.withResolvers<readonly Question[]>();
    const before = await queue.load(late.resolve);
    queue.keep([mine]);
    isTaken = false;
    await rename(path, join(root(), `${start}.theirs.json`));
    deepStrictEqual([before, await late.promise], [[], [plain('theirs')]]);
    queue.keep([mine, plain('next')]);
    await queue.written();
    deepStrictEqual(await kept(), [plain('theirs'), mine, plain('next')]);
    isTaken = true;
    await queue.close();
    deepStrictEqual(await kept(), [mine, plain('next')]);
  });
});
