import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelRefusals } from '../../src/chat/model/modelRefusals.ts';
import { createChatMemory } from '../../src/chat/storage/chatMemory.ts';
import { createHistory } from '../../src/chat/storage/history.ts';
import { createJournal } from '../../src/chat/storage/journal.ts';
import { createPersistedQueue } from '../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../src/chat/storage/persistence.ts';
import { createPictureStore } from '../../src/chat/storage/pictureStore.ts';
import { WindowSession } from '../../src/chat/view/windowSession.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from '../unit/chat/fullMemory.ts';

describe('the session of a window', () => {
  let folder: string;
  let memory: FullMemory;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'window-'));
    memory = createFullMemory();
  });
  afterEach(() => rm(folder, { recursive: true }));

  function open() {
    const folders = {
      conversations: join(folder, 'conversations'),
      pictures: join(folder, 'pictures'),
      drafts: join(folder, 'drafts'),
    };
    const persistence = createPersistence({ logger: silentLogger });
    const guarded = persistence.guard(memory);
    const journal = createJournal(folders.conversations, silentLogger);
    const queue = createPersistedQueue({
      memory,
      folder: folders.drafts,
      persistence,
      logger: silentLogger,
      onUnreadable() {},
      isTaken: journal.flush,
    });
    const nobody = () => {
      throw new Error('Nobody asks.');
    };
    const session = new WindowSession(
      {
        journal,
        pictures: createPictureStore(folders.pictures),
        readSentImage: async () => undefined,
        memory: createChatMemory(guarded),
        queue,
        modelTargets: { host: undefined, others: () => [] },
        refusals: createModelRefusals(guarded),
        tools: { given: () => [], titleOf: (name) => name, run: nobody, mayGoOn: nobody },
        prepare: nobody,
        defaultSystem: () => '',
        wantsTitle: () => false,
        confirmOtherRelay: nobody,
        putBack: nobody,
        tell: nobody,
        t: nobody,
        logger: silentLogger,
      },
      {
        folders,
        history: createHistory(folders.conversations, journal, silentLogger),
        globalMemory: guarded,
      },
    );
    return { queue, session };
  }

  it('has what waits to be sent on the disk when it is closed, and leaves it to whoever comes next', async () => {
    const { queue, session } = open();
    await session.ensure();
    memory.isFull = true;
    queue.keep([{ text: 'waits', attachments: [] }]);
    const isWritten = await queue.written();
    memory.isFull = false;
    await session.close();
    const start = String(memory.onDisk.get('chat.queueFile')).replace('.json', '');
    const names = await readdir(join(folder, 'drafts'));
    deepStrictEqual(
      [isWritten, names.map((name) => [name.startsWith(`${start}.`), name.split('.').length])],
      [false, [[true, 3]]],
    );
    const next = open();
    deepStrictEqual(
      (await next.session.ensure()).queue.map(({ text }) => text),
      ['waits'],
    );
    await next.session.close();
  });
});
