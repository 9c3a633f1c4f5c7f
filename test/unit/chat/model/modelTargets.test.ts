import { deepStrictEqual } from 'node:assert/strict';
import { createModelTargets } from '../../../../src/chat/model/modelTargets.ts';
import type { Protocol } from '../../../../src/relay/chat/protocolNames.ts';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createFieldRefusals } from '../../../../src/relay/refusalMemory.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';

describe('a thinking effort that a model refused', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  const cases: readonly (readonly [
    model: string,
    protocol: Protocol,
    quirk: QuirkName,
    refused: readonly string[],
  ])[] = [
    ['msg-sonnet-4-6', 'messages', 'output-config-refused', ['low']],
    ['msg-sonnet-4-6', 'messages', 'thinking-refused', []],
    ['msg-sonnet-4-5-20250929', 'messages', 'thinking-refused', ['low', 'medium', 'high']],
    ['oa-large', 'chatCompletions', 'reasoning-effort-refused', ['low']],
    ['gx-2.5-pro', 'generateContent', 'thinking-config-refused', ['low']],
  ];
  for (const [model, protocol, quirk, refused] of cases) {
    it(`is remembered until it is to be tried again: ${model}, ${quirk}`, async () => {
      using _quirk = relay.with(quirk);
      const stored = new Map<string, unknown>();
      const storage = {
        get: (key: string) => stored.get(key),
        async update(key: string, value: unknown) {
          stored.set(key, value);
        },
      };
      const client = createRelayClient({
        baseUrl: relay.baseUrl,
        apiKey: relay.keys.good,
        refusals: storage,
      });
      const modelTargets = createModelTargets({
        connection: {
          view: async () => ({ state: 'connected', host: new URL(relay.baseUrl).host }) as never,
        },
        models: {
          recall: async () => model,
          find: (id) => (id === 'oa-large' ? ({ efforts: ['low'] } as never) : undefined),
        },
        limits: () => undefined,
        memory: { others: [] } as never,
        fieldRefusals: createFieldRefusals(storage),
        logger: silentLogger,
      });
      await modelTargets.connectionView();
      await modelTargets.modelView();
      try {
        const messages = [{ role: 'user', content: 'Hi' }] as const;
        const effort = 'low';
        for await (const _ of client.streamChat({ model, protocol, messages, maxTokens: 4000, effort }));
      } finally {
        await client.close();
      }
      const before = modelTargets.configurableInAll().refusedEfforts;
      modelTargets.forgetRefusal('low');
      deepStrictEqual([before, modelTargets.configurableInAll().refusedEfforts], [refused, []]);
    });
  }
});
