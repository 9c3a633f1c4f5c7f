import { deepStrictEqual, match } from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAttachmentDraft } from '../../../src/chat/attach/draft.ts';
import type { Question } from '../../../src/chat/chatPorts.ts';
import { createKeeping } from '../../../src/chat/keeping.ts';
import { createKeptQueue, type KeptQueue } from '../../../src/chat/keptQueue.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from './fullMemory.ts';

const plain = (text: string): Question => ({ text, attachments: [] });
const withFile: Question = {
  text: 'with a file',
  attachments: [{ kind: 'file', name: 'a.ts', text: 'x'.repeat(500_000) }],
};

describe('messages that wait to be sent', () => {
  let root: string;
  let folder: string;
  let memory: FullMemory;
  let told: string[];

  /** As a window has it that was just opened. */
  function open(): KeptQueue {
    const keeping = createKeeping({ logger: silentLogger, onUnkept: () => told.push('unkept') });
    return createKeptQueue({
      memory: keeping.guard(memory),
      folder,
      keeping,
      logger: silentLogger,
      onUnreadable: () => told.push('unreadable'),
    });
  }

  const loadAgain = () => open().load();
  const files = () => readdir(folder);
  const storedLength = () => JSON.stringify([...memory.stored]).length;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'queue-'));
    folder = join(root, 'drafts');
    memory = createFullMemory();
    told = [];
  });
  afterEach(() => rm(root, { recursive: true }));

  it('are there after a restart, in a file and not in the workspace’s state', async () => {
    const queue = open();
    deepStrictEqual(await queue.load(), []);
    for (const messages of [[withFile], [withFile, plain('b')], [plain('c'), withFile]]) queue.keep(messages);
    await queue.written();
    deepStrictEqual([await loadAgain(), (await files()).length], [[plain('c'), withFile], 1]);
    deepStrictEqual([storedLength() < 100, told], [true, []]);
  });

  it('leave nothing behind when none waits any more', async () => {
    const queue = open();
    queue.keep([withFile]);
    await queue.written();
    queue.keep([]);
    await queue.written();
    deepStrictEqual([await loadAgain(), await files(), memory.stored], [[], [], new Map()]);
  });

  it('are taken over once from where earlier versions kept them', async () => {
    memory.stored.set('chat.queue', [withFile, plain('b'), { text: 5 }]);
    deepStrictEqual(await loadAgain(), [withFile, plain('b')]);
    deepStrictEqual([...memory.stored.keys()], ['chat.queueFile']);
    // The window went away before they were removed there.
    memory.stored.set('chat.queue', [plain('b'), plain('c')]);
    deepStrictEqual(await loadAgain(), [withFile, plain('b'), plain('c')]);
    deepStrictEqual(await loadAgain(), [withFile, plain('b'), plain('c')]);
  });

  it('stay where earlier versions kept them as long as they can’t be written', async () => {
    memory.stored.set('chat.queue', [plain('a')]);
    await writeFile(folder, 'no folder');
    deepStrictEqual(await loadAgain(), [plain('a')]);
    deepStrictEqual([memory.stored, told], [new Map([['chat.queue', [plain('a')]]]), ['unkept']]);
    await rm(folder);
    deepStrictEqual(await loadAgain(), [plain('a')]);
    deepStrictEqual([...memory.stored.keys()], ['chat.queueFile']);
  });

  it('that could not be written are when that works again', async () => {
    await writeFile(folder, 'no folder');
    const queue = open();
    queue.keep([plain('a')]);
    await queue.written();
    await rm(folder);
    await queue.written();
    deepStrictEqual([await loadAgain(), told], [[plain('a')], ['unkept']]);
  });

  it('that can’t be read stay in their file, and the person is told', async () => {
    const damaged = `${'a'.repeat(8)}-0000-4000-8000-000000000000.json`;
    await mkdir(folder);
    await writeFile(join(folder, damaged), '[{"text":"a"');
    memory.stored.set('chat.queueFile', damaged);
    const queue = open();
    deepStrictEqual([await queue.load(), told], [[], ['unreadable']]);
    queue.keep([plain('b')]);
    await queue.written();
    deepStrictEqual(
      [await loadAgain(), await readFile(join(folder, damaged), 'utf8'), told],
      [[plain('b')], '[{"text":"a"', ['unreadable']],
    );
  });

  it('are in a file of a plain name alone, which is touched when the window is opened', async () => {
    await mkdir(folder);
    await writeFile(join(root, 'secret.json'), JSON.stringify([plain('a')]));
    memory.stored.set('chat.queueFile', '../secret.json');
    deepStrictEqual(await loadAgain(), []);
    const queue = open();
    queue.keep([plain('b')]);
    await queue.written();
    const [name = ''] = await files();
    match(name, /^[\da-f-]{36}\.json$/);
    const long = new Date(1_000_000);
    await utimes(join(folder, name), long, long);
    await loadAgain();
    deepStrictEqual((await stat(join(folder, name))).mtimeMs > 1_000_000, true);
  });
});

describe('attachments of a draft', () => {
  it('come behind those that were kept, when they are added while these are read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'draft-'));
    const memory = createFullMemory();
    const open = () =>
      createAttachmentDraft({
        memory,
        folder,
        keeping: createKeeping({ logger: silentLogger }),
        logger: silentLogger,
        onChange() {},
      });
    const item = (text: string) => ({ record: { kind: 'file' as const, name: text, text } });
    const first = open();
    first.add([item('a')]);
    await first.written();
    const second = open();
    second.add([item('b')]);
    await second.written();
    const third = open();
    await third.loaded;
    deepStrictEqual(
      [second, third].map(({ items }) => items.map(({ record }) => record.text)),
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    third.takeAll();
    await third.written();
    deepStrictEqual([await readdir(folder), memory.stored], [[], new Map()]);
    await rm(folder, { recursive: true });
  });
});
