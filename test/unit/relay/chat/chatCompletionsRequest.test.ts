import { deepStrictEqual } from 'node:assert/strict';
import type { AssistantPart, ChatRequest, UserPart } from '../../../../src/relay/chat/chatRequest.ts';
import { testUnsent } from '../clientCalls.ts';
import { ask, ownHeaders, questionTo, sentFor, text, thinking } from './askChat.ts';

const question = questionTo('relay-chat');
const plain = {
  model: 'relay-chat',
  messages: [{ role: 'user', content: 'Hello' }],
  max_tokens: 100,
  stream: true,
  stream_options: { include_usage: true },
};
const whole = JSON.stringify({ choices: [{ message: { content: 'A' }, finish_reason: 'stop' }] });

const sent = (change: Partial<ChatRequest>) => sentFor({ ...question, ...change }, whole);

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const pngPart: UserPart & { type: 'image' } = { type: 'image', mediaType: 'image/png', bytes: png };
const writtenPng = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } };
const call = (id: string, input: Readonly<Record<string, unknown>> = {}) =>
  ({ type: 'toolCall', id, name: 'now', input }) as const;
const writtenCall = (id: string, input = '{}') => ({
  id,
  type: 'function',
  function: { name: 'now', arguments: input },
});

const user = (...content: readonly UserPart[]) => ({ messages: [{ role: 'user', content }] }) as const;
const assistant = (...content: readonly AssistantPart[]) =>
  ({ messages: [{ role: 'assistant', content }, ...question.messages] }) as const;
const [hello] = plain.messages;

const requests: Record<string, readonly [change: Partial<ChatRequest>, fields: object]> = {
  'a plain question': [{}, {}],
  'stop sequences': [{ stopSequences: ['END', '\n\n'] }, { stop: ['END', '\n\n'] }],
  'a system prompt': [
    { system: 'Be brief.' },
    { messages: [{ role: 'system', content: 'Be brief.' }, hello] },
  ],
  'system blocks': [{ system: ['A', '', 'B'] }, { messages: [{ role: 'system', content: 'A\n\nB' }, hello] }],
  'nothing for an empty system prompt': [{ system: '' }, {}],
  tools: [
    {
      tools: [
        { name: 'read_file', description: 'Reads.', inputSchema: { type: 'object', required: ['path'] } },
        { name: 'now' },
      ],
      toolChoice: 'required',
    },
    {
      tool_choice: 'required',
      tools: [
        {
          type: 'function',
          function: {
            name: 'read_file',
            description: 'Reads.',
            parameters: { type: 'object', required: ['path'] },
          },
        },
        { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
      ],
    },
  ],
  'nothing for an empty tool list': [{ tools: [] }, {}],
  'text parts as one string': [
    user(text('A'), text(''), text('B')),
    { messages: [{ role: 'user', content: 'A\n\nB' }] },
  ],
  images: [
    user(text('Look'), text(''), pngPart, { ...pngPart, mediaType: 'image/webp' }),
    {
      messages: [
        {
          role: 'user',
          content: [
            text('Look'),
            writtenPng,
            { type: 'image_url', image_url: { url: 'data:image/webp;base64,iVBORw==' } },
          ],
        },
      ],
    },
  ],
  'a response with tool calls, without its thinking': [
    assistant(
      { type: 'thinking', text: 'Hm', signature: 's1' },
      { type: 'redactedThinking', data: 'xyz' },
      text('I '),
      { type: 'text', text: 'call.', signature: 's2' },
      { ...call('a', { zone: 'UTC', at: [1] }), signature: 's3' },
      call('b'),
    ),
    {
      messages: [
        {
          role: 'assistant',
          content: 'I call.',
          tool_calls: [
            {
              ...writtenCall('a', '{"zone":"UTC","at":[1]}'),
              extra_content: { google: { thought_signature: 's3' } },
            },
            writtenCall('b'),
          ],
        },
        hello,
      ],
    },
  ],
  'a response with only a tool call': [
    assistant(text(''), call('a')),
    { messages: [{ role: 'assistant', content: null, tool_calls: [writtenCall('a')] }, hello] },
  ],
  'nothing for messages without text': [
    {
      messages: [
        ...question.messages,
        { role: 'assistant', content: '' },
        { role: 'user', content: '' },
        { role: 'user', content: [text(''), text('')] },
      ],
    },
    {},
  ],
  'nothing for a response with only thinking': [assistant(thinking('Hm')), {}],
  'tool results before the user’s text, and their images after them': [
    user(
      text('And?'),
      { type: 'toolResult', callId: 'a', content: [text('seen'), pngPart, text('there')], isError: true },
      pngPart,
      { type: 'toolResult', callId: 'b', content: 'noon' },
      { type: 'toolResult', callId: 'c', content: [pngPart] },
      { type: 'toolResult', callId: 'd', content: [] },
    ),
    {
      messages: [
        { role: 'tool', tool_call_id: 'a', content: 'seen\n\nthere' },
        { role: 'tool', tool_call_id: 'b', content: 'noon' },
        { role: 'tool', tool_call_id: 'c', content: '[image]' },
        { role: 'tool', tool_call_id: 'd', content: '' },
        { role: 'user', content: [writtenPng, writtenPng, text('And?'), writtenPng] },
      ],
    },
  ],
};
const newer = { max_tokens: undefined, max_completion_tokens: 100 };
for (const model of ['o1', 'o3-mini', 'o4-mini-2025-04-16', 'gpt-5', 'GPT-5.1-mini', 'openai/o3', 'gpt-10'])
  requests[`the token limit for ${model}`] = [{ model }, { model, ...newer }];
for (const model of ['gpt-4o', 'gpt-4.1', 'foo1', 'gpt-oss-120b', 'deepseek-r1'])
  requests[`the token limit for ${model}`] = [{ model }, { model }];

describe('Chat-completions protocol, requests', () => {
  for (const [name, [change, fields]] of Object.entries(requests)) {
    it(`writes ${name}`, async () => {
      const expected: unknown = JSON.parse(JSON.stringify({ ...plain, ...fields }));
      deepStrictEqual(JSON.parse((await sent(change)).body), expected);
    });
  }

  it('uses its path and its headers', async () => {
    const request = await sent({});
    deepStrictEqual(
      [request.method, request.url, ownHeaders(request)],
      ['POST', '/v1/chat/completions', { accept: 'text/event-stream, application/json' }],
    );
  });

  it('is used for any model that is set to it', async () => {
    const { url, body } = await sent({ model: 'msg-sonnet-4-6', protocol: 'chatCompletions' });
    deepStrictEqual([url, JSON.parse(body)], ['/v1/chat/completions', { ...plain, model: 'msg-sonnet-4-6' }]);
  });

  const unsent: readonly (readonly [name: string, messages: ChatRequest['messages']])[] = [
    ['no messages', []],
    ['an empty message', [{ role: 'user', content: '' }]],
    ['an empty text', [{ role: 'user', content: [text('')] }]],
    ['only thinking', [{ role: 'assistant', content: [thinking('Hm')] }]],
    ['a tool call whose input is not JSON', [{ role: 'assistant', content: [call('a', { big: 1n })] }]],
  ];
  testUnsent(
    ask,
    unsent.map(([name, messages]) => [
      name,
      { ...question, system: 'Be brief.', messages },
      { field: 'messages' },
    ]),
  );
});
