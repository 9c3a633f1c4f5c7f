import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { testProtocols } from '../../chat/chatCalls.ts';
import { rewrite } from '../readRaw.ts';
import { both, type Cases, onlyStream, onlyWhole, testCases, without } from './chatCases.ts';

const { messages } = testProtocols;

const half = (events: readonly unknown[]) => events.slice(0, Math.floor(events.length / 2));

const messagesCases: Cases = {
  'no-pings': without(/^\{"type":"ping"/),
  'no-message-delta': without(/^\{"type":"message_delta"/),
  'no-message-stop': without(/^\{"type":"message_stop"/),
  'no-message-start': without(/^\{"type":"message_start"/),
  'blocks-without-start': without(/^\{"type":"content_block_start"/),
  'blocks-without-stop': without(/^\{"type":"content_block_stop"/),
  'several-open-blocks': {
    stream: (events) => {
      const of = (type: string, index: number) =>
        events.filter((event) =>
          JSON.stringify(event).startsWith(`{"type":"content_block_${type}","index":${index}`),
        );
      const start = events.indexOf(of('start', 2)[0]);
      const [first = [], second = []] = [of('delta', 2), of('delta', 3)];
      const turns = first.flatMap((delta, place) => [delta, ...second.slice(place, place + 1)]);
      return [
        ...events.slice(0, start),
        ...of('start', 2),
        ...of('start', 3),
        ...turns,
        ...of('stop', 2),
        ...of('stop', 3),
        ...events.slice(-2),
      ];
    },
  },
  'thinking-without-signature': {
    stream: (events) =>
      rewrite(
        events.filter((event) => !/"signature_delta"|"ping"/.test(JSON.stringify(event))),
        /,"signature":""|,"stop_sequence":null(?=\},"usage")/g,
        '',
      ),
    whole: (body) => rewrite(body, /,"signature":".*?"/g, ''),
  },
  'unknown-events-and-blocks': {
    stream: ([start, ...rest]) => [
      start,
      { type: 'heartbeat', at: 1 },
      {
        type: 'content_block_start',
        index: 90,
        content_block: { type: 'server_tool_use', id: 's', name: 'x', input: {} },
      },
      { type: 'content_block_delta', index: 90, delta: { type: 'citations_delta', citation: {} } },
      { type: 'content_block_stop', index: 90 },
      ...rest,
    ],
    whole: (body) => rewrite(body, '"content":[', '"content":[{"type":"container_upload","file_id":"x"},'),
  },
  'string-content': {
    whole: (body) => ({ ...Object(body), type: 'text', content: 'Calling `a` and `b`.' }),
  },
  'text-dropped-with-calls': onlyWhole('{"type":"text","text":"Calling `a` and `b`."},', ''),
  'input-as-string': {
    whole: (body) =>
      rewrite(
        rewrite(body, '"input":{}', '"input":"{}"'),
        '"input":{"x":"123"}',
        '"input":"{\\"x\\":\\"123\\"}"',
      ),
  },
  'usage-in-input-words': both(/"prompt_tokens":\d+,"completion_tokens":\d+,"total_tokens":\d+,/g, ''),
  'usage-in-prompt-words': both(/,"input_tokens":\d+,"output_tokens":\d+/g, ''),
  'usage-zero-at-start': {
    stream: (events) =>
      rewrite(
        rewrite(events, /"usage":\{[^}]*\}\}\}/g, '"usage":{"input_tokens":0,"output_tokens":0}}}'),
        /("stop_sequence":null\}),"usage":\{.*?\}/g,
        '$1,"usage":{"input_tokens":2016,"output_tokens":7,"estimated":true}',
      ),
  },
  'usage-absent': both(/,"usage":\{.*?\}/g, ''),
  'usage-extra-keys': both(
    '"usage":{',
    '"usage":{"cache_creation_input_tokens":null,"claude_cache_creation_5_m_tokens":0,"claude_cache_creation_1_h_tokens":0,"server_tool_use":null,',
  ),
  // Nothing here is marked.
  'cache-control-refused': {},
  'cache-control-unknown': {},
  'prompt-caching-refused': {},
  'data-without-type': {
    stream: (events) =>
      events.map((event) => {
        const { type, ...fields } = Object(event);
        return fields;
      }),
  },
  'message-delta-without-usage': onlyStream(/("stop_sequence":null\}),"usage":\{.*?\}/g, '$1'),
  'done-after-message-stop': { stream: (events) => [...events, '[DONE]'] },
  'error-event-in-message': {
    stream: (events) => [
      ...half(events),
      {
        type: 'error',
        message: {
          type: 'api_error',
          message: '{"message":"Overloaded in the middle","type":"overloaded_error"}',
        },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    ],
  },
  'error-chunk-in-messages-stream': {
    stream: (events) => [
      ...half(events),
      {
        choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        error: { message: 'The provider went away', type: 'server_error', code: 'stream_error' },
      },
      '[DONE]',
    ],
  },
  'answer-made-complete': {
    stream: (events) => [
      ...half(events),
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
      { type: 'message_stop' },
    ],
  },
  'thoughts-as-text': {
    stream: (events) =>
      rewrite(
        rewrite(
          rewrite(
            events.filter((event) => !/"signature_delta"/.test(JSON.stringify(event))),
            /,"stop_sequence":null(?=\},"usage")/g,
            '',
          ),
          /\{"type":"thinking","thinking":"","signature":""\}/g,
          '{"type":"text","text":""}',
        ),
        /"type":"thinking_delta","thinking":/g,
        '"type":"text_delta","text":',
      ),
    whole: (body) =>
      rewrite(
        body,
        /"type":"thinking","thinking":("(?:[^"\\]|\\.)*"),"signature":"[^"]*"/g,
        '"type":"text","text":$1',
      ),
  },
  'stop-reason-end-turn-with-calls': both('"stop_reason":"tool_use"', '"stop_reason":"end_turn"'),
  'stop-reason-error': both('"stop_reason":"tool_use"', '"stop_reason":"overloaded_error"'),
  'model-unknown': onlyStream(/"model":"[^"]*"/g, '"model":"unknown"'),
  'stop-reason-null': both('"stop_reason":"tool_use"', '"stop_reason":null'),
  'stop-reason-pause-turn': both('"stop_reason":"tool_use"', '"stop_reason":"pause_turn"'),
  'stop-reason-context-exceeded': both(
    '"stop_reason":"tool_use"',
    '"stop_reason":"model_context_window_exceeded"',
  ),
  'stop-reason-with-details': both(
    '"stop_reason":"tool_use"',
    '"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":null}',
  ),
};

describe('reference relay: quirks of messages', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  testCases('messages', messages, messagesCases, () => relay);
});
