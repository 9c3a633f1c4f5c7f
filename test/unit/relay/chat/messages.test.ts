import { deepStrictEqual, doesNotMatch, ok, rejects, strictEqual } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { apiKey, failsWith, testUnsent, withClient } from '../clientCalls.ts';
import { reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import {
  answerTo,
  ask,
  event,
  finished,
  type Heard,
  interrupted,
  ownHeaders,
  questionTo,
  testAnswers,
  testFailures,
  testVariants,
  text,
  thinking,
  used,
} from './askChat.ts';

const question = questionTo('msg-sonnet-4-6', { isOneOff: true });

const delta = (piece: string, index = 0) =>
  event('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });

const opening =
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'msg-sonnet-4-6-real',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 25, output_tokens: 1 },
    },
  }) +
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  event('ping');
const closing =
  event('content_block_stop', { index: 0 }) +
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 12 },
  }) +
  event('message_stop');
const wholeStream = `${opening}${delta('Hé')}${delta('llo 😀')}${closing}`;

const started: Heard[] = [
  { type: 'start', id: 'msg_1', model: 'msg-sonnet-4-6-real' },
  used({ inputTokens: 25, outputTokens: 1 }),
];
const wholeAnswer: Heard[] = [...started, text('Héllo 😀'), used({ outputTokens: 12 }), finished('end_turn')];

