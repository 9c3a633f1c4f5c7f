import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskLease } from '../../../src/tasks/taskLease.ts';
import { useFolder } from '../testFolder.ts';

const id = 'task';
const times = { heartbeatMs: 60_000, expiryMs: 20_000 };
const long = new Date(Date.now() - 60_000);

describe('the lease of a task', () => {
  const folder = useFolder();
  const take = () => TaskLease.take(folder(), id, times);
  it('belongs to one window until that window releases it', async () => {
    const lease = await take();
    deepStrictEqual([await take(), await lease?.isHeld()], [undefined, true]);
    await lease?.release();
    const next = await take();
    ok(next);
    deepStrictEqual([await readdir(folder()), await lease?.isHeld()], [[`${id}.lease-2`], false]);
    await next.release();
  });

  it('goes to only one of many that request it after its window was silent for a while', async () => {
    await writeFile(join(folder(), `${id}.lease-4`), 'other');
    strictEqual(await take(), undefined);
    await utimes(join(folder(), `${id}.lease-4`), long, long);
    const leases = await Promise.all(Array.from({ length: 20 }, take));
    const held = await Promise.all(leases.map((lease) => lease?.isHeld() ?? false));
    strictEqual(held.filter(Boolean).length, 1);
    deepStrictEqual(await readdir(folder()), [`${id}.lease-5`]);
    for (const lease of leases) await lease?.release();
  });

  it('is lost if another window took it over while this one slept', async () => {
    const lease = await take();
    const [name = ''] = await readdir(folder());
    await utimes(join(folder(), name), long, long);
    const next = await take();
    ok(lease && next);
    deepStrictEqual([await lease.isHeld(), lease.lost.aborted, await next.isHeld()], [false, true, true]);
    await lease.release();
    strictEqual(await next.isHeld(), true);
    await next.release();
  });
});
