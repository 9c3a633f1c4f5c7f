import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { AssistantPart, ChatMessage, ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import { type Protocol, protocols } from '../../../../src/relay/chat/protocolNames.ts';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import { type Logger, silentLogger } from '../../../../src/relay/logger.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { failsWith } from '../clientCalls.ts';

type Fields = Readonly<Record<string, unknown>>;

const user: ChatMessage = { role: 'user', content: 'Hello' };
const tools = [{ name: 'look' }];
/** A model's tool call, with the given thinking before it, and the result. */
const round = (id: string, ...thought: readonly AssistantPart[]): ChatMessage[] => [
  { role: 'assistant', content: [...thought, { type: 'toolCall', id, name: 'look', input: {} }] },
  { role: 'user', content: [{ type: 'toolResult', callId: id, content: 'Seen.' }] },
];
const adaptive = { type: 'adaptive', display: 'summarized' };

/** A model whose thinking has a budget, and one that adapts it. */
const budgeted = 'msg-sonnet-4-5-20250929';
const adaptable = 'msg-sonnet-4-6';
const signedThought: AssistantPart = { type: 'thinking', text: 'Hm', signature: 'signed' };
const thoughtfulRounds: ChatMessage[] = [user, ...round('call_1', signedThought), ...round('call_2')];
const enabled = (budget: number, maxTokens: number) => ({
  thinking: { type: 'enabled', budget_tokens: budget },
  max_tokens: maxTokens,
});

/** The model, what the request asks for, and what goes into the body; 1000 tokens unless it says otherwise. */
type Cases = Readonly<Record<string, readonly [model: string, wished: Partial<ChatRequest>, sent: Fields]>>;

const cases: Readonly<Record<Protocol, Cases>> = {
  messages: {
    nothing: [adaptable, {}, {}],
    'an effort as a budget, with room for the response': [budgeted, { effort: 'low' }, enabled(2048, 3048)],
    'a higher effort, within a limit that has room for it': [
      'msg-opus-4-20250514',
      { effort: 'high', maxTokens: 32_000 },
      enabled(20_480, 32_000),
    ],
    'an effort within the model’s output limit, half of which is for the response': [
      'msg-opus-4-20250514',
      { effort: 'high', maxTokens: 8192, outputLimit: 8192 },
      enabled(4096, 8192),
    ],
    'no effort if there is no room for it': ['msg-opus-4-20250514', { effort: 'low', outputLimit: 1500 }, {}],
    'thinking until the end of a response that began with it, even if it was turned off in between': [
      budgeted,
      { effort: 'none', temperature: 0.5, tools, messages: thoughtfulRounds },
      enabled(1024, 2024),
    ],
    'the same for a model with adaptive thinking': [
      adaptable,
      { tools, messages: thoughtfulRounds },
      { thinking: adaptive },
    ],
    'no temperature with thinking, wherever it was set': [
      'msg-haiku-4-5-20251001',
      { effort: 'medium', temperature: 1, fields: { temperature: 0.1, top_k: 5 } },
      { ...enabled(8192, 9192), top_k: 5 },
    ],
    'an effort by name': [
      adaptable,
      { effort: 'max', temperature: 1 },
      { thinking: adaptive, output_config: { effort: 'max' } },
    ],
    'no thinking with a required tool call': [
      budgeted,
      { effort: 'low', temperature: 0, tools, toolChoice: 'required' },
      { temperature: 0 },
    ],
    'an effort with a required tool call, but without thinking': [
      adaptable,
      { effort: 'low', tools, toolChoice: 'required' },
      { output_config: { effort: 'low' } },
    ],
    'no thinking if tools were called without it': [
      budgeted,
      { effort: 'low', tools, messages: [user, ...round('call_1')] },
      {},
    ],
    'thinking until the end of a response that began with it, even if its latest round has none': [
      budgeted,
      { effort: 'low', tools, messages: thoughtfulRounds },
      enabled(2048, 3048),
    ],
    'no thinking in a response that began without it, whatever the one before did': [
      budgeted,
      {
        effort: 'low',
        tools,
        messages: [
          user,
          ...round('call_1', { type: 'redactedThinking', data: 'x' }),
          { role: 'assistant', content: 'Seen.' },
          user,
          ...round('call_2'),
        ],
      },
      {},
    ],
    'no thinking at all': ['msg-opus-4-5-20251101', { effort: 'none' }, {}],
    'thinking as the user configured it': [
      adaptable,
      { temperature: 1, fields: { thinking: { type: 'adaptive' }, metadata: { user_id: 'me' } } },
      { thinking: { type: 'adaptive' }, metadata: { user_id: 'me' } },
    ],
    'a chosen effort rather than configured fields': [
      adaptable,
      { effort: 'low', fields: { thinking: { type: 'disabled' }, output_config: { effort: 'max' } } },
      { thinking: adaptive, output_config: { effort: 'low' } },
    ],
  },
  chatCompletions: {
    nothing: ['oa-mini', {}, {}],
    'an effort and a temperature': [
      'oa-mini',
      { effort: 'minimal', temperature: 0 },
      { reasoning_effort: 'minimal', temperature: 0 },
    ],
    'that thinking is off': ['oa-mini', { effort: 'none' }, { reasoning_effort: 'none' }],
    'custom fields, unless a chosen value replaces them': [
      'oa-mini',
      { effort: 'low', fields: { reasoning_effort: 'high', enable_thinking: true, seed: 7 } },
      { reasoning_effort: 'low', enable_thinking: true, seed: 7 },
    ],
  },
  generateContent: {
    nothing: ['gx-2.5-pro', {}, { generationConfig: {} }],
    'an effort as a token budget, and a temperature': [
      'gx-2.5-pro',
      { effort: 'high', temperature: 0 },
      {
        generationConfig: {
          maxOutputTokens: 21_480,
          temperature: 0,
          thinkingConfig: { includeThoughts: true, thinkingBudget: 20_480 },
        },
      },
    ],
    'that thinking is off': [
      'gx-2.5-flash',
      { effort: 'none' },
      { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    ],
    'an effort by name': [
      'gx-3-flash-preview',
      { effort: 'minimal' },
      { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'MINIMAL' } } },
    ],
    'custom fields, also inside generationConfig': [
      'gx-2.5-pro',
      {
        temperature: 1,
        fields: { safetySettings: [], generationConfig: { topK: 3, temperature: 0.1, seed: 7 } },
      },
      { safetySettings: [], generationConfig: { temperature: 1, topK: 3, seed: 7 } },
    ],
  },
};

