import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { ChatEvent } from '../../../src/relay/chat/chatEvent.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { failsWith } from '../relay/clientCalls.ts';
import { useRelayClient } from '../relayClient.ts';

describe('a response that the reference relay streams', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  useRelayClient((...started) => {
    [client, relay] = started;
  });

  function ask(content: string, signal?: AbortSignal): AsyncIterable<ChatEvent> {
    const messages = [{ role: 'user' as const, content }];
    return client.streamChat({ model: 'msg-sonnet-4-6', maxTokens: 100_000, messages }, signal && { signal });
  }

  it('arrives complete and in order', async () => {
    const events: ChatEvent[] = [];
    for await (const event of ask('long 30 thinking')) events.push(event);
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    deepStrictEqual(
      [...text.matchAll(/^Paragraph (\d+) of 30\./gm)].map(([, number]) => Number(number)),
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    ok(events.some(({ type }) => type === 'thinking'));
    const finish = { type: 'finish', verdict: 'complete', cause: 'stop', reason: 'end_turn' };
    deepStrictEqual([events[0]?.type, events.at(-1)], ['start', finish]);
  });

  it('ends at the relay, too, when it is stopped', async () => {
    relay.settings.chunksPerSecond = 50;
    const abort = new AbortController();
    await rejects(async () => {
      for await (const { type } of ask('long', abort.signal)) if (type === 'text') abort.abort();
    }, failsWith('cancelled'));
    const [request] = relay.requests.slice(-1);
    ok(request);
    deepStrictEqual((await relay.waitForClose(request)).outcome, 'closedByClient');
  });
});
