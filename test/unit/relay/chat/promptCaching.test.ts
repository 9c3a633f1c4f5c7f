import { deepStrictEqual } from 'node:assert/strict';
import { AnswerSink } from '../../../../src/relay/chat/answerSink.ts';
import type { Usage } from '../../../../src/relay/chat/chatEvent.ts';
import type { ChatMessage, ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import { createMessagesReader } from '../../../../src/relay/chat/messages/messagesReader.ts';
import { createMessagesRequest } from '../../../../src/relay/chat/messages/messagesRequest.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const text = (words: string) => ({ type: 'text', text: words });
const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });
const question = { model: 'msg-sonnet-4-6', maxTokens: 100 };

function write(request: Pick<ChatRequest, 'messages'> & Partial<ChatRequest>, takes = () => true) {
  return createMessagesRequest({ ...question, ...request }, takes).json;
}

/** Where the marks are: `messages.1.0` is the first block of the second message. */
function marksIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'cache_control'
      ? [path.filter((part) => part !== 'content').join('.')]
      : marksIn(inner, [...path, key]),
  );
}

describe('cache marks', () => {
  const tools = [{ name: 'a' }, { name: 'b' }];
  const dialog = [user('1'), assistant('2'), user('3')];
  const cases: Record<
    string,
    readonly [request: Pick<ChatRequest, 'messages'> & Partial<ChatRequest>, marks: readonly string[]]
  > = {
    'the last tool, the last system block, the last two messages': [
      { tools, system: ['A', 'B'], messages: dialog },
      ['messages.1.0', 'messages.2.0', 'system.1', 'tools.1'],
    ],
    'one message': [{ tools, system: 'A', messages: [user('1')] }, ['messages.0.0', 'system.0', 'tools.1']],
    'one message alone': [{ messages: [user('1')] }, ['messages.0.0']],
    'no empty system prompt': [{ system: ['', ''], messages: dialog }, ['messages.1.0', 'messages.2.0']],
    'messages that are sent, not empty ones': [
      { messages: [user('1'), assistant('2'), user(''), assistant('')] },
      ['messages.0.0', 'messages.1.0'],
    ],
    'no thinking, no blank text, and no part of a tool result': [
      {
        messages: [
          user('1'),
          {
            role: 'assistant',
            content: [
              { type: 'toolCall', id: 't', name: 'a', input: {} },
              { type: 'thinking', text: 'Hm', signature: 's' },
              { type: 'redactedThinking', data: 'x' },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'toolResult', callId: 't', content: [{ type: 'text', text: 'seen' }] },
              { type: 'text', text: ' \n' },
            ],
          },
        ],
      },
      ['messages.1.0', 'messages.2.0'],
    ],
    'nothing in a message of only thinking': [
      {
        messages: [
          user('1'),
          { role: 'assistant', content: [{ type: 'thinking', text: 'Hm', signature: 's' }] },
          user('2'),
        ],
      },
      ['messages.2.0'],
    ],
    'no messages of a one-off request': [
      { tools, system: 'A', messages: dialog, isOneOff: true },
      ['system.0', 'tools.1'],
    ],
    'nothing if nothing is shared': [{ messages: dialog, isOneOff: true }, []],
  };
  for (const [name, [request, marks]] of Object.entries(cases)) {
    it(`are on ${name}`, () => deepStrictEqual(marksIn(write(request)), marks));
  }

  it('are on blocks, without a time to live', () => {
    const { system, messages } = write({ system: 'A', messages: [user('1'), assistant('2'), user('3')] });
    deepStrictEqual(system, [{ ...text('A'), ...mark }]);
    deepStrictEqual(messages, [
      { role: 'user', content: '1' },
      { role: 'assistant', content: [{ ...text('2'), ...mark }] },
      { role: 'user', content: [{ ...text('3'), ...mark }] },
    ]);
  });

  it('are left out if the model refuses them, and nothing else changes', () => {
    const json = write({ tools, system: 'A', messages: dialog }, () => false);
    deepStrictEqual([json.system, json.messages, marksIn(json)], ['A', dialog, []]);
  });

  it('are not looked up as refused if there are none', () => {
    write({ messages: dialog, isOneOff: true }, () => {
      throw new Error('Nothing would be written');
    });
  });
});

describe('cached tokens of Messages', () => {
  const readAll = (usages: readonly object[]): Usage => {
    const sink = new AnswerSink();
    const reader = createMessagesReader(sink);
    const [first, ...later] = usages;
    reader.readEvent(undefined, { type: 'message_start', message: { usage: first } });
    for (const usage of later) reader.readEvent(undefined, { type: 'message_delta', usage });
    return Object.assign({}, ...sink.take().map((event) => event.type === 'usage' && event.usage));
  };
  const cases: Readonly<Record<string, readonly [usages: readonly object[], usage: Usage]>> = {
    'are kept if the final usage repeats only the rest': [
      [
        { input_tokens: 5, cache_read_input_tokens: 90, output_tokens: 1 },
        { input_tokens: 5, cache_read_input_tokens: 0, output_tokens: 20 },
      ],
      { inputTokens: 95, outputTokens: 20, cachedInputTokens: 90 },
    ],
    'are corrected by the final usage': [
      [
        { input_tokens: 2000, output_tokens: 1 },
        { input_tokens: 5, cache_read_input_tokens: 90, output_tokens: 20 },
      ],
      { inputTokens: 95, outputTokens: 20, cachedInputTokens: 90 },
    ],
    'may come only with the final usage': [
      [{ input_tokens: 5 }, { cache_read_input_tokens: 90, output_tokens: 20 }],
      { inputTokens: 95, outputTokens: 20, cachedInputTokens: 90 },
    ],
    'are in the total of relays that report one': [
      [
        {
          input_tokens: 5,
          prompt_tokens: 105,
          cache_read_input_tokens: 90,
          cache_creation_input_tokens: 10,
        },
      ],
      { inputTokens: 105, cachedInputTokens: 90, cacheWrittenTokens: 10 },
    ],
    'are in the input count of relays that convert': [
      [{ input_tokens: 100, prompt_tokens: 100, cache_read_input_tokens: 60, output_tokens: 1 }],
      { inputTokens: 100, outputTokens: 1, cachedInputTokens: 60 },
    ],
    'are not in a count that is smaller than they are, whatever its name': [
      [{ input_tokens: 5, prompt_tokens: 5, cache_read_input_tokens: 90, output_tokens: 1 }],
      { inputTokens: 95, outputTokens: 1, cachedInputTokens: 90 },
    ],
  };
  for (const [name, [usages, usage]] of Object.entries(cases))
    it(name, () => deepStrictEqual(readAll(usages), usage));
});
