import { framePart, isEvent, streamHeaders } from '../../../wire/eventFraming.ts';
import type { Quirk } from '../../quirk.ts';
import { append, breakOff, changeFraming, changeParts, insertBetween, prepend } from '../../streamChanges.ts';

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

/** Framing: the same events in other bytes. Nothing of the response is lost. */
export const streamFramingQuirks = {
  crlf: { does: 'lines end with CR LF', changeStream: changeFraming({ lineEnd: '\r\n' }) },
  cr: { does: 'lines end with CR', changeStream: changeFraming({ lineEnd: '\r' }) },
  bom: { does: 'a byte order mark comes first', changeStream: prepend({ raw: '\ufeff' }) },
  'no-space-after-colon': {
    does: '"data:{" in place of "data: {"',
    changeStream: changeFraming({ afterColon: '' }),
  },
  'no-event-names': { does: 'no "event:" lines', changeStream: changeFraming({ hasNames: false }) },
  'comment-pings': { does: '": PING" between all events', changeStream: insertBetween(ping) },
  'odd-comments': {
    does: 'comments of other gateways, an id, a retry time and a field that nobody knows',
    changeStream: insertBetween(
      ': OPENROUTER PROCESSING\n\n:keepalive\n\nid: 7\nretry: 3000\nunknown: x\n\n',
    ),
  },
  'event-lines-alone': {
    does: 'blocks with an event name and no data',
    changeStream: insertBetween('event: heartbeat\n\n'),
  },
  'data-over-lines': {
    does: 'the JSON of each event on several "data:" lines',
    changeStream: (plan) => ({
      ...plan,
      parts: plan.parts.map((part) =>
        isEvent(part) && typeof part.data !== 'string'
          ? { ...part, data: JSON.stringify(part.data, null, 1) }
          : part,
      ),
    }),
  },
  'line-separators-inside': {
    does: 'U+2028 and U+2029 inside of the JSON, in a field that nobody reads',
    changeStream: (plan) => ({
      ...plan,
      parts: plan.parts.map((part) =>
        isEvent(part) && typeof part.data !== 'string'
          ? { ...part, data: JSON.stringify({ ...Object(part.data), padding: 'a\u2028b\u2029c' }) }
          : part,
      ),
    }),
  },
  padding: {
    does: 'spaces before the last brace and after it',
    changeStream: (plan) => ({
      ...plan,
      parts: plan.parts.map((part) =>
        isEvent(part) && typeof part.data !== 'string'
          ? { ...part, data: `${JSON.stringify(part.data).slice(0, -1)}        }  ` }
          : part,
      ),
    }),
  },
  'no-blank-line-at-end': {
    does: 'the last event ends without its blank line',
    changeStream: (plan) => {
      const framed = plan.parts.map((part) => framePart(part, plan.framing));
      const last = framed.at(-1) ?? '';
      const trimmed = typeof last === 'string' ? last.replace(/[\r\n]+$/, '') : last;
      return { ...plan, parts: [...plan.parts.slice(0, -1), { raw: trimmed }] };
    },
  },
  'split-bytes-anywhere': { does: 'the body comes in pieces of one byte', transport: { pieceBytes: 1 } },
  'one-huge-event': {
    does: 'an event of four megabytes in the middle, of a kind that nobody knows',
    changeStream: changeParts((parts) => {
      const middle = Math.floor(parts.length / 2);
      const huge = {
        name: 'padding',
        data: { type: 'padding', choices: [], padding: 'x'.repeat(4_000_000) },
      };
      return [...parts.slice(0, middle), huge, ...parts.slice(middle)];
    }),
  },
  'stream-typed-json': {
    does: 'a stream said to be JSON',
    changeStream: (plan) => ({ ...plan, headers: { ...plan.headers, 'content-type': 'application/json' } }),
  },
  'stream-type-with-charset': {
    does: 'the type of the stream has a charset',
    changeStream: (plan) => ({
      ...plan,
      headers: { ...plan.headers, 'content-type': 'text/event-stream; charset=utf-8' },
    }),
  },
  'stream-answered-whole': { does: 'one JSON document for a stream that was asked for', isStreamed: false },
} as const satisfies Record<string, Quirk>;

