import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { callRelay } from '../callRelay.ts';
import { askChat, type TestProtocol, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;

const chunk = (choices: string, usage = '') =>
  `data: {"id":"chatcmpl-<id>","object":"chat.completion.chunk","created":0,"model":"oa-mini","system_fingerprint":null,"choices":[${choices}]${usage}}\n\n`;
const choice = (delta: string, reason = 'null') =>
  `{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}`;
const toolCall = (rest: string) => choice(`{"tool_calls":[{${rest}}]}`);
const response = (parts: string, finish: string, usage: string) =>
  `data: {"candidates":[{"content":{"role":"model","parts":[${parts}]}${finish},"index":0}],"usageMetadata":{${usage}},"modelVersion":"gx-2.5-flash","responseId":"<id>"}\n\n`;

const usage =
  '{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}';

const messagesUsage = (input: number, output: number) =>
  `{"prompt_tokens":${input},"completion_tokens":${output},"total_tokens":${input + output},"input_tokens":${input},"output_tokens":${output}}`;
const event = (type: string, rest = '') => `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n\n`;

describe('reference relay: the exact bytes of streams', () => {
  const relay = useReferenceRelay();

  async function readRaw(protocol: TestProtocol, text: string, more: Readonly<Record<string, unknown>>) {
    const reply = await askChat(relay, protocol, text, { isStreamed: true, more });
    const id = reply.headers.get('x-oneapi-request-id') ?? '';
    const body = await reply.text();
    return [
      reply.headers.get('content-type'),
      body.replaceAll(id, '<id>').replaceAll(/"created":\d+/g, '"created":0'),
    ];
  }

  it('writes Messages with event names and an extra blank line', async () => {
    const message = `{"id":"msg_<id>","type":"message","role":"assistant","model":"msg-sonnet-4-6","content":[],"stop_reason":null,"stop_sequence":null,"usage":${messagesUsage(1, 1)}}`;
    deepStrictEqual(await readRaw(messages, 'Hi', { max_tokens: 1 }), [
      'text/event-stream',
      [
        event('message_start', `,"message":${message}`),
        event('content_block_start', ',"index":0,"content_block":{"type":"text","text":""}'),
        event('ping'),
        event('content_block_delta', ',"index":0,"delta":{"type":"text_delta","text":"##"}'),
        event('content_block_delta', ',"index":0,"delta":{"type":"text_delta","text":" A"}'),
        event('content_block_stop', ',"index":0'),
        event(
          'message_delta',
          `,"delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":${messagesUsage(1, 1)}`,
        ),
        event('message_stop'),
      ].join(''),
    ]);
  });

  it('writes chat completions without usage, unless it is requested', async () => {
    const chunks = (after = '') => [
      chunk(choice('{"role":"assistant","content":""}'), after),
      chunk(choice('{"content":"##"}'), after),
      chunk(choice('{"content":" A"}'), after),
      chunk(choice('{}', '"length"'), after),
    ];
    const more = { max_tokens: 1 };
    deepStrictEqual(
      [
        await readRaw(chatCompletions, 'Hi', more),
        await readRaw(chatCompletions, 'Hi', { ...more, stream_options: { include_usage: true } }),
      ],
      [
        ['text/event-stream', [...chunks(), 'data: [DONE]\n\n'].join('')],
        [
          'text/event-stream',
          [...chunks(',"usage":null'), chunk('', `,"usage":${usage}`), 'data: [DONE]\n\n'].join(''),
        ],
      ],
    );
  });

  it('writes parallel calls of chat completions in alternating fragments', async () => {
    const more = chatCompletions.withTools([
      { name: 'a', schema: {} },
      { name: 'b', schema: {} },
    ]);
    const [, body = ''] = await readRaw(chatCompletions, 'call a {"x":"123"}\ncall b {}', more);
    const start = (index: number, name: string) =>
      toolCall(
        `"index":${index},"id":"call_<id>0${index}","type":"function","function":{"name":"${name}","arguments":""}`,
      );
    const fragment = (index: number, text: string) =>
      toolCall(`"index":${index},"function":{"arguments":${JSON.stringify(text)}}`);
    deepStrictEqual(
      body?.slice(body.indexOf(chunk(start(0, 'a')))),
      [
        chunk(start(0, 'a')),
        chunk(start(1, 'b')),
        chunk(fragment(0, '{"x":"1')),
        chunk(fragment(1, '{}')),
        chunk(fragment(0, '23"}')),
        chunk(choice('{}', '"tool_calls"')),
        'data: [DONE]\n\n',
      ].join(''),
    );
  });

  it('writes generate content without event names or an end marker', async () => {
    const soFar = '"promptTokenCount":1,"totalTokenCount":1';
    const total =
      '"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2,"promptTokensDetails":[{"modality":"TEXT","tokenCount":1}]';
    const expected = [
      'text/event-stream',
      [
        response('{"text":"##"}', '', soFar),
        response('{"text":" A"}', '', soFar),
        response('{"text":""}', ',"finishReason":"MAX_TOKENS"', total),
      ].join(''),
    ];
    const more = { generationConfig: { maxOutputTokens: 1 } };
    deepStrictEqual(await readRaw(generateContent, 'Hi', more), expected);
  });

  it('streams generate content at both paths, at :generateContent only with alt=sse', async () => {
    const body = { contents: [{ parts: [{ text: 'Hi' }] }] };
    const types = await Promise.all(
      [
        ':streamGenerateContent',
        ':streamGenerateContent?alt=sse',
        ':generateContent?alt=sse',
        ':generateContent',
      ].map(async (end) => {
        const reply = await callRelay(relay, `/v1beta/models/gx-2.5-pro${end}`, { body });
        await reply.text();
        return reply.headers.get('content-type');
      }),
    );
    const stream = 'text/event-stream';
    deepStrictEqual(types, [stream, stream, stream, 'application/json; charset=utf-8']);
  });
});
