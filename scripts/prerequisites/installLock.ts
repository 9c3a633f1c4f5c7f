import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

async function isHeldByLiveProcess(lockFile: string): Promise<boolean> {
  const processId = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  // Empty: the other process has created the file and not yet written its ID.
  if (!processId) return true;
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs the work while holding a lock file, so that two runs on one machine don't install the same thing at once. */
export async function whileLocked<Result>(lockFile: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(lockFile), { recursive: true });
  let saidWaiting = false;
  for (;;) {
    try {
      const handle = await open(lockFile, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (!(await isHeldByLiveProcess(lockFile))) {
      await rm(lockFile, { force: true });
      continue;
    }
    if (!saidWaiting) console.log(`Another run is installing; waiting for ${lockFile} to go.`);
    saidWaiting = true;
    await delay(1000);
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}
