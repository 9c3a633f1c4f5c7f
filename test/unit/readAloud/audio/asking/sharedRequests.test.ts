import { deepStrictEqual, ok } from 'node:assert/strict';
import { createSharedRequests } from '../../../../../src/readAloud/audio/asking/sharedRequests.ts';
import type { RetryWait } from '../../../../../src/relay/callOptions.ts';
import { RelayError } from '../../../../../src/relay/relayError.ts';
import { settle } from '../../reader/testPlayer.ts';

describe('a request that several share', () => {
  it('tells who comes while the relay asks for patience how long it still lasts, and how to end it', async () => {
    const requests = createSharedRequests<string>();
    let presses = 0;
    let tell = (_wait: RetryWait): void => {};
    const work = ({ onRetryWait }: { readonly onRetryWait?: ((wait: RetryWait) => void) | undefined }) => {
      if (onRetryWait) tell = onRetryWait;
      return new Promise<string>(() => {});
    };
    const join = () => {
      const waits: RetryWait[] = [];
      void requests.run('key', work, { onRetryWait: (wait) => void waits.push(wait) });
      return waits;
    };
    const first = join();
    await settle();
    const error = new RelayError('rateLimit', { status: 429 });
    const retryNow = () => {
      presses += 1;
    };
    tell({ retry: 1, delayMs: 60_000, error, retryNow });
    const second = join();
    const [wait] = second;
    ok(wait && wait.delayMs > 0 && wait.delayMs <= 60_000);
    wait.retryNow();
    deepStrictEqual([first.length, second.length, wait.error, presses, join()], [1, 1, error, 1, []]);
  });
});
