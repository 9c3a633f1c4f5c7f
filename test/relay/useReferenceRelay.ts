import { type ReferenceRelay, startReferenceRelay } from './referenceRelay.ts';

/** A reference relay for all tests of a suite, running from before the first one until after the last. */
export function useReferenceRelay(options?: Parameters<typeof startReferenceRelay>[0]): ReferenceRelay {
  const relay = {} as ReferenceRelay;
  before(async () => {
    Object.assign(relay, await startReferenceRelay(options));
  });
  after(() => relay.close());
  return relay;
}
