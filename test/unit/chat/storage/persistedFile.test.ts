import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
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
import { useFolder } from '../../testFolder.ts';
import { createFullMemory, type FullMemory } from '../fullMemory.ts';

/** What is read if nothing is left for later. */
const read = (...items: string[]) => ({ items, isAll: true });

describe('a list in its own file', () => {
  const folder = useFolder();
  let memory: FullMemory;
  let told: string[];
  let persistence: Persistence;

  function open(
    options: { memory?: Memory; isElsewhere?: (writer?: string) => boolean } = {},
  ): PersistedFile<string> {
    return createPersistedFile({
      memory,
      key: 'kept',
      folder: folder(),
      item: z.string(),
      persistence,
      logger: { ...silentLogger, warn: () => told.push('warned') },
      ...options,
    });
  }

  async function keep(file: PersistedFile<string>, ...items: string[]): Promise<boolean> {
    file.keep(items);
    return file.written();
  }

  beforeEach(() => {
    memory = createFullMemory();
    told = [];
    persistence = createPersistence({
      logger: silentLogger,
      onUnkept: () => told.push('unkept'),
      onUnreadable: () => told.push('unreadable'),
    });
  });

  it('that can’t be saved, or whose name can’t, is reported once, and saved when that works again', async () => {
    const file = open();
    memory.isFull = true;
    for (const items of [['a'], [], ['b']]) deepStrictEqual(await keep(file, ...items), false);
    memory.isFull = false;
    deepStrictEqual([await file.written(), memory.onDisk.has('kept'), told], [true, true, ['unkept']]);
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'no folder');
    const seen = [await keep(file, 'c')];
    await rm(folder());
    seen.push(await file.written());
    deepStrictEqual([seen, told, await open().read()], [[false, true], ['unkept', 'unkept'], read('c')]);
  });

  it('is removed when it is empty; only its name stays', async () => {
    const file = open();
    await keep(file, 'a');
    await keep(file);
    deepStrictEqual([await readdir(folder()), [...memory.stored.keys()]], [[], ['kept']]);
  });

  it('has a plain name, whatever the memory has', async () => {
    memory.stored.set('kept', '../secret.json');
    await keep(open(), 'a');
    match((await readdir(folder())).join(), /^[\da-f-]{36}\.[\da-f-]{36}\.[\w-]+\.json$/);
  });

  it('is touched when a window opens, so that it does not seem forgotten', async () => {
    await keep(open(), 'a');
    const nameOf = async () => join(folder(), (await readdir(folder()))[0] ?? '');
    await utimes(await nameOf(), 1000, 1000);
    await open().read();
    ok((await stat(await nameOf())).mtimeMs > 1_000_000);
  });

  it('is named before it is written', async () => {
    const names: string[][] = [];
    const watched: Memory = {
      get: memory.get,
      async update(key, value) {
        names.push(await readdir(folder()));
        await memory.update(key, value);
      },
    };
    const file = open({ memory: watched });
    await keep(file, 'a');
    await keep(file);
    await keep(file, 'b');
    // The name is saved only once.
    deepStrictEqual([names, await open().read()], [[[]], read('b')]);
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
    deepStrictEqual([await keep(file, 'a'), await open().read()], [true, read('b')]);
  });

  it('that is temporarily unreadable is neither lost nor overwritten', async () => {
    await keep(open(), 'a');
    const [name = ''] = await readdir(folder());
    const path = join(folder(), name);
    // A link to a folder takes its place and can't be read, as on a busy disk.
    await rename(path, `${folder()}.moved`);
    await symlink(folder(), path);
    const file = open();
    deepStrictEqual([await file.read(), await file.read()], Array(2).fill({ items: [], isAll: false }));
    await keep(file, 'b');
    await rm(path);
    await rename(`${folder()}.moved`, path);
    deepStrictEqual(await file.read(), read('a'));
    await file.written();
    deepStrictEqual([await open().read(), told], [read('b', 'a'), ['warned']]);
  });

  for (const [what, content] of [
    ['has an item of a later version', '["a", {}]'],
    ['is damaged', '["a"'],
    ['is empty', ''],
  ] as const)
    it(`that ${what} stays as it is, which is reported once, for a version that can read it`, async () => {
      await keep(open(), 'a');
      const [name = ''] = await readdir(folder());
      const path = join(folder(), name);
      await writeFile(path, content);
      const file = open();
      deepStrictEqual([await file.read(), await file.read(), await open().read()], Array(3).fill(read()));
      await keep(file, 'b');
      await file.release();
      deepStrictEqual([await readFile(path, 'utf8'), told], [content, ['unreadable']]);
      await writeFile(path, '["c"]');
      const later = open();
      deepStrictEqual((await later.read()).items.toSorted(), ['b', 'c']);
      await later.written();
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
    deepStrictEqual([first, await here.read()], [{ items: [], isAll: false }, read('a', 'c')]);
    await here.release();
    deepStrictEqual(await open({ isElsewhere }).read(), read('b', 'a', 'c'));
    deepStrictEqual((await readdir(folder())).length, 1);
  });

  it('that can’t be released is not reported as unsaved', async () => {
    const file = open();
    await keep(file, 'a');
    await rm(folder(), { recursive: true });
    await file.release();
    deepStrictEqual(told, []);
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