/** What is sent, with the number of tokens that nearly all requests have. */
function withTokens(sent: Fields): Fields {
  const { generationConfig } = sent;
  return generationConfig
    ? { ...sent, generationConfig: { maxOutputTokens: 1000, ...generationConfig } }
    : { max_tokens: 1000, ...sent };
}

/** The request under a quirk, the field under which the refusal is remembered, and what is sent after it. */
type Refusal = readonly [
  quirk: QuirkName,
  model: string,
  wished: Partial<ChatRequest>,
  field: string,
  sent: Fields,
];

const refusals: Readonly<Record<Protocol, readonly Refusal[]>> = {
  messages: [
    ['thinking-refused', budgeted, { effort: 'low' }, 'thinking', {}],
    ['output-config-refused', adaptable, { effort: 'max' }, 'output_config="max"', { thinking: adaptive }],
    ['temperature-refused', adaptable, { temperature: 0.5 }, 'temperature=0.5', {}],
  ],
  chatCompletions: [
    [
      'reasoning-effort-refused',
      'oa-mini',
      { effort: 'high', temperature: 1 },
      'reasoning_effort="high"',
      { temperature: 1 },
    ],
    ['temperature-refused', 'oa-mini', { temperature: 0.5 }, 'temperature=0.5', {}],
    [
      'unknown-fields-refused',
      'oa-mini',
      { effort: 'low', fields: { enable_thinking: true } },
      'enable_thinking=true',
      { reasoning_effort: 'low' },
    ],
  ],
  generateContent: [
    [
      'thinking-config-refused',
      'gx-2.5-pro',
      { effort: 'low', temperature: 1 },
      'thinkingConfig="low"',
      { generationConfig: { temperature: 1 } },
    ],
    [
      'temperature-refused',
      'gx-2.5-pro',
      { temperature: 0.5, fields: { generationConfig: { topK: 3 } } },
      'temperature=0.5',
      { generationConfig: { topK: 3 } },
    ],
  ],
};

