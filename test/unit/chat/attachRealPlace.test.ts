import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRealPlace } from '../../../src/platform/disk/diskFiles.ts';

describe('the real location of a file', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'place-'));
    for (const folder of ['one/src', 'two', 'elsewhere/deep'])
      await mkdir(join(root, folder), { recursive: true });
    for (const file of [
      'one/.env',
      'one/src/a.ts',
      'one/..b',
      'two/b.ts',
      'elsewhere/c.ts',
      'elsewhere/deep/d.ts',
    ])
      await writeFile(join(root, file), '');
    const links = {
      'one/readme.txt': 'one/.env',
      'one/other.ts': 'two/b.ts',
      'one/out.ts': 'elsewhere/c.ts',
      'one/out': 'elsewhere',
      'one/twice': 'one/out',
      'one/dangling': 'elsewhere/soon.ts',
      'one/loop': 'one/loop',
      linked: 'one',
    };
    for (const [link, target] of Object.entries(links)) await symlink(join(root, target), join(root, link));
  });
  after(() => rm(root, { recursive: true }));

  const cases: readonly [string, string, [number, string] | undefined][] = [
    ['a file', 'one/src/a.ts', [0, 'src/a.ts']],
    ['a file that begins with two dots', 'one/..b', [0, '..b']],
    ['a workspace folder itself', 'one', [0, '']],
    ['a file below a link to a workspace folder', 'linked/src/a.ts', [0, 'src/a.ts']],
    ['a link to a file beside it', 'one/readme.txt', [0, '.env']],
    ['a link to another workspace folder', 'one/other.ts', [1, 'b.ts']],
    ['a link out of the workspace', 'one/out.ts', undefined],
    ['a folder that is a link out of the workspace', 'one/out', undefined],
    ['a file below such a folder', 'one/out/deep/d.ts', undefined],
    ['a file below a link to such a folder', 'one/twice/c.ts', undefined],
    ['a deleted file below such a folder', 'one/out/deep/gone/e.ts', undefined],
    ['a deleted file in the workspace', 'one/src/gone/e.ts', [0, 'src/gone/e.ts']],
    ['a dangling link', 'one/dangling', undefined],
    ['a link to itself', 'one/loop', undefined],
    ['a file outside the workspace', 'elsewhere/c.ts', undefined],
    ['a folder whose name begins with a workspace folder’s name', 'one2/a.ts', undefined],
  ];
  for (const [name, path, expected] of cases) {
    it(`is found for ${name}`, async () => {
      const place = await findRealPlace(join(root, path), [join(root, 'one'), join(root, 'two')]);
      deepStrictEqual(place && [place.root, place.way], expected);
    });
  }

  it('is found when the workspace folder is a link', async () => {
    deepStrictEqual(await findRealPlace(join(root, 'one/src/a.ts'), [join(root, 'linked')]), {
      root: 0,
      way: 'src/a.ts',
    });
  });
});
