import { fieldsOf } from '../../../wire/eventFraming.ts';
import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import type { Quirk } from '../../quirk.ts';
import { append, breakOff, changeData, changeParts } from '../../streamChanges.ts';
import { json } from '../errors/errorReply.ts';
import { withOpenBlocks, withoutPings, withoutSignatures } from './conversion.ts';

const on = /^\/v1\/messages$/;

function dropEvents(does: string, ...types: readonly string[]): Quirk {
  return {
    does,
    on,
    changeStream: changeParts((parts) =>
      parts.filter((part) => !types.includes(String(fieldsOf(part)['type']))),
    ),
  };
}

/** Changes usage wherever it stands: in whole responses, at the start and at the end of streams. */
function changeUsage(does: string, change: (usage: JsonObject) => JsonObject | undefined): Quirk {
  const withUsage = (fields: JsonObject): JsonObject => {
    const { usage, ...rest } = fields;
    const changed = usage === undefined ? undefined : change(objectOf(usage));
    return changed === undefined ? rest : { ...rest, usage: changed };
  };
  return {
    does,
    on,
    changeBody: withUsage,
    changeStream: changeData((fields) =>
      fields['type'] === 'message_start'
        ? { ...fields, message: withUsage(objectOf(fields['message'])) }
        : withUsage(fields),
    ),
  };
}

/** Changes how a response ends. */
function changeEnd(does: string, end: JsonObject): Quirk {
  return {
    does,
    on,
    changeStream: changeData((fields) =>
      fields['type'] === 'message_delta'
        ? { ...fields, delta: { ...objectOf(fields['delta']), ...end } }
        : fields,
    ),
    changeBody: (body) => ({ ...body, ...end }),
  };
}

/** Where the first field of a name is: `messages.0.content.0.cache_control`. */
function findField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const path = key === name ? '' : findField(inner, name);
    if (path !== undefined) {
      return path === '' ? key : `${key}.${path}`;
    }
  }
  return undefined;
}

function refusesMarks(does: string, write: (path: string) => JsonObject): Quirk {
  return {
    does,
    on,
    reply: ({ bodyText }) => {
      const path = bodyText.includes('"cache_control"')
        ? findField(JSON.parse(bodyText), 'cache_control')
        : undefined;
      return path === undefined
        ? undefined
        : { status: 400, headers: json, body: JSON.stringify(write(path)) };
    },
  };
}

function textOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks.map((block) => String(objectOf(block)['text'] ?? '')).join('');
}

