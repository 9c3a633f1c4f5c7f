import { parseArgs } from 'node:util';
import { closeWorkstation } from '../e2e/harness/workstation.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });

/** How often the extension host is killed. */
export const kills = Number(values.kills);
/** What was there so long before a kill must be on the disk. */
export const dueAfterMs = 100;
/** What was lost, in words. */
export const failures: string[] = [];

/** Prints what was lost; then the process ends with an error. */
export async function endRun(): Promise<void> {
  await closeWorkstation();
  console.log(failures.length === 0 ? `Nothing was lost in ${kills} kills.` : failures.join('\n'));
  process.exitCode = failures.length === 0 ? 0 : 1;
}
