import { deepStrictEqual } from 'node:assert/strict';
import type { ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import { testUnsent } from '../clientCalls.ts';
import {
  type AnswerCases,
  ask,
  called,
  event,
  finished,
  type Heard,
  interrupted,
  questionTo,
  sentFor,
  testAnswers,
  text,
  thinking,
  used,
} from './askChat.ts';

const question = questionTo('msg-sonnet-4-6', { isOneOff: true });

const block = (index: number, content: object) =>
  event('content_block_start', { index, content_block: content });
const toolUse = (index: number, id: string, name: string) =>
  block(index, { type: 'tool_use', id, name, input: {} });
const input = (index: number, fragment: string) =>
  event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: fragment } });
const stop = (index: number) => event('content_block_stop', { index });
const end =
  event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } }) +
  event('message_stop');
const ended: readonly Heard[] = [used({ outputTokens: 3 }), finished('tool_use', 'toolCalls')];

const whole = JSON.stringify({ content: 'A', stop_reason: 'end_turn' });

describe('Messages protocol, tools and parts', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  const requests: Readonly<Record<string, readonly [change: Partial<ChatRequest>, fields: object]>> = {
    'stop sequences': [{ stopSequences: ['END', '\n\n'] }, { stop_sequences: ['END', '\n\n'] }],
    'nothing for empty stop sequences': [{ stopSequences: [] }, {}],
    'system blocks': [
      { system: ['A', '', 'B'] },
      {
        system: [text('A'), { type: 'text', text: 'B', ...mark }],
      },
    ],
    tools: [
      {
        tools: [
          { name: 'read_file', description: 'Reads.', inputSchema: { type: 'object', required: ['path'] } },
          { name: 'now' },
        ],
        toolChoice: 'required',
      },
      {
        tools: [
          {
            name: 'read_file',
            description: 'Reads.',
            input_schema: { type: 'object', required: ['path'] },
          },
          { name: 'now', input_schema: { type: 'object', properties: {} }, ...mark },
        ],
        tool_choice: { type: 'any' },
      },
    ],
    'message parts of both roles': [
      {
        messages: [
          {
            role: 'user',
            content: [text('Look'), { type: 'image', mediaType: 'image/png', bytes: png }, text('')],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', text: 'Hm', signature: 's1' },
              thinking('unsigned'),
              { type: 'redactedThinking', data: 'xyz' },
              { type: 'text', text: 'I call', signature: 'of another protocol' },
              { type: 'toolCall', id: 't1', name: 'now', input: { zone: 'UTC' } },
              { type: 'toolCall', id: 't2', name: 'look', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'toolResult', callId: 't1', content: 'noon' },
              {
                type: 'toolResult',
                callId: 't2',
                content: [text('seen'), { type: 'image', mediaType: 'image/jpeg', bytes: png }],
                isError: true,
              },
            ],
          },
          { role: 'assistant', content: [thinking('unsigned alone')] },
          { role: 'user', content: '' },
          { role: 'user', content: [text('')] },
          { role: 'user', content: 'Go on' },
        ],
      },
      {
        messages: [
          {
            role: 'user',
            content: [
              text('Look'),
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm', signature: 's1' },
              { type: 'redacted_thinking', data: 'xyz' },
              text('I call'),
              { type: 'tool_use', id: 't1', name: 'now', input: { zone: 'UTC' } },
              { type: 'tool_use', id: 't2', name: 'look', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't1', content: 'noon' },
              {
                type: 'tool_result',
                tool_use_id: 't2',
                content: [
                  text('seen'),
                  { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'iVBORw==' } },
                ],
                is_error: true,
              },
            ],
          },
          { role: 'user', content: 'Go on' },
        ],
      },
    ],
  };
  for (const [name, [change, fields]] of Object.entries(requests)) {
    it(`sends ${name}`, async () => {
      const sent = await sentFor({ ...question, ...change }, whole);
      const expected = {
        model: 'msg-sonnet-4-6',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 100,
        stream: true,
        ...fields,
      };
      deepStrictEqual(JSON.parse(sent.body), JSON.parse(JSON.stringify(expected)));
    });
  }

  const unsent: readonly (readonly [name: string, message: ChatRequest['messages'][number]])[] = [
    ['an empty message', { role: 'user', content: '' }],
    ['an empty text', { role: 'user', content: [text('')] }],
    ['unsigned thinking', { role: 'assistant', content: [thinking('Hm')] }],
  ];
  testUnsent(
    ask,
    unsent.map(([name, message]) => [
      `${name} alone`,
      { ...question, system: 'Be brief.', messages: [message] },
      { field: 'messages' },
    ]),
  );

  /** The events after the start. */
  const answers: AnswerCases = {
    'a call in fragments': [
      toolUse(0, 't', 'read') + input(0, '') + input(0, '{"pa') + input(0, 'th":"ä"}') + stop(0) + end,
      [called('t', 'read', { path: 'ä' }), ...ended],
    ],
    'a call without input': [
      toolUse(0, 't', 'now') + input(0, '') + stop(0) + end,
      [called('t', 'now'), ...ended],
    ],
    'calls under one index': [
      toolUse(0, 't', 'a') + input(0, '{"x":1}') + toolUse(0, 'u', 'b') + input(0, '{"x":2}') + stop(0) + end,
      [called('t', 'a', { x: 1 }), called('u', 'b', { x: 2 }), ...ended],
    ],
    'an input that comes with its block, as an object or as text': [
      block(0, { type: 'tool_use', id: 't', name: 'a', input: { x: 1 } }) +
        stop(0) +
        block(1, { type: 'tool_use', id: 'u', name: 'b', input: '{"x":2}' }) +
        stop(1) +
        end,
      [called('t', 'a', { x: 1 }), called('u', 'b', { x: 2 }), ...ended],
    ],
    'a call without an ID': [
      block(0, { type: 'tool_use', name: 'a' }) + stop(0) + end,
      [called('made', 'a'), ...ended],
    ],
    'a call without a name, which can’t be made': [block(0, { type: 'tool_use', id: 't' }) + end, ended],
    'redacted thinking': [
      block(0, { type: 'redacted_thinking', data: 'xyz' }) + stop(0) + end.replace('tool_use', 'refusal'),
      [{ type: 'redactedThinking', data: 'xyz' }, used({ outputTokens: 3 }), finished('refusal', 'refusal')],
    ],
    'a cut inside a call, which is not returned': [
      toolUse(0, 't', 'a') + stop(0) + toolUse(1, 'u', 'b') + input(1, '{"x":1}'),
      [called('t', 'a'), interrupted({ status: 200 })],
    ],
    'a whole JSON reply': [
      JSON.stringify({
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          text('A'),
          { type: 'tool_use', id: 't', name: 'a', input: { x: 1 } },
          { type: 'tool_use' },
          7,
          text('B'),
        ],
        stop_reason: 'tool_use',
        usage: {
          input_tokens: 5,
          cache_read_input_tokens: 90,
          cache_creation_input_tokens: 5,
          output_tokens: 3,
        },
      }),
      [
        thinking('Hm'),
        { type: 'signature', signature: 's' },
        text('A'),
        called('t', 'a', { x: 1 }),
        text('B'),
        used({ inputTokens: 100, outputTokens: 3, cachedInputTokens: 90, cacheWrittenTokens: 5 }),
        finished('tool_use', 'toolCalls'),
      ],
    ],
  };
  for (const [name, [body, heard]] of Object.entries(answers))
    testAnswers(question, { [name]: [body, [{ type: 'start' }, ...heard]] });
});
