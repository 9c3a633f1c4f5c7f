import { deepStrictEqual, rejects, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitBundle } from '../../../scripts/packaging/splitBundle.ts';

/** Long enough for a separate file. */
const long = `export const text = ${JSON.stringify('long '.repeat(4_000))};`;
const sources: Readonly<Record<string, string>> = {
  'store.ts': 'export class Known extends Error {}; export const seen: string[] = [];',
  'both.ts': `export const both = { is: 'once' };`,
  'big.ts': `import { Known, seen } from './store.ts'; import { both } from './both.ts'; ${long}
    seen.push('big'); export const error = new Known(); export { both };`,
  'small.ts': `import { seen } from './store.ts'; import { both } from './both.ts';
    seen.push('small'); if (seen.length < 3) throw new Error('too early'); export { both };`,
  'main.ts': `import { Known, seen } from './store.ts';
    export { Known, seen };
    export const big = () => import('./big.ts');
    export const small = () => import('./small.ts');`,
};

describe('a split bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'split-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  beforeEach(() => rmSync(path('out'), { recursive: true, force: true }));

  async function load(soon: readonly string[] = []) {
    for (const [name, source] of Object.entries(sources)) writeFileSync(path(name), source);
    await splitBundle({
      absWorkingDir: folder,
      entryPoints: ['main.ts'],
      outdir: 'out',
      soon,
      minify: true,
      chunkNames: '[name]-[hash]',
    });
    return createRequire(path('x.js'))('./out/main.cjs');
  }

  it('has each module once, runs it on first use, and runs it again after a failure', async () => {
    const main = await load();
    deepStrictEqual(readdirSync(path('out')).toSorted(), ['big.cjs', 'main.cjs', 'shared.cjs']);
    deepStrictEqual(main.seen, []);
    await rejects(main.small(), /too early/);

    renameSync(path('out/big.cjs'), path('out/gone.cjs'));
    await rejects(main.big(), /big\.cjs/);
    renameSync(path('out/gone.cjs'), path('out/big.cjs'));
    const { error, both } = await main.big();
    deepStrictEqual([error instanceof main.Known, both], [true, { is: 'once' }]);

    deepStrictEqual((await main.small()).both === both, true);
    await main.small();
    deepStrictEqual(main.seen, ['small', 'big', 'small']);
    throws(() => main.part('none.js'));
  });

  it('has what is loaded soon in a file with everything that it loads', async () => {
    await load(['small.ts']);
    deepStrictEqual(readdirSync(path('out')).toSorted(), ['big.cjs', 'main.cjs', 'small.cjs']);
  });
});
