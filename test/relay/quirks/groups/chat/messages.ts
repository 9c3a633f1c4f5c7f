import { interleave } from '../../../script/toolCalls.ts';
import { fieldsOf, isEvent, type StreamEvent, type StreamPart } from '../../../wire/eventFraming.ts';
import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import { jsonHeaders } from '../../../wire/transportChanges.ts';
import { body, forPaths, type Quirk, stream } from '../../quirk.ts';
import { append, breakOff, changeData, changeParts } from '../../streamChanges.ts';

function dropEvents(does: string, ...types: readonly string[]): Quirk {
  return stream(
    does,
    changeParts((parts) => parts.filter((part) => !types.includes(String(fieldsOf(part)['type'])))),
  );
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
    changeStream: changeData((fields) =>
      fields['type'] === 'message_delta'
        ? { ...fields, delta: { ...objectOf(fields['delta']), ...end } }
        : fields,
    ),
    changeBody: (reply) => ({ ...reply, ...end }),
  };
}

/** Where the first field of a name is: `messages.0.content.0.cache_control`. */
function findField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = key === name ? '' : findField(inner, name);
    if (path !== undefined) return path === '' ? key : `${key}.${path}`;
  }
  return undefined;
}

function refusesMarks(does: string, write: (path: string) => JsonObject): Quirk {
  return {
    does,
    reply: ({ bodyText }) => {
      const path = bodyText.includes('"cache_control"')
        ? findField(JSON.parse(bodyText), 'cache_control')
        : undefined;
      return path === undefined
        ? undefined
        : { status: 400, headers: jsonHeaders, body: JSON.stringify(write(path)) };
    },
  };
}

