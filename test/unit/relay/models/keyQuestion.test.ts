import { deepStrictEqual, rejects } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';

describe('a question that needs the key', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  async function check(apiKey: string): Promise<boolean> {
    using _list = relay.with('lists-without-key');
    const client = createRelayClient({ baseUrl: relay.baseUrl, apiKey });
    try {
      const { models } = await client.listModels();
      return await client.checkKey(models);
    } finally {
      await client.close();
    }
  }

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
    it(`finds ${key}, with which the models were listed`, async () => {
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
    it(`says nothing where the relay answers with ${quirk}`, async () => {
      const client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
      const { models } = await client.listModels();
      using _quirk = relay.with(quirk);
      deepStrictEqual(await client.checkKey(models), false);
      await client.close();
    });
  }

  it('is not asked where there is no chat model', async () => {
    const before = relay.requests.length;
    const client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
    deepStrictEqual(await client.checkKey([{ id: 'tts-1', kind: 'speech', protocols: [] }]), false);
    await client.close();
    deepStrictEqual(relay.requests.length, before);
  });
});