describe('the configured fields of a request', () => {
  const relay = useReferenceRelay();
  let client: RelayClient;
  let logged: string[];
  let earlier: number;
  beforeEach(() => {
    logged = [];
    const logger: Logger = { ...silentLogger, info: (words) => logged.push(words) };
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good, logger });
    earlier = relay.requests.length;
  });
  afterEach(async () => {
    relay.withNothing();
    await client.close();
  });

  async function ask(request: ChatRequest, by = client): Promise<void> {
    for await (const _ of by.streamChat(request));
  }
  /** The bodies that arrived, without the fields that every request has. */
  const bodies = () =>
    relay.requests.slice(earlier).map(({ bodyText }) => {
      const { model, messages, contents, stream, stream_options, tools, tool_choice, ...others } = JSON.parse(
        bodyText,
      ) as Fields;
      return others;
    });
  const request = (protocol: Protocol, model: string, wished: Partial<ChatRequest>): ChatRequest => ({
    protocol,
    model,
    messages: [user],
    maxTokens: 1000,
    isOneOff: true,
    ...wished,
  });

  for (const protocol of protocols) {
    for (const [name, [model, wished, sent]] of Object.entries(cases[protocol])) {
      it(`${protocol}: ${name}`, async () => {
        await ask(request(protocol, model, wished)).catch((error: unknown) => {
          // The reference relay has no model of that family.
          if (model !== 'gx-3-flash-preview') throw error;
        });
        deepStrictEqual(bodies(), [withTokens(sent)]);
      });
    }

    for (const [quirk, model, wished, field, sent] of refusals[protocol]) {
      it(`${protocol}: ${field} is left out for a model that refuses it`, async () => {
        relay.with(quirk);
        const asked = request(protocol, model, wished);
        await ask(asked);
        await ask(asked);
        deepStrictEqual(
          [bodies().slice(1), logged.filter((words) => words.includes(' rejects '))],
          [
            [withTokens(sent), withTokens(sent)],
            [`"${model}" rejects the field ${JSON.stringify(field)}: retrying without it`],
          ],
        );
      });
    }
  }

  it('another value of a refused field is tried', async () => {
    relay.with('temperature-refused');
    await ask(request('chatCompletions', 'oa-mini', { temperature: 2 }));
    relay.withNothing();
    await ask(request('chatCompletions', 'oa-mini', { temperature: 1 }));
    deepStrictEqual(
      bodies().map(({ temperature }) => temperature),
      [2, undefined, 1],
    );
  });

  it('the refusal of a message’s thinking block is not taken for a refusal of the field', async () => {
    await rejects(
      ask(
        request('messages', 'msg-sonnet-4-5-20250929', {
          effort: 'low',
          tools,
          messages: [user, ...round('call_1', { type: 'thinking', text: 'Hm', signature: 'forged' })],
        }),
      ),
    );
    deepStrictEqual([bodies().length, logged.filter((words) => words.includes(' rejects '))], [1, []]);
  });

  it('custom fields are sent with every request, by model', async () => {
    const asked: string[] = [];
    const own = createRelayClient({
      baseUrl: relay.baseUrl,
      apiKey: relay.keys.good,
      requestFields(model) {
        asked.push(model);
        return { user: model };
      },
    });
    await ask(request('chatCompletions', 'oa-mini', { fields: { seed: 1 } }), own);
    await own.close();
    deepStrictEqual([bodies(), asked], [[{ max_tokens: 1000, user: 'oa-mini', seed: 1 }], ['oa-mini']]);
  });

  for (const [field, wished] of [
    ['fields', { fields: { max_tokens: 1 } }],
    ['fields', { fields: { generationConfig: { candidateCount: 2 } } }],
    ['effort', { effort: 'enormous' as 'high' }],
  ] as const) {
    it(`nothing is sent for a request with ${JSON.stringify(wished)}`, async () => {
      await rejects(
        ask(request('messages', 'msg-sonnet-4-6', wished)),
        failsWith('invalidRequest', { field }),
      );
      deepStrictEqual(bodies(), []);
    });
  }
});
