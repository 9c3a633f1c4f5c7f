import { deepStrictEqual, match } from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from '../../../../src/chat/model/message.ts';
import { createPersistedQueue, type PersistedQueue } from '../../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from '../fullMemory.ts';

const plain = (text: string): Question => ({ text, attachments: [] });
const withFile: Question = {
  text: 'with a file',
  attachments: [{ kind: 'file', name: 'a.ts', text: 'x'.repeat(500_000) }],
};

describe('queued messages', () => {
  let root: string;
  let folder: string;
  let memory: FullMemory;
  let told: string[];
  /** Whether removed messages have been saved elsewhere. */
  let isTaken: boolean;

  /** The queue of a window that was just opened. */
  function open(): PersistedQueue {
    const persistence = createPersistence({ logger: silentLogger, onUnkept: () => told.push('unkept') });
    return createPersistedQueue({
      memory,
      folder,
      persistence,
      logger: silentLogger,
      onUnreadable: () => told.push('unreadable'),
      isTaken: async () => isTaken,
    });
  }

  const load = (queue: PersistedQueue) => queue.load(() => told.push('late'));
  const loadAgain = () => load(open());
  const files = () => readdir(folder);
  const kept = async () => JSON.parse(await readFile(join(folder, (await files())[0] ?? ''), 'utf8'));
  const storedLength = () => JSON.stringify([...memory.stored]).length;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'queue-'));
    folder = join(root, 'drafts');
    memory = createFullMemory();
    told = [];
    isTaken = true;
  });
  afterEach(() => rm(root, { recursive: true }));

  it('are restored after a restart, from a file and not from the workspace state', async () => {
    const queue = open();
    deepStrictEqual(await load(queue), []);
    for (const messages of [[withFile], [withFile, plain('b')], [plain('c'), withFile]]) queue.keep(messages);
    await queue.written();
    deepStrictEqual([await loadAgain(), (await files()).length], [[plain('c'), withFile], 1]);
    deepStrictEqual([storedLength() < 100, told], [true, []]);
  });

  it('leave only the file’s name behind when none is left', async () => {
    const queue = open();
    queue.keep([withFile]);
    await queue.written();
    queue.keep([]);
    await queue.written();
    deepStrictEqual(
      [await loadAgain(), await files(), [...memory.stored.keys()]],
      [[], [], ['chat.queueFile']],
    );
  });

  it('that could not be written are written when that works again', async () => {
    await writeFile(folder, 'no folder');
    const queue = open();
    queue.keep([plain('a')]);
    const first = await queue.written();
    await rm(folder);
    deepStrictEqual([first, await queue.written()], [false, true]);
    deepStrictEqual([await loadAgain(), told], [[plain('a')], ['unkept']]);
  });

  for (const [why, content, stay] of [
    ['are torn', '[{"text":"a"', []],
    ['are not messages', '{"text":"a","attachments":[]}', []],
    [
      'have an attachment of a later version',
      JSON.stringify([withFile, { text: 'a', attachments: [{ kind: 'newKind', name: 'b' }] }]),
      [withFile],
    ],
  ] as const)
    it(`that ${why} are set aside unchanged, the others stay, and the user is told once`, async () => {
      const start = `${'a'.repeat(8)}-0000-4000-8000-000000000000`;
      const damaged = `${start}.${start}.json`;
      await mkdir(folder);
      await writeFile(join(folder, damaged), content);
      memory.stored.set('chat.queueFile', `${start}.json`);
      const queue = open();
      deepStrictEqual([await load(queue), told], [stay, ['unreadable']]);
      queue.keep([plain('b')]);
      await queue.written();
      const aside = await readFile(join(folder, `${damaged}.unreadable`), 'utf8');
      deepStrictEqual([await loadAgain(), aside, told], [[plain('b')], content, ['unreadable']]);
    });

  it('are read only from a plain file name, and the file is touched when the window opens', async () => {
    await mkdir(folder);
    await writeFile(join(root, 'secret.json'), JSON.stringify([plain('a')]));
    memory.stored.set('chat.queueFile', '../secret.json');
    deepStrictEqual(await loadAgain(), []);
    const queue = open();
    queue.keep([plain('b')]);
    await queue.written();
    const [name = ''] = await files();
    match(name, /^[\da-f-]{36}\.[\da-f-]{36}\.[\w-]+\.json$/);
    const long = new Date(1_000_000);
    await utimes(join(folder, name), long, long);
    await loadAgain();
    const [touched = ''] = await files();
    deepStrictEqual((await stat(join(folder, touched))).mtimeMs > 1_000_000, true);
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
});
