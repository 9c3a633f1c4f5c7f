import { deepStrictEqual, rejects } from 'node:assert/strict';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import {
  cleanUp,
  keepDraftsMs,
  keepPicturesMs,
  removeForgottenFiles,
} from '../../../../src/chat/storage/orphanedFiles.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { useFolder } from '../../testFolder.ts';
import { createFullMemory } from '../fullMemory.ts';

const picture = (character: string) => `${character.repeat(64)}.png`;

describe('chat files that nothing refers to', () => {
  const root = useFolder();
  const folder = (name: string) => join(root(), name);
  const folders = () => ({
    conversations: folder('conversations'),
    pictures: folder('pictures'),
    drafts: folder('drafts'),
  });
  const clean = () => removeForgottenFiles(folders(), silentLogger);
  const namesIn = async (name: string) => (await readdir(folder(name))).sort();

  async function write(path: string, text = '', ageMs = 0): Promise<void> {
    const whole = folder(path);
    await mkdir(join(whole, '..'), { recursive: true });
    await writeFile(whole, text);
    const at = new Date(Date.now() - ageMs);
    await utimes(whole, at, at);
  }

  beforeEach(async () => {
    const old = keepPicturesMs + 60_000;
    for (const character of ['a', 'b', 'c', 'e']) await write(`pictures/${picture(character)}`, 'x', old);
    await write(`pictures/${picture('d')}`, 'x');
    // The name spans two chunks when the file is read in chunks of 64 KB.
    await write('conversations/one.jsonl', `${' '.repeat(65_520)}${picture('a')}\n`);
    await write('drafts/mine.json', JSON.stringify([picture('b')]), old);
    await write('drafts/gone.json', JSON.stringify([picture('c')]), keepDraftsMs + 60_000);
  });

  it('are removed only when they are old', async () => {
    await clean();
    deepStrictEqual(
      [await namesIn('pictures'), await namesIn('drafts')],
      [['a', 'b', 'd'].map(picture), ['mine.json']],
    );
  });

  it('stay if the conversations can’t be read', async () => {
    await rm(folder('conversations'), { recursive: true });
    await write('conversations', 'no folder');
    await rejects(clean());
    deepStrictEqual((await namesIn('pictures')).length, 5);
  });

  it('don’t exist without the folders', async () => {
    await rm(root(), { recursive: true });
    await clean();
  });

  it('are removed once a week, but not if the clock may be wrong: far ahead of the last time, or behind it', async () => {
    const memory = createFullMemory();
    const seen: unknown[] = [];
    for (const day of [0, 1, 2, 8, 400, 9, 10]) {
      await write('drafts/gone.json', '', keepDraftsMs + 60_000);
      const purge = mock.fn(async () => {});
      mock.timers.enable({ apis: ['Date'], now: Date.now() + day * 24 * 3_600_000 });
      await cleanUp(folders(), { purge }, memory, silentLogger);
      mock.timers.reset();
      const isRemoved = !(await namesIn('drafts')).includes('gone.json');
      seen.push([day, purge.mock.callCount(), isRemoved]);
    }
    deepStrictEqual(seen, [
      [0, 0, false],
      [1, 1, true],
      [2, 1, false],
      [8, 1, true],
      [400, 0, false],
      [9, 0, false],
      [10, 1, false],
    ]);
  });
});
