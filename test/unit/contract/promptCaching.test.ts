import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Usage } from '../../../src/relay/chat/chatEvent.ts';
import type {
  AssistantPart,
  ChatMessage,
  ChatRequest,
  ToolResultPart,
} from '../../../src/relay/chat/chatRequest.ts';
import { addEvent } from '../../../src/relay/chat/responseParts.ts';
import { createRelayClient } from '../../../src/relay/client.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';

const rounds = 10;
const filler = (length: number) =>
  'What a tool is for, in the words of its author. '.repeat(length).slice(0, length);

/** About as long as those of VS Code's agent: 40 tools of 250 tokens each, and a system prompt of 2,500. */
const tools = Array.from({ length: 40 }, (_, index) => ({
  name: `tool_${index}`,
  description: filler(600),
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: filler(200) } },
    required: ['path'],
  },
}));
const question: Omit<ChatRequest, 'messages'> = {
  model: 'msg-sonnet-4-6',
  maxTokens: 1000,
  system: filler(10_000),
  tools,
};

/** Runs an agent that reads a file of 500 tokens in each round; returns the usage of each round. */
async function runAgent({ baseUrl, keys }: ReferenceRelay): Promise<readonly Usage[]> {
  const client = createRelayClient({ baseUrl, apiKey: keys.good });
  const messages: ChatMessage[] = [{ role: 'user', content: 'always call tool_7 {"path":"src/main.ts"}' }];
  const usages: Usage[] = [];
  try {
    while (usages.length < rounds) {
      const parts: AssistantPart[] = [];
      let usage: Usage = {};
      const results: ToolResultPart[] = [];
      for await (const event of client.streamChat({ ...question, messages })) {
        addEvent(parts, event);
        if (event.type === 'usage') usage = { ...usage, ...event.usage };
        if (event.type === 'toolCall')
          results.push({ type: 'toolResult', callId: event.id, content: filler(2000) });
      }
      usages.push(usage);
      messages.push({ role: 'assistant', content: parts }, { role: 'user', content: results });
    }
  } finally {
    await client.close();
  }
  return usages;
}

describe('prompt caching', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  const sum = (counts: readonly (number | undefined)[]) =>
    counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  const billedInFull = () => sum(relay.requests.map((request) => request.billedInFull));
  const countMarks = () => relay.requests.map(({ bodyText }) => bodyText.split('"cache_control"').length - 1);

  it('serves most prompt tokens of a ten-round agent run with 40 tools from the cache', async () => {
    const usages = await runAgent(relay);
    const input = sum(usages.map(({ inputTokens }) => inputTokens));
    const cached = sum(usages.map(({ cachedInputTokens }) => cachedInputTokens));
    ok(cached / input >= 0.85, `${cached} of ${input} tokens were cached`);
    deepStrictEqual(countMarks(), [3, ...Array.from({ length: rounds - 1 }, () => 4)]);
    deepStrictEqual({ input, billedInFull: billedInFull() }, { input: 160_857, billedInFull: 20_619 });
  });
});
