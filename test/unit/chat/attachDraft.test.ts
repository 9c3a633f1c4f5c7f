import { deepStrictEqual } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { type AttachmentDraft, createAttachmentDraft } from '../../../src/chat/context/draft.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { useFolder } from '../testFolder.ts';
import { createFullMemory, type FullMemory } from './fullMemory.ts';

const item = (text: string) => ({ record: { kind: 'file' as const, name: text, text } });

describe('attachments of a draft', () => {
  const folder = useFolder();
  let memory: FullMemory;

  const open = () =>
    createAttachmentDraft({
      memory,
      folder: folder(),
      persistence: createPersistence({ logger: silentLogger }),
      logger: silentLogger,
      onChange() {},
    });
  const texts = ({ items }: AttachmentDraft) => items.map(({ record }) => record.text);

  beforeEach(() => {
    memory = createFullMemory();
  });

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
    deepStrictEqual(await readdir(folder()), []);
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
