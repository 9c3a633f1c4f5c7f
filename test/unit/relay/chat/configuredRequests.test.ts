import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { AssistantPart, ChatMessage, ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import type { Protocol } from '../../../../src/relay/chat/protocolNames.ts';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import type { Logger } from '../../../../src/relay/logger.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
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

/** The protocol, the model, what the request asks for, and what goes into the body. */
type Case = readonly [
  name: string,
  protocol: Protocol,
  model: string,
  wished: Partial<ChatRequest>,
  sent: Fields,
];

const cases: readonly Case[] = [
  ['nothing', 'messages', 'msg-sonnet-4-6', {}, { max_tokens: 1000 }],
  [
    'a temperature',
    'messages',
    'msg-sonnet-4-6',
    { temperature: 0.3 },
    { temperature: 0.3, max_tokens: 1000 },
  ],
  [
    'an effort as a token budget, with room for the response on top',
    'messages',
    'msg-sonnet-4-5-20250929',
    { effort: 'low' },
    { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 3048 },
  ],
  [
    'a higher effort, within a limit that has room for it',
    'messages',
    'msg-opus-4-20250514',
    { effort: 'high', maxTokens: 32_000 },
    { thinking: { type: 'enabled', budget_tokens: 20_480 }, max_tokens: 32_000 },
  ],
  [
    'an effort within the model’s output limit, half of which is for the response',
    'messages',
    'msg-opus-4-20250514',
    { effort: 'high', maxTokens: 8192, outputLimit: 8192 },
    { thinking: { type: 'enabled', budget_tokens: 4096 }, max_tokens: 8192 },
  ],
  [
    'no effort if there is no room for it',
    'messages',
    'msg-opus-4-20250514',
    { effort: 'low', maxTokens: 1000, outputLimit: 1500 },
    { max_tokens: 1000 },
  ],
  [
    'thinking until the end of a response that began with it, even if it was turned off in between',
    'messages',
    'msg-sonnet-4-5-20250929',
    {
      effort: 'none',
      temperature: 0.5,
      tools,
      messages: [
        user,
        ...round('call_1', { type: 'thinking', text: 'Hm', signature: 'signed' }),
        ...round('call_2'),
      ],
    },
    { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2024 },
  ],
  [
    'the same for a model with adaptive thinking',
    'messages',
    'msg-sonnet-4-6',
    {
      tools,
      messages: [
        user,
        ...round('call_1', { type: 'thinking', text: 'Hm', signature: 'signed' }),
        ...round('call_2'),
      ],
    },
    { thinking: adaptive, max_tokens: 1000 },
  ],
  [
    'no temperature with thinking, wherever it was set',
    'messages',
    'msg-haiku-4-5-20251001',
    { effort: 'medium', temperature: 1, fields: { temperature: 0.1, top_k: 5 } },
    { thinking: { type: 'enabled', budget_tokens: 8192 }, max_tokens: 9192, top_k: 5 },
  ],
  [
    'an effort by name',
    'messages',
    'msg-sonnet-4-6',
    { effort: 'max', temperature: 1 },
    { thinking: adaptive, output_config: { effort: 'max' }, max_tokens: 1000 },
  ],
  [
    'the same for the newest models',
    'messages',
    'msg-opus-4-7',
    { effort: 'xhigh' },
    { thinking: adaptive, output_config: { effort: 'xhigh' }, max_tokens: 1000 },
  ],
  [
    'no thinking with a required tool call',
    'messages',
    'msg-sonnet-4-5-20250929',
    { effort: 'low', temperature: 0, tools, toolChoice: 'required' },
    { temperature: 0, max_tokens: 1000 },
  ],
  [
    'an effort with a required tool call, but without thinking',
    'messages',
    'msg-sonnet-4-6',
    { effort: 'low', tools, toolChoice: 'required' },
    { output_config: { effort: 'low' }, max_tokens: 1000 },
  ],
  [
    'no thinking if tools were called without it',
    'messages',
    'msg-sonnet-4-5-20250929',
    {
      effort: 'low',
      tools,
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'toolCall', id: 'call_1', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'toolResult', callId: 'call_1', content: 'Seen.' }] },
      ],
    },
    { max_tokens: 1000 },
  ],
  [
    'thinking until the end of a response that began with it, even if its latest round has none',
    'messages',
    'msg-sonnet-4-5-20250929',
    {
      effort: 'low',
      tools,
      messages: [
        user,
        ...round('call_1', { type: 'thinking', text: 'Hm', signature: 'signed' }),
        ...round('call_2'),
      ],
    },
    { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 3048 },
  ],
  [
    'no thinking in a response that began without it, whatever the one before did',
    'messages',
    'msg-sonnet-4-5-20250929',
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
    { max_tokens: 1000 },
  ],
  [
    'no thinking at all',
    'messages',
    'msg-sonnet-4-6',
    { effort: 'none', model: 'msg-opus-4-5-20251101' },
    { max_tokens: 1000 },
  ],
  [
    'thinking as the user configured it',
    'messages',
    'msg-sonnet-4-6',
    { temperature: 1, fields: { thinking: { type: 'adaptive' }, metadata: { user_id: 'me' } } },
    { thinking: { type: 'adaptive' }, metadata: { user_id: 'me' }, max_tokens: 1000 },
  ],
  [
    'a chosen effort rather than configured fields',
    'messages',
    'msg-sonnet-4-6',
    { effort: 'low', fields: { thinking: { type: 'disabled' }, output_config: { effort: 'max' } } },
    { thinking: adaptive, output_config: { effort: 'low' }, max_tokens: 1000 },
  ],

  ['nothing', 'chatCompletions', 'oa-mini', {}, { max_tokens: 1000 }],
  [
    'an effort and a temperature',
    'chatCompletions',
    'oa-mini',
    { effort: 'minimal', temperature: 2 },
    { reasoning_effort: 'minimal', temperature: 2, max_tokens: 1000 },
  ],
  [
    'that thinking is off',
    'chatCompletions',
    'oa-mini',
    { effort: 'none' },
    { reasoning_effort: 'none', max_tokens: 1000 },
  ],
  [
    'custom fields, unless a chosen value replaces them',
    'chatCompletions',
    'oa-mini',
    { effort: 'low', fields: { reasoning_effort: 'high', enable_thinking: true, seed: 7 } },
    { reasoning_effort: 'low', enable_thinking: true, seed: 7, max_tokens: 1000 },
  ],

  ['nothing', 'generateContent', 'gx-2.5-pro', {}, { generationConfig: { maxOutputTokens: 1000 } }],
  [
    'an effort as a token budget, and a temperature',
    'generateContent',
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
  [
    'that thinking is off',
    'generateContent',
    'gx-2.5-flash',
    { effort: 'none' },
    { generationConfig: { maxOutputTokens: 1000, thinkingConfig: { thinkingBudget: 0 } } },
  ],
  [
    'an effort by name',
    'generateContent',
    'gx-3-flash-preview',
    { effort: 'minimal' },
    {
      generationConfig: {
        maxOutputTokens: 1000,
        thinkingConfig: { includeThoughts: true, thinkingLevel: 'MINIMAL' },
      },
    },
  ],
  [
    'custom fields, also inside generationConfig',
    'generateContent',
    'gx-2.5-pro',
    {
      temperature: 1,
      fields: { safetySettings: [], generationConfig: { topK: 3, temperature: 0.1, seed: 7 } },
    },
    { safetySettings: [], generationConfig: { maxOutputTokens: 1000, temperature: 1, topK: 3, seed: 7 } },
  ],
];