/** Failures in the middle of a response: what came so far is worth something, and it is not complete. */
export const streamFailureQuirks = {
  'ping-before-error': {
    does: '200 and ": PING", then a bare JSON error and the end',
    changeStream: changeParts(() => [{ raw: ping }, { raw: JSON.stringify(upstreamError) }]),
  },
  'json-tail-after-stream': {
    does: 'half of the answer, then a bare JSON error outside of the framing',
    changeStream: (plan, { errorShape, errorEvent }) =>
      breakOff({ raw: JSON.stringify(errorShape === 'messages' ? errorEvent.data : upstreamError) })(plan),
  },
  'google-error-tail': {
    does: 'half of the answer, then a bare error of generate content',
    changeStream: breakOff({ raw: JSON.stringify(googleError) }),
  },
  'json-tail-after-end': {
    does: 'the whole answer, then a bare JSON error',
    changeStream: append({ raw: JSON.stringify(upstreamError) }),
  },
  'html-tail': {
    does: 'half of the answer, then a proxy’s HTML page',
    changeStream: breakOff({ raw: failurePage }),
  },
  'error-as-data': {
    does: 'half of the answer, then {"error"} as data, then [DONE]',
    changeStream: breakOff({ data: upstreamError }, { data: '[DONE]' }),
  },
  'error-event': {
    does: 'half of the answer, then an event with the name "error"',
    changeStream: (plan, { errorEvent }) => breakOff({ ...errorEvent, name: 'error' })(plan),
  },
  'error-event-first': {
    does: 'an event with the name "error" and nothing else',
    changeStream: (plan, { errorEvent }) => ({ ...plan, parts: [{ ...errorEvent, name: 'error' }] }),
  },
  'clean-cut': { does: 'half of the answer, then the end as if it were complete', changeStream: breakOff() },
  'clean-cut-inside-event': {
    does: 'ends in the middle of an event’s JSON, as if it were complete',
    changeStream: breakOff({ raw: 'data: {"choices":[{"del' }),
  },
  'socket-cut': {
    does: 'half of the answer, then the socket is closed',
    changeStream: (plan) => ({ ...breakOff()(plan), ending: 'cut' }),
  },
  stalled: {
    does: 'half of the answer, then nothing more; the socket stays open',
    changeStream: (plan) => ({ ...breakOff()(plan), ending: 'stall' }),
  },
  'stalled-after-end': {
    does: 'the whole answer; the socket stays open',
    changeStream: (plan) => ({ ...plan, ending: 'stall' }),
  },
  garbage: {
    does: 'a line in the middle that is no JSON, then the rest',
    changeStream: changeParts((parts) => {
      const middle = Math.floor(parts.length / 2);
      return [...parts.slice(0, middle), { data: '{"id":"chatcmpl-\u0000' }, ...parts.slice(middle)];
    }),
  },
  'garbage-bytes': {
    does: 'bytes in the middle that are no UTF-8, then the rest',
    changeStream: changeParts((parts) => {
      const middle = Math.floor(parts.length / 2);
      return [
        ...parts.slice(0, middle),
        { raw: Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a, 0x0a]) },
        ...parts.slice(middle),
      ];
    }),
  },
  'empty-stream': { does: 'a stream without an event', changeStream: changeParts(() => []) },
  'done-only': {
    does: 'a stream with nothing in it but [DONE]',
    changeStream: changeParts(() => [{ data: '[DONE]' }]),
  },
  'stream-of-json-error': {
    does: '200 and the type of a stream, but the body is one JSON error',
    changeStream: (plan) => ({
      ...plan,
      headers: streamHeaders,
      parts: [{ raw: JSON.stringify(upstreamError) }],
    }),
  },
} as const satisfies Record<string, Quirk>;