function blocksOf({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.map(objectOf) : [];
}

/** Changes each block of a whole reply. */
function changeBlocks(change: (block: JsonObject) => JsonObject): (reply: JsonObject) => JsonObject {
  return (reply) => ({ ...reply, content: blocksOf(reply).map(change) });
}

/** An event whose name is the type of its data. */
function named(data: JsonObject & { readonly type: string }): StreamEvent {
  return { name: data.type, data };
}

/** Thoughts without their signature, and a `message_delta` with nothing but the reason in it. */
function withoutSignatures(parts: readonly StreamPart[]): readonly StreamPart[] {
  return parts.flatMap((part) => {
    const fields = fieldsOf(part);
    const block = objectOf(fields['content_block']);
    if (objectOf(fields['delta'])['type'] === 'signature_delta') return [];
    if (block['type'] === 'thinking') {
      return [{ ...part, data: { ...fields, content_block: { type: 'thinking', thinking: '' } } }];
    }
    return fields['type'] === 'message_delta'
      ? [{ ...part, data: { ...fields, delta: { stop_reason: objectOf(fields['delta'])['stop_reason'] } } }]
      : [part];
  });
}

/** All tool calls open at the same time, their arguments taking turns; every block is stopped at the end. */
function withOpenBlocks(parts: readonly StreamPart[]): readonly StreamPart[] {
  const events = parts.filter(isEvent);
  const starts = events.filter((event) => objectOf(fieldsOf(event)['content_block'])['type'] === 'tool_use');
  const indexes = starts.map((event) => fieldsOf(event)['index']);
  if (indexes.length === 0) return parts;
  const rest = events.filter((event) => !indexes.includes(fieldsOf(event)['index']));
  const tail = rest.findIndex((event) => fieldsOf(event)['type'] === 'message_delta');
  const streams = indexes.map((index): readonly StreamEvent[] =>
    events.filter((event) => {
      const fields = fieldsOf(event);
      return fields['index'] === index && fields['type'] !== 'content_block_stop';
    }),
  );
  const stops = events.filter((event) => {
    const fields = fieldsOf(event);
    return fields['type'] === 'content_block_stop' && indexes.includes(fields['index']);
  });
  return [...rest.slice(0, tail), ...interleave(streams), ...stops, ...rest.slice(tail)];
}

/** Messages as conversions and other gateways write them. */
export const messagesQuirks = forPaths(/^\/v1\/messages$/, {
  'no-pings': dropEvents('no ping events', 'ping'),
  'no-message-delta': dropEvents('message_stop comes without message_delta', 'message_delta'),
  'no-message-stop': dropEvents('the stream ends after message_delta', 'message_stop'),
  'no-message-start': dropEvents('the stream starts with its first block', 'message_start'),
  'blocks-without-start': dropEvents('no content_block_start', 'content_block_start'),
  'blocks-without-stop': dropEvents('no content_block_stop', 'content_block_stop'),
  'several-open-blocks': stream(
    'tool calls start before the input of any comes, and are stopped at the end',
    changeParts(withOpenBlocks),
  ),
  'thinking-without-signature': {
    does: 'thoughts come without a signature',
    signsNothing: true,
    changeStream: changeParts((parts) =>
      withoutSignatures(parts).filter((part) => fieldsOf(part)['type'] !== 'ping'),
    ),
    changeBody: changeBlocks(({ signature, ...block }) => block),
  },
  'unknown-events-and-blocks': {
    does: 'an event, a delta and a block that nobody knows',
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
      ].map(named),
      ...parts.slice(1),
    ]),
    changeBody: (reply) => ({
      ...reply,
      content: [{ type: 'container_upload', file_id: 'x' }, ...blocksOf(reply)],
    }),
  },
  'string-content': body('whole answers have a text for content, and the type "text"', (reply) => ({
    ...reply,
    type: 'text',
    content: blocksOf(reply)
      .map(({ text = '' }) => String(text))
      .join(''),
  })),
  'text-dropped-with-calls': body('whole answers with tool calls lose their text', (reply) => {
    const blocks = blocksOf(reply);
    const hasCalls = blocks.some(({ type }) => type === 'tool_use');
    return hasCalls ? { ...reply, content: blocks.filter(({ type }) => type !== 'text') } : reply;
  }),
  'input-as-string': body(
    'the input of tool calls in whole answers is a text',
    changeBlocks((block) =>
      block['type'] === 'tool_use' ? { ...block, input: JSON.stringify(block['input']) } : block,
    ),
  ),
  'usage-in-input-words': changeUsage('usage has input_tokens and output_tokens only', (usage) => ({
    input_tokens: usage['input_tokens'],
    output_tokens: usage['output_tokens'],
  })),
  'usage-in-prompt-words': changeUsage('usage has prompt_tokens and completion_tokens only', (usage) => ({
    prompt_tokens: usage['prompt_tokens'],
    completion_tokens: usage['completion_tokens'],
    total_tokens: usage['total_tokens'],
  })),
  'usage-zero-at-start': stream(
    'usage is zeros at the start, and estimated at the end',
    changeData((fields) => {
      if (fields['type'] === 'message_start') {
        const usage = { input_tokens: 0, output_tokens: 0 };
        return { ...fields, message: { ...objectOf(fields['message']), usage } };
      }
      return fields['type'] === 'message_delta'
        ? { ...fields, usage: { input_tokens: 2016, output_tokens: 7, estimated: true } }
        : fields;
    }),
  ),
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
  'data-without-type': stream(
    'the JSON of events has no type: only their names tell',
    changeData(({ type, ...fields }) => fields),
  ),
  'message-delta-without-usage': stream(
    'usage comes at the start only',
    changeData((fields) => {
      const { usage, ...rest } = fields;
      return fields['type'] === 'message_delta' ? rest : fields;
    }),
  ),
  'done-after-message-stop': stream('[DONE] at the end', append({ data: '[DONE]' })),
  'error-event-in-message': stream(
    'half of the answer, an error as the message of its event, then an end as if all were well',
    breakOff(
      ...[
        {
          type: 'error',
          message: {
            type: 'api_error',
            message: '{"message":"Overloaded in the middle","type":"overloaded_error"}',
          },
        },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      ].map(named),
    ),
  ),
  'error-chunk-in-messages-stream': stream(
    'half of the answer, then an error in a chunk of chat completions, and [DONE]',
    breakOff(
      {
        data: {
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
          error: { message: 'The provider went away', type: 'server_error', code: 'stream_error' },
        },
      },
      { data: '[DONE]' },
    ),
  ),
  'answer-made-complete': stream(
    'half of the answer, then an end as if it were all',
    breakOff(
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } }),
      named({ type: 'message_stop' }),
    ),
  ),
  'thoughts-as-text': {
    does: 'thoughts come as text',
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
    changeBody: changeBlocks((block) =>
      block['type'] === 'thinking' ? { type: 'text', text: block['thinking'] } : block,
    ),
  },
  'stop-reason-end-turn-with-calls': changeEnd('"end_turn" even after tool calls', {
    stop_reason: 'end_turn',
  }),
  'stop-reason-error': changeEnd('the stop reason is an error’s type', { stop_reason: 'overloaded_error' }),
  'model-unknown': stream(
    'the answer’s model is "unknown"',
    changeData((fields) =>
      fields['type'] === 'message_start'
        ? { ...fields, message: { ...objectOf(fields['message']), model: 'unknown' } }
        : fields,
    ),
  ),
  'stop-reason-null': changeEnd('no stop reason, though the answer is complete', { stop_reason: null }),
  'stop-reason-pause-turn': changeEnd('the provider pauses', { stop_reason: 'pause_turn' }),
  'stop-reason-context-exceeded': changeEnd('the context is full', {
    stop_reason: 'model_context_window_exceeded',
  }),
  'stop-reason-with-details': changeEnd('a refusal with its reasons', {
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category: 'cyber', explanation: null },
  }),
});
