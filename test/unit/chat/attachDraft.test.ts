import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttachmentDraft, createAttachmentDraft } from '../../../src/chat/context/draft.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from './fullMemory.ts';

const item = (text: string) => ({ record: { kind: 'file' as const, name: text, text } });

describe('attachments of a draft', () => {
  let folder: string;
  let memory: FullMemory;
  let unreadable: number;

  const open = () =>
    createAttachmentDraft({
      memory,
      folder,
      persistence: createPersistence({ logger: silentLogger }),
      logger: silentLogger,
      onChange() {},
      onUnreadable() {
        unreadable += 1;
      },
    });
  const texts = ({ items }: AttachmentDraft) => items.map(({ record }) => record.text);

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'draft-')), 'drafts');
    memory = createFullMemory();
    unreadable = 0;
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  it('come after the saved ones when they are added while those are loading', async () => {
    const first = open();
    first.add([item('a')]);
    await first.written();
    const second = open();
    second.add([item('b')]);
    await second.written();
    const third = open();
    await third.loaded;
    deepStrictEqual([texts(second), texts(third)], Array(2).fill(['a', 'b']));
    third.takeAll();
    await third.written();
    deepStrictEqual(await readdir(folder), []);
  });

  it('are set aside unchanged when one is of an unknown kind; the others stay, and the user is told', async () => {
    const start = `${'a'.repeat(8)}-0000-4000-8000-000000000000`;
    const damaged = `${start}.${start}.json`;
    const content = JSON.stringify([
      { id: '1', ...item('precious') },
      { id: '2', record: { kind: 'newKind', name: 'b' } },
    ]);
    await mkdir(folder);
    await writeFile(join(folder, damaged), content);
    memory.stored.set('chat.draftAttachments', `${start}.json`);
    const draft = open();
    await draft.loaded;
    draft.add([item('c')]);
    await draft.written();
    const next = open();
    await next.loaded;
    // The draft moves what it read from other files into its own, which must be written before the folder is removed.
    await next.written();
    deepStrictEqual(
      [texts(next), await readFile(join(folder, `${damaged}.unreadable`), 'utf8'), unreadable],
      [['precious', 'c'], content, 1],
    );
  });

  it('of two windows are there once each after a restart', async () => {
    const first = open();
    first.add([item('a')]);
    await first.written();
    const second = open();
    await second.loaded;
    first.add([item('b')]);
    second.add([item('c')]);
    await Promise.all([first.written(), second.written()]);
    const next = open();
    await next.loaded;
    await next.written();
    deepStrictEqual(texts(next).sort(), ['a', 'b', 'c']);
  });
});