/** Messages as conversions and other gateways write them. */
export const messagesQuirks = {
  'no-pings': dropEvents('no ping events', 'ping'),
  'no-message-delta': dropEvents('message_stop comes without message_delta', 'message_delta'),
  'no-message-stop': dropEvents('the stream ends after message_delta', 'message_stop'),
  'no-message-start': dropEvents('the stream starts with its first block', 'message_start'),
  'blocks-without-start': dropEvents('no content_block_start', 'content_block_start'),
  'blocks-without-stop': dropEvents('no content_block_stop', 'content_block_stop'),
  'several-open-blocks': {
    does: 'tool calls start before the input of any comes, and are stopped at the end',
    on,
    changeStream: changeParts(withOpenBlocks),
  },
  'thinking-without-signature': {
    does: 'thoughts come without a signature',
    on,
    signsNothing: true,
    changeStream: changeParts((parts) => withoutPings(withoutSignatures(parts))),
    changeBody: (body) => ({
      ...body,
      content: (Array.isArray(body['content']) ? body['content'] : []).map((value) => {
        const { signature, ...block } = objectOf(value);
        return block;
      }),
    }),
  },
  'unknown-events-and-blocks': {
    does: 'an event, a delta and a block that nobody knows',
    on,
    changeStream: changeParts((parts) => [
      ...parts.slice(0, 1),
      ...[
        { type: 'heartbeat', at: 1 },
        {
          type: 'content_block_start',
          index: 90,
          content_block: { type: 'server_tool_use', id: 's', name: 'x', input: {} },
        },
        { type: 'content_block_delta', index: 90, delta: { type: 'citations_delta', citation: {} } },
        { type: 'content_block_stop', index: 90 },
      ].map((data) => ({ name: data.type, data })),
      ...parts.slice(1),
    ]),
    changeBody: (body) => ({
      ...body,
      content: [
        { type: 'container_upload', file_id: 'x' },
        ...(Array.isArray(body['content']) ? body['content'] : []),
      ],
    }),
  },
  'string-content': {
    does: 'whole answers have a text for content, and the type "text"',
    on,
    changeBody: (body) => ({ ...body, type: 'text', content: textOf(body['content']) }),
  },
  'text-dropped-with-calls': {
    does: 'whole answers with tool calls lose their text',
    on,
    changeBody: (body) => {
      const blocks = (Array.isArray(body['content']) ? body['content'] : []).map(objectOf);
      const hasCalls = blocks.some(({ type }) => type === 'tool_use');
      return hasCalls ? { ...body, content: blocks.filter(({ type }) => type !== 'text') } : body;
    },
  },
  'input-as-string': {
    does: 'the input of tool calls in whole answers is a text',
    on,
    changeBody: (body) => ({
      ...body,
      content: (Array.isArray(body['content']) ? body['content'] : [])
        .map(objectOf)
        .map((block) =>
          block['type'] === 'tool_use' ? { ...block, input: JSON.stringify(block['input']) } : block,
        ),
    }),
  },
  'usage-in-input-words': changeUsage('usage has input_tokens and output_tokens only', (usage) => ({
    input_tokens: usage['input_tokens'],
    output_tokens: usage['output_tokens'],
  })),
  'usage-in-prompt-words': changeUsage('usage has prompt_tokens and completion_tokens only', (usage) => ({
    prompt_tokens: usage['prompt_tokens'],
    completion_tokens: usage['completion_tokens'],
    total_tokens: usage['total_tokens'],
  })),
  'usage-zero-at-start': {
    does: 'usage is zeros at the start, and estimated at the end',
    on,
    changeStream: changeData((fields) => {
      if (fields['type'] === 'message_start') {
        const usage = { input_tokens: 0, output_tokens: 0 };
        return { ...fields, message: { ...objectOf(fields['message']), usage } };
      }
      return fields['type'] === 'message_delta'
        ? { ...fields, usage: { input_tokens: 2016, output_tokens: 7, estimated: true } }
        : fields;
    }),
  },
  'usage-absent': changeUsage('no usage anywhere', () => undefined),
  'usage-extra-keys': changeUsage('usage has keys of the relay’s own, and nulls', (usage) => ({
    ...usage,
    cache_creation_input_tokens: null,
    claude_cache_creation_5_m_tokens: 0,
    claude_cache_creation_1_h_tokens: 0,
    server_tool_use: null,
  })),
  'cache-control-refused': refusesMarks('400 for every mark of what is to be cached', (path) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message: `${path}: Extra inputs are not permitted` },
  })),
  'cache-control-unknown': refusesMarks('400 for marks, as strict parsers say it', () => ({
    error: {
      message: 'json: unknown field "cache_control"',
      type: 'invalid_request_error',
      param: null,
      code: 'bad_request_body',
    },
  })),
  'prompt-caching-refused': refusesMarks('400 for marks, as a cloud says it that lacks caching', () => ({
    message:
      'You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.',
  })),
  'data-without-type': {
    does: 'the JSON of events has no type: only their names tell',
    on,
    changeStream: changeData(({ type, ...fields }) => fields),
  },
  'message-delta-without-usage': {
    does: 'usage comes at the start only',
    on,
    changeStream: changeData((fields) => {
      const { usage, ...rest } = fields;
      return fields['type'] === 'message_delta' ? rest : fields;
    }),
  },
  'done-after-message-stop': {
    does: '[DONE] at the end, which is not in the protocol',
    on,
    changeStream: append({ data: '[DONE]' }),
  },
  'error-event-in-message': {
    does: 'half of the answer, an error as the message of its event, then an end as if all were well',
    on,
    changeStream: (plan) =>
      breakOff(
        {
          name: 'error',
          data: {
            type: 'error',
            message: {
              type: 'api_error',
              message: '{"message":"Overloaded in the middle","type":"overloaded_error"}',
            },
          },
        },
        { name: 'content_block_stop', data: { type: 'content_block_stop', index: 0 } },
        {
          name: 'message_delta',
          data: { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        },
      )(plan),
  },
  'error-chunk-in-messages-stream': {
    does: 'half of the answer, then an error in a chunk of chat completions, and [DONE]',
    on,
    changeStream: breakOff(
      {
        data: {
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
          error: { message: 'The provider went away', type: 'server_error', code: 'stream_error' },
        },
      },
      { data: '[DONE]' },
    ),
  },
  'answer-made-complete': {
    does: 'half of the answer, then an end as if it were all',
    on,
    changeStream: breakOff(
      {
        name: 'message_delta',
        data: { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
      },
      { name: 'message_stop', data: { type: 'message_stop' } },
    ),
  },
  'thoughts-as-text': {
    does: 'thoughts come as text',
    on,
    signsNothing: true,
    changeStream: changeParts((parts) =>
      withoutSignatures(parts).map((part) => {
        const fields = fieldsOf(part);
        const { thinking } = objectOf(fields['delta']);
        if (typeof thinking === 'string') {
          return { ...part, data: { ...fields, delta: { type: 'text_delta', text: thinking } } };
        }
        return objectOf(fields['content_block'])['type'] === 'thinking'
          ? { ...part, data: { ...fields, content_block: { type: 'text', text: '' } } }
          : part;
      }),
    ),
    changeBody: (body) => ({
      ...body,
      content: (Array.isArray(body['content']) ? body['content'] : [])
        .map(objectOf)
        .map((block) => (block['type'] === 'thinking' ? { type: 'text', text: block['thinking'] } : block)),
    }),
  },
  'stop-reason-end-turn-with-calls': changeEnd('"end_turn" even after tool calls', {
    stop_reason: 'end_turn',
  }),
  'stop-reason-error': changeEnd('the stop reason is an error’s type', { stop_reason: 'overloaded_error' }),
  'model-unknown': {
    does: 'the answer’s model is "unknown"',
    on,
    changeStream: changeData((fields) =>
      fields['type'] === 'message_start'
        ? { ...fields, message: { ...objectOf(fields['message']), model: 'unknown' } }
        : fields,
    ),
  },
  'stop-reason-null': changeEnd('no stop reason, though the answer is complete', { stop_reason: null }),
  'stop-reason-pause-turn': changeEnd('the provider pauses', { stop_reason: 'pause_turn' }),
  'stop-reason-context-exceeded': changeEnd('the context is full', {
    stop_reason: 'model_context_window_exceeded',
  }),
  'stop-reason-with-details': changeEnd('a refusal with its reasons', {
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category: 'cyber', explanation: null },
  }),
} as const satisfies Record<string, Quirk>;
