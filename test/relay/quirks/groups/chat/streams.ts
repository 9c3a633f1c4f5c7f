import { framePart, type StreamPlan, streamHeaders } from '../../../wire/eventFraming.ts';
import { type Quirk, stream, transport } from '../../quirk.ts';
import {
  append,
  breakOff,
  changeFraming,
  changeParts,
  insertBetween,
  insertHalfway,
  prepend,
  writeJson,
} from '../../streamChanges.ts';

const ping = ': PING\n\n';

const upstreamError = {
  error: {
    message: 'upstream error: do request failed',
    type: 'new_api_error',
    param: '',
    code: 'do_request_failed',
  },
};

const googleError = { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } };

const failurePage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

function typed(type: string): (plan: StreamPlan) => StreamPlan {
  return (plan) => ({ ...plan, headers: { ...plan.headers, 'content-type': type } });
}

/** Framing: the same events in other bytes. Nothing of the response is lost. */
export const streamFramingQuirks = {
  crlf: stream('lines end with CR LF', changeFraming({ lineEnd: '\r\n' })),
  cr: stream('lines end with CR', changeFraming({ lineEnd: '\r' })),
  bom: stream('a byte order mark comes first', prepend({ raw: '\ufeff' })),
  'no-space-after-colon': stream('"data:{" in place of "data: {"', changeFraming({ afterColon: '' })),
  'no-event-names': stream('no "event:" lines', changeFraming({ hasNames: false })),
  'comment-pings': stream('": PING" between all events', insertBetween(ping)),
  'odd-comments': stream(
    'comments of other gateways, an id, a retry time and a field that nobody knows',
    insertBetween(': OPENROUTER PROCESSING\n\n:keepalive\n\nid: 7\nretry: 3000\nunknown: x\n\n'),
  ),
  'event-lines-alone': stream('blocks with an event name and no data', insertBetween('event: heartbeat\n\n')),
  'data-over-lines': stream(
    'the JSON of each event on several "data:" lines',
    writeJson((data) => JSON.stringify(data, null, 1)),
  ),
  'line-separators-inside': stream(
    'U+2028 and U+2029 inside of the JSON, in a field that nobody reads',
    writeJson((data) => JSON.stringify({ ...Object(data), padding: 'a\u2028b\u2029c' })),
  ),
  padding: stream(
    'spaces before the last brace and after it',
    writeJson((data) => `${JSON.stringify(data).slice(0, -1)}        }  `),
  ),
  'no-blank-line-at-end': stream('the last event ends without its blank line', (plan) => {
    const framed = plan.parts.map((part) => framePart(part, plan.framing));
    const last = framed.at(-1) ?? '';
    const trimmed = typeof last === 'string' ? last.replace(/[\r\n]+$/, '') : last;
    return { ...plan, parts: [...plan.parts.slice(0, -1), { raw: trimmed }] };
  }),
  'split-bytes-anywhere': transport('the body comes in pieces of one byte', { pieceBytes: 1 }),
  'one-huge-event': stream('an event of four megabytes in the middle, of a kind that nobody knows', (plan) =>
    insertHalfway({
      name: 'padding',
      data: { type: 'padding', choices: [], padding: 'x'.repeat(4_000_000) },
    })(plan),
  ),
  'stream-typed-json': stream('a stream said to be JSON', typed('application/json')),
  'stream-type-with-charset': stream(
    'the type of the stream has a charset',
    typed('text/event-stream; charset=utf-8'),
  ),
  'stream-answered-whole': { does: 'one JSON document for a stream that was asked for', isStreamed: false },
} as const satisfies Record<string, Quirk>;

/** Failures in the middle of a response: what came so far is worth something, and it is not complete. */
export const streamFailureQuirks = {
  'ping-before-error': stream(
    '200 and ": PING", then a bare JSON error and the end',
    changeParts(() => [{ raw: ping }, { raw: JSON.stringify(upstreamError) }]),
  ),
  'json-tail-after-stream': stream(
    'half of the answer, then a bare JSON error outside of the framing',
    (plan, { errorShape, errorEvent }) =>
      breakOff({ raw: JSON.stringify(errorShape === 'messages' ? errorEvent.data : upstreamError) })(plan),
  ),
  'google-error-tail': stream(
    'half of the answer, then a bare error of generate content',
    breakOff({ raw: JSON.stringify(googleError) }),
  ),
  'json-tail-after-end': stream(
    'the whole answer, then a bare JSON error',
    append({ raw: JSON.stringify(upstreamError) }),
  ),
  'html-tail': stream('half of the answer, then a proxy’s HTML page', breakOff({ raw: failurePage })),
  'error-as-data': stream(
    'half of the answer, then {"error"} as data, then [DONE]',
    breakOff({ data: upstreamError }, { data: '[DONE]' }),
  ),
  'error-event': stream('half of the answer, then an event with the name "error"', (plan, { errorEvent }) =>
    breakOff({ ...errorEvent, name: 'error' })(plan),
  ),
  'error-event-first': stream('an event with the name "error" and nothing else', (plan, { errorEvent }) => ({
    ...plan,
    parts: [{ ...errorEvent, name: 'error' }],
  })),
  'clean-cut': stream('half of the answer, then the end as if it were complete', breakOff()),
  'clean-cut-inside-event': stream(
    'ends in the middle of an event’s JSON, as if it were complete',
    breakOff({ raw: 'data: {"choices":[{"del' }),
  ),
  'socket-cut': stream('half of the answer, then the socket is closed', (plan) => ({
    ...breakOff()(plan),
    ending: 'cut',
  })),
  stalled: stream('half of the answer, then nothing more; the socket stays open', (plan) => ({
    ...breakOff()(plan),
    ending: 'stall',
  })),
  'stalled-after-end': stream('the whole answer; the socket stays open', (plan) => ({
    ...plan,
    ending: 'stall',
  })),
  garbage: stream(
    'a line in the middle that is no JSON, then the rest',
    insertHalfway({ data: '{"id":"chatcmpl-\u0000' }),
  ),
  'garbage-bytes': stream(
    'bytes in the middle that are no UTF-8, then the rest',
    insertHalfway({ raw: Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a, 0x0a]) }),
  ),
  'empty-stream': stream(
    'a stream without an event',
    changeParts(() => []),
  ),
  'done-only': stream(
    'a stream with nothing in it but [DONE]',
    changeParts(() => [{ data: '[DONE]' }]),
  ),
  'stream-of-json-error': stream('200 and the type of a stream, but the body is one JSON error', (plan) => ({
    ...plan,
    headers: streamHeaders,
    parts: [{ raw: JSON.stringify(upstreamError) }],
  })),
} as const satisfies Record<string, Quirk>;
