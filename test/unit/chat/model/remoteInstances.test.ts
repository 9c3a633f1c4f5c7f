import { deepStrictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname, uptime } from 'node:os';
import { instanceId, isWriting } from '../../../../src/chat/model/remoteInstances.ts';

describe('whether another window is writing', () => {
  it('depends on its process, not on a later one with the same process ID', async () => {
    const other = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
    await once(other, 'spawn');
    const writer = `${hostname()}:${other.pid}`;
    const now = Date.now();
    const seen = {
      now: isWriting(writer, now),
      // Only Linux tells when a process started.
      hourAgo: process.platform === 'linux' && isWriting(writer, now - 3_600_000),
      beforeTheMachineBegan: isWriting(writer, now - uptime() * 1_000 - 3_600_000),
      ofAnotherMachine: isWriting(`elsewhere:${other.pid}`, now),
      own: isWriting(instanceId, now),
      unknown: isWriting(undefined, now),
    };
    other.kill();
    await once(other, 'exit');
    deepStrictEqual(
      { ...seen, gone: isWriting(writer, now) },
      {
        now: true,
        hourAgo: false,
        beforeTheMachineBegan: false,
        ofAnotherMachine: false,
        own: false,
        unknown: false,
        gone: false,
      },
    );
  });
});