describe('Messages protocol', () => {
  it('sends the request as the contract says, and streams the response', async () => {
    await using server = await startServer((call) =>
      replyInPieces(call, [wholeStream], {
        'content-type': 'text/event-stream',
        'x-oneapi-request-id': 'r1',
      }),
    );
    const request = { ...question, system: 'Be brief.', temperature: 0.5 };
    const [start, ...rest] = wholeAnswer;
    deepStrictEqual(await ask(server.origin, request), [{ ...start, requestId: 'r1' }, ...rest]);
    const [sent] = server.requests;
    deepStrictEqual(
      [sent?.method, sent?.url, JSON.parse(sent?.body ?? '')],
      [
        'POST',
        '/v1/messages',
        {
          model: 'msg-sonnet-4-6',
          messages: [{ role: 'user', content: 'Hello' }],
          max_tokens: 100,
          system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
          temperature: 0.5,
          stream: true,
        },
      ],
    );
    deepStrictEqual(sent && ownHeaders(sent), {
      accept: 'text/event-stream, application/json',
      'anthropic-version': '2023-06-01',
    });
  });

  const wrong: readonly (readonly [field: string, change: object])[] = [
    ['model', { model: '  ' }],
    ['messages', { messages: [] }],
    ['messages.0.role', { messages: [{ role: 'system', content: 'a' }] }],
    ['messages.0.content', { messages: [{ role: 'user', content: 7 }] }],
    ['messages.0.name', { messages: [{ role: 'user', content: 'a', name: 'b' }] }],
    ['maxTokens', { maxTokens: 0 }],
    ['maxTokens', { maxTokens: undefined }],
    ['temperature', { temperature: 2.1 }],
    ['temperature', { temperature: Number.NaN }],
    ['system', { system: 7 }],
    ['contents', { contents: [] }],
  ];
  testUnsent(
    ask,
    wrong.map(([field, change]) => [JSON.stringify(change), { ...question, ...change }, { field }]),
  );

  describe('variants of one response', () => {
    const variants = {
      'with wrong event names': wholeStream.replaceAll(/^event: .*$/gm, 'event: message'),
      'with fields of the wrong types': wholeStream.replaceAll('"stop_sequence":null', '"stop_sequence":[7]'),
    };
    testVariants(question, variants, wholeAnswer);

    it('reads one without waiting for the body’s end after [DONE]', async () => {
      const withSentinel = wholeStream.replace(event('message_stop'), 'data: [DONE]\n\n');
      deepStrictEqual(
        await answerTo(question, (call) => replyInPieces(call, [withSentinel], {}, 'never')),
        wholeAnswer,
      );
    });
  });

  testAnswers(question, {
    'thinking, several open blocks, blocks of other kinds': [
      event('message_start', { message: { id: 'm' } }) +
        event('content_block_start', {
          index: 0,
          content_block: { type: 'thinking', thinking: '', signature: '' },
        }) +
        event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } }) +
        event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'x' } }) +
        event('content_block_start', { index: 1, content_block: text('A') }) +
        event('content_block_start', {
          index: 2,
          content_block: { type: 'tool_use', id: 't', name: 'n', input: {} },
        }) +
        event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"a' } }) +
        delta('B', 1) +
        event('message_stop'),
      [
        { type: 'start', id: 'm' },
        thinking('Hm.'),
        { type: 'signature', signature: 'x' },
        text('AB'),
        { type: 'toolCall', id: 't', name: 'n', input: {}, invalidInput: '{"a' },
        finished(undefined, 'toolCalls'),
      ],
    ],
    'a start after text, which is too late': [
      `${delta('A')}${opening}${delta('B')}${event('message_stop')}`,
      [{ type: 'start' }, text('A'), ...started.slice(1), text('B'), finished()],
    ],
    'usage before the start': [
      `${event('message_delta', { usage: { output_tokens: 3 } })}${event('message_start', {
        message: { id: 'm' },
      })}${event('message_stop')}`,
      [{ type: 'start', id: 'm' }, used({ outputTokens: 3 }), finished()],
    ],
    'only usage and a stop reason': [
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
      [{ type: 'start' }, used({ outputTokens: 3 }), finished('end_turn')],
    ],
    'a whole message as one event': [
      event('message', { id: 'm', content: [{ type: 'text', text: 'A' }], stop_reason: 'end_turn' }),
      [{ type: 'start', id: 'm' }, text('A'), finished('end_turn')],
    ],
    'a whole JSON reply without a stop reason': [
      JSON.stringify({ content: 'A', stop_reason: null }),
      [{ type: 'start' }, text('A'), interrupted({ status: 200 })],
    ],
    '[DONE] without a stop reason': [
      `${opening}${delta('A')}data: [DONE]\n\n`,
      [...started, text('A'), interrupted({ status: 200 })],
    ],
  });

  describe('throws if the reply has no response:', () => {
    testFailures(question, [
      ['pings', ': PING\n\n'],
      ['other JSON', '{"choices":[]}'],
    ]);
  });

  it('ends at once, and closes the socket, when the caller aborts', async () => {
    const abort = new AbortController();
    await using server = await startServer((call) =>
      replyInPieces(call, [opening + delta('A') + delta('B')], {}, 'never'),
    );
    const heard: Heard[] = [];
    await withClient(server.origin, async (client) => {
      await rejects(async () => {
        for await (const event of client.streamChat(question, { signal: abort.signal })) {
          heard.push(event);
          if (event.type === 'text') abort.abort();
        }
      }, failsWith('cancelled'));
      await server.untilAllClosed();
    });
    deepStrictEqual(heard.at(-1), text('AB'));
  });

  it('closes the socket when the caller leaves the loop', async () => {
    await using server = await startServer((call) => replyInPieces(call, [opening], {}, 'never'));
    await withClient(server.origin, async (client) => {
      for await (const _ of client.streamChat(question)) break;
      await server.untilAllClosed();
    });
  });
});

describe('client', () => {
  it('refuses an invalid base URL and an invalid API key', () => {
    const kindOf = (baseUrl: string, key: string) => {
      try {
        createRelayClient({ baseUrl, apiKey: key });
        return 'none';
      } catch (error) {
        ok(error instanceof RelayError);
        doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /0aB1cD2eF3/);
        return `${error.kind} ${error.details.field}`;
      }
    };
    deepStrictEqual(
      [
        kindOf('relay.example.com/v1', apiKey),
        kindOf('ftp://relay.example.com', apiKey),
        kindOf('relay.example.com', `${apiKey}\n`),
        kindOf('relay.example.com', `${apiKey}ä`),
        kindOf('relay.example.com', ''),
      ],
      [
        'none',
        'wrongAddress baseUrl',
        'authentication apiKey',
        'authentication apiKey',
        'authentication apiKey',
      ],
    );
  });

  it('logs neither the API key nor the prompt', async () => {
    await using server = await startServer((call) => reply(call, 200, wholeStream));
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    await withClient(
      server.origin,
      async (client) => {
        for await (const _ of client.streamChat(question));
      },
      { logger },
    );
    strictEqual(lines.length, 1);
    doesNotMatch(lines.join(), /0aB1cD2eF3|Hello/);
  });
});
