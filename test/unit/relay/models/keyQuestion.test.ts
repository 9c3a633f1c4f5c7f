import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { withClient } from '../clientCalls.ts';

describe('a request that checks the API key', () => {
  const relay = useReferenceRelay();

  async function check(apiKey: string): Promise<boolean> {
    using _list = relay.with('lists-without-key');
    return withClient(relay.baseUrl, async (client) => client.checkKey((await client.listModels()).models), {
      apiKey,
    });
  }

  const withGoodKey = <Result>(use: (client: RelayClient) => Promise<Result>) =>
    withClient(relay.baseUrl, use, { apiKey: relay.keys.good });

  it('has no messages, so that nothing is generated', async () => {
    const before = relay.requests.length;
    deepStrictEqual(await check(relay.keys.good), true);
    deepStrictEqual(
      relay.requests
        .slice(before + 2)
        .map(({ method, bodyText, status }) => [method, JSON.parse(bodyText), status]),
      [['POST', { model: 'deep-reasoner', messages: [], max_tokens: 1 }, 400]],
    );
  });

  const refused: readonly (readonly [string, RelayErrorKind])[] = [
    ['sk-of-another-relay', 'authentication'],
    ['disabled403', 'tokenUnavailable'],
  ];
  for (const [key, kind] of refused) {
    it(`finds ${key} invalid, although it could list the models`, async () => {
      const apiKey = key in relay.keys ? relay.keys[key as keyof typeof relay.keys] : key;
      await rejects(check(apiKey), (error) => error instanceof RelayError && error.kind === kind);
    });
  }

  const silent: readonly QuirkName[] = [
    'upstream-saturated',
    'error-nested-json-key',
    'error-ok-false',
    'socket-closed-without-reply',
    'balance-empty',
  ];
  for (const quirk of silent) {
    it(`proves nothing if the relay responds with ${quirk}`, async () => {
      await withGoodKey(async (client) => {
        const { models } = await client.listModels();
        using _quirk = relay.with(quirk);
        deepStrictEqual(await client.checkKey(models), false);
      });
    });
  }

  it('is not sent if there is no chat model', async () => {
    const before = relay.requests.length;
    const models = [{ id: 'tts-1', kind: 'speech', protocols: [] } as const];
    deepStrictEqual(await withGoodKey((client) => client.checkKey(models)), false);
    deepStrictEqual(relay.requests.length, before);
  });
});
