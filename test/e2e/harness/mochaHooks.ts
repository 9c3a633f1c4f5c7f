import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { testResultsFolder } from '../../../scripts/projectPaths.ts';
import { openPages } from './browser.ts';
import { closeWorkstation, readLogEnd } from './workstation.ts';

/** What was on the screen, and in the log, when a test failed: for people to look at. */
async function keepTraces(this: Context): Promise<void> {
  if (this.currentTest?.state !== 'failed') return;
  const name = this.currentTest
    .fullTitle()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100);
  for (const [index, page] of (await openPages()).entries()) {
    await page.screenshot({ path: join(testResultsFolder, 'failures', `${name}-${index}.png`) });
  }
  const log = await readLogEnd();
  if (log === '') return;
  await mkdir(join(testResultsFolder, 'failures'), { recursive: true });
  await writeFile(join(testResultsFolder, 'failures', `${name}.log`), log);
}

/**
 * Where several files run at the same time, mocha calls `afterAll` after each of them, and the next file in the same
 * process would have to start its editor and browser anew: there they end with their process.
 */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

/** Mocha loads this with --require: the shared editor and browsers live as long as the run. */
export const mochaHooks = { afterEach: keepTraces, ...(!isWorker && { afterAll: closeWorkstation }) };