/** The request under a quirk, the field under which the refusal is remembered, and what is sent after it. */
const refusals: readonly (readonly [
  quirk: QuirkName,
  protocol: Protocol,
  model: string,
  wished: Partial<ChatRequest>,
  field: string,
  sent: Fields,
])[] = [
  [
    'thinking-refused',
    'messages',
    'msg-sonnet-4-5-20250929',
    { effort: 'low' },
    'thinking',
    { max_tokens: 1000 },
  ],
  [
    'output-config-refused',
    'messages',
    'msg-sonnet-4-6',
    { effort: 'max' },
    'output_config="max"',
    { thinking: adaptive, max_tokens: 1000 },
  ],
  [
    'temperature-refused',
    'messages',
    'msg-sonnet-4-6',
    { temperature: 0.5 },
    'temperature=0.5',
    { max_tokens: 1000 },
  ],
  [
    'reasoning-effort-refused',
    'chatCompletions',
    'oa-mini',
    { effort: 'high', temperature: 1 },
    'reasoning_effort="high"',
    { temperature: 1, max_tokens: 1000 },
  ],
  [
    'temperature-refused',
    'chatCompletions',
    'oa-mini',
    { temperature: 0.5 },
    'temperature=0.5',
    { max_tokens: 1000 },
  ],
  [
    'unknown-fields-refused',
    'chatCompletions',
    'oa-mini',
    { effort: 'low', fields: { enable_thinking: true } },
    'enable_thinking=true',
    { reasoning_effort: 'low', max_tokens: 1000 },
  ],
  [
    'thinking-config-refused',
    'generateContent',
    'gx-2.5-pro',
    { effort: 'low', temperature: 1 },
    'thinkingConfig="low"',
    { generationConfig: { maxOutputTokens: 1000, temperature: 1 } },
  ],
  [
    'temperature-refused',
    'generateContent',
    'gx-2.5-pro',
    { temperature: 0.5, fields: { generationConfig: { topK: 3 } } },
    'temperature=0.5',
    { generationConfig: { maxOutputTokens: 1000, topK: 3 } },
  ],
];

describe('the configured fields of a request', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  let logged: string[];
  let earlier: number;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());
  beforeEach(() => {
    logged = [];
    const logger: Logger = {
      ...({ trace() {}, debug() {}, warn() {}, error() {} } as unknown as Logger),
      info: (words) => logged.push(words),
    };
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

  for (const [name, protocol, model, wished, sent] of cases) {
    it(`${protocol}: ${name}`, async () => {
      await ask(request(protocol, model, wished)).catch((error: unknown) => {
        // The reference relay has no model of that family.
        if (model !== 'gx-3-flash-preview') throw error;
      });
      deepStrictEqual(bodies(), [sent]);
    });
  }

  for (const [quirk, protocol, model, wished, field, sent] of refusals) {
    it(`${protocol}: ${field} is left out for a model that refuses it`, async () => {
      relay.with(quirk);
      const asked = request(protocol, model, wished);
      await ask(asked);
      await ask(asked);
      deepStrictEqual(
        [bodies().slice(1), logged.filter((words) => words.includes(' rejects '))],
        [[sent, sent], [`"${model}" rejects the field ${JSON.stringify(field)}: retrying without it`]],
      );
    });
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
          messages: [
            user,
            {
              role: 'assistant',
              content: [
                { type: 'thinking', text: 'Hm', signature: 'forged' },
                { type: 'toolCall', id: 'call_1', name: 'look', input: {} },
              ],
            },
            { role: 'user', content: [{ type: 'toolResult', callId: 'call_1', content: 'Seen.' }] },
          ],
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
    ['temperature', { temperature: 2.1 }],
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
