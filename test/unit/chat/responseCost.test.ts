import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { sumCosts } from '../../../src/chat/context/contextMeter.ts';
import type { ChatEvent, Usage } from '../../../src/relay/chat/chatEvent.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import { estimateCost } from '../../../src/relay/models/requestCost.ts';
import { useRelayClient } from '../relayClient.ts';
import { finish, prepared, turnsOf, useSessions } from './sessionHarness.ts';

const prices = { input: 0.001, output: 0.01, cacheRead: 0.0001, cacheWrite: 0.002, request: 1 };

const used = (
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens = 0,
  cacheWrittenTokens = 0,
): Usage => ({ inputTokens, outputTokens, cachedInputTokens, cacheWrittenTokens });

describe('the cost of a request', () => {
  const cases: readonly [name: string, usage: Usage, expected: number | undefined][] = [
    ['is that of input and output', { inputTokens: 100, outputTokens: 10 }, 1.2],
    ['is lower for cached tokens', used(100, 10, 90), 1.119],
    ['is higher for tokens written to the cache', used(100, 10, 50, 50), 1.205],
    ['has no negative part for relays that leave cached tokens out of the input', used(10, 10, 90), 1.109],
    ['is unknown without output tokens', { inputTokens: 10 }, undefined],
    ['is unknown with zero input tokens', used(0, 10), undefined],
  ];
  for (const [name, usage, expected] of cases) {
    it(name, () => strictEqual(round(estimateCost(prices, usage)), expected));
  }

  it('uses the input price for cached tokens if the list has no price for them', () => {
    strictEqual(round(estimateCost({ input: 0.001, output: 0.01 }, used(100, 10, 90, 10))), 0.2);
  });
});

describe('the cost of a response', () => {
  const harness = useSessions();
  let client: RelayClient;
  useRelayClient((started) => {
    client = started;
  });

  const usage = (...tokens: Parameters<typeof used>): ChatEvent => ({
    type: 'usage',
    usage: used(...tokens),
  });
  const call: ChatEvent = { type: 'toolCall', id: 'c', name: 'look', input: {} };
  const text: ChatEvent = { type: 'text', text: 'Words' };

  /** A session that gives one reply after another. */
  const openWith = (replies: readonly (readonly ChatEvent[])[]) => {
    let round = 0;
    return harness.open({
      prepare: async () => ({ ...prepared, prices }),
      async *reply() {
        yield* replies[round++] ?? [];
      },
      tools: { given: () => [{ name: 'look' }] },
    });
  };

  const cases: readonly [name: string, replies: readonly ChatEvent[][], cost: number | undefined][] = [
    [
      'is the total of its requests, and is saved with it',
      [
        [text, call, usage(100, 10), usage(100, 20), finish],
        [text, usage(200, 10), finish],
      ],
      2.6,
    ],
    [
      'is not shown if a request has no usage',
      [
        [text, call, finish],
        [text, usage(200, 10), finish],
      ],
      undefined,
    ],
    [
      'is not shown for a response that was interrupted',
      [[text, usage(200, 10), { type: 'finish', verdict: 'interrupted' }]],
      undefined,
    ],
  ];
  for (const [name, replies, cost] of cases)
    it(name, async () => {
      const session = await openWith(replies);
      await harness.ask(session, 'q');
      await session.close();
      const [turn] = turnsOf(await harness.open({}, session.conversation.id));
      strictEqual(round(turn?.receipt?.cost), cost);
    });

  it('is calculated from the reference relay’s usage and prices', async () => {
    const { models } = await client.listModels();
    const listed = models.find(({ id }) => id === 'oa-large');
    const session = await harness.open({
      prepare: async () => ({ ...prepared, model: 'oa-large', prices: listed?.prices }),
      reply: (request, options) => client.streamChat(request, options),
    });
    await harness.ask(session, 'hello');
    const [turn] = turnsOf(session);
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = turn?.usage ?? {};
    deepStrictEqual(
      [turn?.status, inputTokens > 0, turn?.receipt?.cost, sumCosts(session.conversation)],
      [
        'complete',
        true,
        (inputTokens - cachedInputTokens) * 0.00000125 +
          cachedInputTokens * 0.000000125 +
          outputTokens * 0.00001,
        { cost: turn?.receipt?.cost },
      ],
    );
  });

  it('adds up to the cost of the chat, which is partial if a response has no cost', async () => {
    const replies: readonly (readonly ChatEvent[])[] = [
      [text, usage(100, 10), finish],
      [text, usage(100, 10), finish],
      [text, finish],
    ];
    const session = await openWith(replies);
    const sums: unknown[] = [sumCosts(session.conversation)];
    for (const _ of replies) {
      await harness.ask(session, 'q');
      const { cost, ...rest } = sumCosts(session.conversation);
      sums.push({ cost: round(cost), ...rest });
    }
    deepStrictEqual(sums, [{}, { cost: 1.2 }, { cost: 2.4 }, { cost: 2.4, isCostPartial: true }]);
  });
});

function round(cost: number | undefined): number | undefined {
  return cost === undefined ? undefined : Number(cost.toFixed(9));
}
