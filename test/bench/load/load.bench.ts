/**
 * What loading the extension costs in CPU time, beside loading an empty one, and what the first request and the first
 * text that is read aloud then load: `npm run bench:load`, after a production build. Times are medians of processes that
 * each load all of it; only what is compared within one run has a limit.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../../scripts/projectPaths.ts';
import { judge, median } from '../../timing.ts';

const rounds = 15;
/** Of all that activation loads. */
const largestStartKb = 150;
/** Beside all of undici, which is a yardstick that stays the same. */
const largestRatio = 0.35;

interface Loaded {
  readonly ms: number;
  readonly bytes: number;
  readonly files: number;
}

const folder = mkdtempSync(join(tmpdir(), 'load-'));
const empty = join(folder, 'empty.cjs');
writeFileSync(empty, "'use strict'; exports.activate = () => {};");
const files = [
  empty,
  join(projectFolder, 'dist/extension.cjs'),
  join(projectFolder, 'node_modules/undici/index.js'),
];

function loadOnce(): Loaded[] {
  const script = join(import.meta.dirname, 'loadOnce.cjs');
  return JSON.parse(execFileSync(process.execPath, [script, ...files], { encoding: 'utf8' }));
}

const runs = Array.from({ length: rounds }, loadOnce);
rmSync(folder, { recursive: true });
const names = ['an empty extension', 'activation', 'undici'];
const [none, start, undici] = names.map((name, index) => {
  const measured = runs.flatMap((run) => run[index] ?? []);
  const ms = median(measured.map((each) => each.ms));
  const { bytes = 0, files: count = 0 } = measured[0] ?? {};
  console.log(
    `${name.padEnd(20)} ${ms.toFixed(1).padStart(6)} ms  ${(bytes / 1024).toFixed(0).padStart(4)} KB in ${count} files`,
  );
  return { ms, bytes };
});
if (!none || !start || !undici) throw new Error('Nothing was measured.');
judge('activation without an empty extension, beside undici', (start.ms - none.ms) / undici.ms, largestRatio);
judge('KB loaded at the start', start.bytes / 1024, largestStartKb);
