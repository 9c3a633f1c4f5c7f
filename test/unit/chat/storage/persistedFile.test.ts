import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { instanceId } from '../../../../src/chat/model/remoteInstances.ts';
import { createPersistedFile, type PersistedFile } from '../../../../src/chat/storage/persistedFile.ts';
import {
  createPersistence,
  type Memory,
  type Persistence,
} from '../../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createFullMemory, type FullMemory } from '../fullMemory.ts';

describe('a list in its own file', () => {
  let folder: string;
  let memory: FullMemory;
  let told: string[];
  let persistence: Persistence;

  function open(
    options: { memory?: Memory; isElsewhere?: (writer?: string) => boolean } = {},
  ): PersistedFile<string> {
    return createPersistedFile({
      memory,
      key: 'kept',
      folder,
      item: z.string(),
      persistence,
      logger: { ...silentLogger, warn: () => told.push('warned') },
      onUnreadable: () => told.push('unreadable'),
      ...options,
    });
  }

  async function keep(file: PersistedFile<string>, ...items: string[]): Promise<boolean> {
    file.keep(items);
    return file.written();
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-'));
    memory = createFullMemory();
    told = [];
    persistence = createPersistence({ logger: silentLogger, onUnkept: () => told.push('unkept') });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('does not count as written until its name is saved, which is retried', async () => {
    const file = open();
    memory.isFull = true;
    const first = await keep(file, 'a');
    memory.isFull = false;
    deepStrictEqual([first, await file.written(), memory.onDisk.has('kept')], [false, true, true]);
  });

  it('that can’t be saved is reported once', async () => {
    const file = open();
    memory.isFull = true;
    for (const items of [['a'], [], ['b'], []]) await keep(file, ...items);
    deepStrictEqual(told, ['unkept']);
  });

  it('is named before it is written', async () => {
    const names: string[][] = [];
    const watched: Memory = {
      get: memory.get,
      async update(key, value) {
        names.push(await readdir(folder));
        await memory.update(key, value);
      },
    };
    const file = open({ memory: watched });
    await keep(file, 'a');
    await keep(file);
    await keep(file, 'b');
    // The name is saved only once.
    deepStrictEqual([names, await open().read()], [[[]], { items: ['b'], isAll: true }]);
  });

  it('has what was stored while it was being written', async () => {
    const file = open({
      memory: {
        get: memory.get,
        async update(key, value) {
          file.keep(['b']);
          await memory.update(key, value);
        },
      },
    });
    deepStrictEqual([await keep(file, 'a'), await open().read()], [true, { items: ['b'], isAll: true }]);
  });

  it('that is temporarily unreadable is neither lost nor overwritten', async () => {
    await keep(open(), 'a');
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    // A link to a folder takes its place and can't be read, as on a busy disk.
    await rename(path, `${folder}.moved`);
    await mkdir(join(folder, 'there'));
    await symlink(join(folder, 'there'), path);
    const file = open();
    deepStrictEqual([await file.read(), await file.read()], Array(2).fill({ items: [], isAll: false }));
    await keep(file, 'b');
    await rm(path);
    await rename(`${folder}.moved`, path);
    deepStrictEqual(await file.read(), { items: ['a'], isAll: true });
    await file.written();
    deepStrictEqual(await open().read(), { items: ['b', 'a'], isAll: true });
    deepStrictEqual(told, ['warned']);
  });

  it('stays with the other window while that window is open, unless it was released', async () => {
    const isElsewhere = (writer?: string) => writer === instanceId;
    const there = open();
    await keep(there, 'a');
    const here = open({ isElsewhere });
    const first = await here.read();
    await keep(here, 'b');
    await keep(there, 'a', 'c');
    await there.release();
    deepStrictEqual(
      [first, await here.read()],
      [
        { items: [], isAll: false },
        { items: ['a', 'c'], isAll: true },
      ],
    );
    await here.release();
    deepStrictEqual(await open({ isElsewhere }).read(), { items: ['b', 'a', 'c'], isAll: true });
    deepStrictEqual((await readdir(folder)).length, 1);
  });

  it('is taken over by only one window', async () => {
    await keep(open(), 'a', 'b');
    const all = await Promise.all([open(), open(), open()].map((file) => file.read()));
    deepStrictEqual(
      all.flatMap(({ items }) => items),
      ['a', 'b'],
    );
  });
});
