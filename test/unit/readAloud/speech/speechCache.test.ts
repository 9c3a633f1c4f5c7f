import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { speechKey } from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createSpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import type { SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { useFolder } from './useFolder.ts';

const keyOf = (text: string) => speechKey('https://relay.example', { model: 'm', voice: 'v', input: text });
const audioOf = (length: number, fill = 7): SpokenAudio => ({
  bytes: new Uint8Array(length).fill(fill),
  format: 'mp3',
});
const day = 24 * 3600;

describe('the speech cache', () => {
  const used = useFolder();
  let folder: string;
  let warnings: string[];
  let limit: number;

  /** A cache of sounds by their texts. */
  const create = (place = folder) => {
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const cache = createSpeechCache({ folder: place, limitBytes: () => limit, logger });
    return {
      ...cache,
      has: (text: string) => cache.has(keyOf(text)),
      read: (text: string) => cache.read(keyOf(text)),
      keep: (text: string, audio: Parameters<typeof cache.keep>[1]) => cache.keep(keyOf(text), audio),
    };
  };
  const pathOf = (text: string) => join(folder, `${keyOf(text)}.speech`);
  /** Makes it look as if a sound was last heard `days` days ago. */
  const age = (text: string, days: number) => utimes(pathOf(text), 0, Date.now() / 1000 - days * day);

  beforeEach(() => {
    folder = join(used.path, 'kept');
    warnings = [];
    limit = 1_000_000;
  });

  it('stores sounds unchanged for later windows, and nothing of their texts', async () => {
    const cache = create();
    await cache.open();
    deepStrictEqual([cache.has('one'), await cache.read('one'), await cache.size()], [false, undefined, 0]);
    const sounds: readonly SpokenAudio[] = [
      { ...audioOf(300), format: 'mp3' },
      { ...audioOf(200), format: 'wav' },
      { ...audioOf(100), format: 'ogg' },
    ];
    for (const sound of sounds) await cache.keep(sound.format, sound);
    const later = create();
    deepStrictEqual(later.has('mp3'), false);
    await later.open();
    deepStrictEqual(await Promise.all(sounds.map(({ format }) => later.read(format))), sounds);
    ok(sounds.every(({ format }) => cache.has(format) && later.has(format)));
    ok((await later.size()) - 600 < 100);
    const names = sounds.map(({ format }) => `${keyOf(format)}.speech`);
    deepStrictEqual((await readdir(folder)).toSorted(), names.toSorted());
    ok((await later.read('mp3'))?.bytes.constructor === Uint8Array);
  });

  it('has a sound as soon as it is produced, and waits for it', async () => {
    const cache = create();
    const [sound, broken] = [Promise.withResolvers<SpokenAudio>(), Promise.withResolvers<SpokenAudio>()];
    void cache.keep('one', sound.promise);
    void cache.keep('two', broken.promise);
    const written = cache.written();
    const before = cache.has('one');
    broken.reject(new Error('no sound'));
    sound.resolve(audioOf(10));
    await sound.promise;
    deepStrictEqual([before, cache.has('one'), await cache.read('one')], [false, true, audioOf(10)]);
    await written;
    const later = create();
    deepStrictEqual([await later.read('one'), await later.read('two')], [audioOf(10), undefined]);
    deepStrictEqual(warnings, []);
  });

  it('sees what other windows store and remove', async () => {
    const [mine, other] = [create(), create()];
    await Promise.all([mine.open(), other.open()]);
    await other.keep('one', audioOf(10));
    deepStrictEqual([mine.has('one'), await mine.read('one')], [false, audioOf(10)]);
    await other.keep('two', audioOf(20));
    await mine.open();
    deepStrictEqual(mine.has('two'), true);
    await other.clear();
    deepStrictEqual([await mine.read('two'), mine.has('two')], [undefined, false]);
    await mine.open();
    deepStrictEqual([mine.has('one'), await mine.size()], [false, 0]);
  });

  it('rejects and removes damaged files', async () => {
    const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
      header: (path) => truncate(path, 10),
      short: (path) => truncate(path, 500),
      // A power failure can leave a file of the right length without its content.
      zeros: async (path) => writeFile(path, Buffer.alloc((await stat(path)).size)),
      flipped: async (path) => {
        const file = await readFile(path);
        file[400] = 8;
        await writeFile(path, file);
      },
      foreign: (path) => writeFile(path, 'something else that stands here, longer than a header'),
    };
    const cache = create();
    for (const [name, damage] of Object.entries(damages)) {
      await cache.keep(name, audioOf(1000));
      await damage(pathOf(name));
    }
    await cache.keep('whole', audioOf(1000));
    const again = create();
    await again.open();
    const read = await Promise.all([...Object.keys(damages), 'whole'].map((name) => again.read(name)));
    deepStrictEqual(read, [...Object.keys(damages).map(() => undefined), audioOf(1000)]);
    deepStrictEqual([await readdir(folder), warnings.length], [[`${keyOf('whole')}.speech`], 5]);
  });

  it('evicts the sounds that were heard longest ago', async () => {
    limit = 10_000;
    const cache = create();
    for (const name of ['a', 'b', 'c', 'd']) await cache.keep(name, audioOf(2000));
    await Promise.all([age('a', 4), age('b', 3), age('c', 2), age('d', 1.5)]);
    // Reading a sound counts as hearing it.
    await create().read('a');
    await cache.keep('e', audioOf(2000));
    const left = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => cache.read(name)));
    deepStrictEqual(left.map(Boolean), [true, false, true, true, true]);
    deepStrictEqual([cache.has('b'), (await cache.size()) <= limit], [false, true]);
    limit = 3000;
    // Writing sets the time from a coarser clock than hearing does.
    await Promise.all(['a', 'c', 'd', 'e'].map((name) => age(name, 0.1)));
    await cache.keep('f', audioOf(2000));
    deepStrictEqual([(await readdir(folder)).length, (await cache.read('f'))?.bytes.length], [1, 2000]);
  });

  it('stores nothing with a limit of zero, and no sound larger than the limit', async () => {
    const cache = create();
    limit = 0;
    await cache.keep('one', audioOf(10));
    limit = 100;
    await cache.keep('two', audioOf(101));
    await cache.keep('none', audioOf(0));
    deepStrictEqual([cache.has('one'), cache.has('two'), await cache.size()], [false, false, 0]);
  });

  it('evicts sounds when the limit is lowered, even if no more are stored', async () => {
    const lowered = async (lower: number) => {
      limit = 1_000_000;
      const cache = create();
      for (const name of ['a', 'b']) await cache.keep(name, audioOf(2000));
      limit = lower;
      return cache;
    };
    const left: unknown[] = [];
    for (const lower of [0, 2300]) {
      for (const cache of [await lowered(lower), create()]) {
        await lowered(lower);
        await cache.open();
        left.push(await cache.size());
      }
      const persistence = await lowered(lower);
      await persistence.keep('c', audioOf(2400));
      left.push(await persistence.size());
    }
    deepStrictEqual(left, [0, 0, 0, 2010, 2010, 2010]);
  });

  it('stays within its limit and can be cleared even if one file can’t be removed', async () => {
    // A folder can't be removed like a file, just like a file that another program holds open.
    await mkdir(pathOf('held'), { recursive: true });
    await utimes(pathOf('held'), 0, Date.now() / 1000 - 9 * day);
    limit = 10_000 + (await stat(pathOf('held'))).size;
    const cache = create();
    for (let index = 0; index < 30; index += 1) await cache.keep(`text ${index}`, audioOf(1000));
    const isWithin = (await cache.size()) <= limit;
    await rejects(cache.clear(), AggregateError);
    deepStrictEqual(await readdir(folder), [`${keyOf('held')}.speech`]);
    deepStrictEqual([isWithin, cache.has('text 29')], [true, false]);
  });

  it('removes half-written files of a killed window, but no files of others', async () => {
    const cache = create();
    await cache.keep('one', audioOf(10));
    const part = (age: number) => ({ path: join(folder, `${keyOf(String(age))}.${randomUUID()}.part`), age });
    const parts = [part(7200), part(10)];
    for (const { path, age: seconds } of parts) {
      await writeFile(path, 'MRSP');
      await utimes(path, 0, Date.now() / 1000 - seconds);
    }
    await writeFile(join(folder, 'notes.txt'), 'a person’s own');
    await create().keep('two', audioOf(10));
    const names = await readdir(folder);
    const left = [...parts.map(({ path }) => basename(path)), 'notes.txt'].map((name) =>
      names.includes(name),
    );
    deepStrictEqual(left, [false, true, true]);
    await create().clear();
    deepStrictEqual((await readdir(folder)).length, 2);
  });

  it('logs a write failure once, and continues', async () => {
    const place = join(folder, '..', 'file');
    await writeFile(place, 'where a folder should be');
    const cache = create(place);
    await cache.open();
    for (const name of ['one', 'two', 'three']) await cache.keep(name, audioOf(10));
    deepStrictEqual([cache.has('one'), await cache.read('two'), await cache.size()], [false, undefined, 0]);
    deepStrictEqual(warnings.length, 1);
    await rm(place);
    await cache.keep('four', audioOf(10));
    deepStrictEqual(await create(place).read('four'), audioOf(10));
  });

  it('leaves no temporary file behind if it can’t rename it', async () => {
    const cache = create();
    await mkdir(pathOf('one'), { recursive: true });
    await cache.keep('one', audioOf(10));
    deepStrictEqual(await readdir(folder), [`${keyOf('one')}.speech`]);
    deepStrictEqual([cache.has('one'), await cache.read('one'), warnings.length], [false, undefined, 1]);
  });

  it('stays consistent while several processes write and one is killed', async () => {
    limit = 2_000_000;
    const writer = join(import.meta.dirname, 'cacheWriter.ts');
    const children = [1, 2, 3].map((number) => fork(writer, [folder, String(number), String(limit)]));
    const [victim] = children;
    const ends = children.map((child) => once(child, 'exit'));
    // By this message, the process has written some sounds and is writing others.
    if (victim) await once(victim, 'message');
    victim?.kill('SIGKILL');
    const codes = (await Promise.all(ends)).map(([code]) => code);
    const cache = create();
    await cache.open();
    const sounds = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const audio = await cache.read(`text ${index}`);
        return audio === undefined || (audio.bytes.length === 20_000 && new Set(audio.bytes).size === 1);
      }),
    );
    deepStrictEqual([codes, new Set(sounds), warnings], [[null, 0, 0], new Set([true]), []]);
    ok((await cache.size()) > 30 * 20_000 && (await cache.size()) <= limit);
  });
});

describe('the cache key of a sound', () => {
  it('depends on everything that affects the sound', () => {
    const request = { model: 'm', voice: 'v', input: 'text' } as const;
    const keys = [
      speechKey('https://a.example', request),
      speechKey('https://b.example', request),
      ...(
        [
          { model: 'n' },
          { voice: 'w' },
          { input: 'Text' },
          { speed: 1 },
          { speed: 2 },
          { volumeRatio: 2 },
          { pitchRatio: 2 },
          { emotion: 'happy' },
          { language: 'happy' },
        ] as const
      ).map((change) => speechKey('https://a.example', { ...request, ...change })),
    ];
    deepStrictEqual(
      [new Set(keys).size, keys.every((key) => /^[\da-f]{64}$/.test(key))],
      [keys.length, true],
    );
  });

  it('stays the same in later versions, so that nothing in the cache is paid for again', () => {
    const key = '3d70887c1face1d504c8e9bc664f54b091b0cf7c5fb98a8672ffdc8fdf80f591';
    deepStrictEqual(keyOf('text'), key);
  });
});
