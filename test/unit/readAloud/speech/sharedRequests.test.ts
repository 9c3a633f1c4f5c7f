import { deepStrictEqual, ok } from 'node:assert/strict';
import { createSharedRequests, type SharedCall } from '../../../../src/readAloud/speech/sharedRequests.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { settle } from '../playback/testPage.ts';

describe('a request that several share', () => {
  it('tells who comes while the relay asks for patience how long it still lasts, and how to end it', async () => {
    const requests = createSharedRequests<string>();
    let presses = 0;
    let tell: SharedCall['onWait'];
    const work = ({ onWait }: SharedCall) => {
      tell = onWait;
      return new Promise<string>(() => {});
    };
    const { signal } = new AbortController();
    const join = () => {
      const waits: (RetryWait | undefined)[] = [];
      void requests.run('key', work, { signal, onWait: (wait) => void waits.push(wait) });
      return waits;
    };
    const first = join();
    await settle();
    const error = new RelayError('rateLimit', { status: 429 });
    const retryNow = () => {
      presses += 1;
    };
    tell?.({ retry: 1, delayMs: 60_000, error, retryNow });
    const second = join();
    const [wait] = second;
    ok(wait && wait.delayMs > 0 && wait.delayMs <= 60_000);
    wait.retryNow();
    tell?.(undefined);
    deepStrictEqual(
      [first.at(-1), second.at(-1), wait.error, presses, join()],
      [undefined, undefined, error, 1, []],
    );
  });
});
