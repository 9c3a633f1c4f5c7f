import { deepStrictEqual, rejects } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { askChat, type TestProtocol, testProtocols } from '../../chat/chatCalls.ts';
import { askWith, type RawReply, readRaw, splitEvents, toLatin1 } from '../readRaw.ts';

const { messages, chatCompletions, generateContent } = testProtocols;
const protocols = Object.values(testProtocols);

const eventStream = 'text/event-stream';
const half = (events: readonly string[]) => events.slice(0, Math.floor(events.length / 2)).join('');
const rest = (events: readonly string[]) => events.slice(Math.floor(events.length / 2)).join('');

/** What becomes of the plain stream, event by event: body and type. */
type Change = (
  events: readonly string[],
  protocol: TestProtocol,
) => string | Readonly<{ type: string; body: string }>;

const between =
  (raw: string): Change =>
  (events) =>
    events.join(raw);
const changeJson =
  (change: (json: string) => string): Change =>
  (events) =>
    events
      .map((event) => event.replace(/^data: (\{.*\})$/m, (_, json: string) => `data: ${change(json)}`))
      .join('');

const framing: Readonly<Record<string, Change>> = {
  crlf: (events) => events.join('').replaceAll('\n', '\r\n'),
  cr: (events) => events.join('').replaceAll('\n', '\r'),
  bom: (events) => toLatin1('\ufeff') + events.join(''),
  'no-space-after-colon': (events) => events.join('').replaceAll(/^(event|data): /gm, '$1:'),
  'no-event-names': (events) =>
    events.map((event) => event.replace(/^event: .*\n/, '').replace(/\n+$/, '\n\n')).join(''),
  'comment-pings': between(': PING\n\n'),
  'odd-comments': between(': OPENROUTER PROCESSING\n\n:keepalive\n\nid: 7\nretry: 3000\nunknown: x\n\n'),
  'event-lines-alone': between('event: heartbeat\n\n'),
  'data-over-lines': changeJson((json) =>
    JSON.stringify(JSON.parse(json), null, 1).replaceAll('\n', '\ndata: '),
  ),
  'line-separators-inside': changeJson(
    (json) => `${json.slice(0, -1)},"padding":"${toLatin1('a\u2028b\u2029c')}"}`,
  ),
  padding: changeJson((json) => `${json.slice(0, -1)}        }  `),
  'no-blank-line-at-end': (events) => events.join('').replace(/\n+$/, ''),
  'split-bytes-anywhere': (events) => events.join(''),
  'one-huge-event': (events) =>
    `${half(events)}event: padding\ndata: {"type":"padding","choices":[],"padding":"${'x'.repeat(4_000_000)}"}\n\n\n${rest(events)}`,
  'stream-typed-json': (events) => ({ type: 'application/json', body: events.join('') }),
  'stream-type-with-charset': (events) => ({ type: `${eventStream}; charset=utf-8`, body: events.join('') }),
};

const upstreamError =
  '{"error":{"message":"upstream error: do request failed","type":"new_api_error","param":"","code":"do_request_failed"}}';

/** The error that each protocol has in its streams. */
const ownErrors = new Map([
  [messages, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  [
    chatCompletions,
    '{"error":{"message":"The engine is currently overloaded, please try again later","type":"overloaded_error","code":"engine_overloaded","param":null}}',
  ],
  [
    generateContent,
    '{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}',
  ],
]);

const failures: Readonly<Record<string, Change>> = {
  'ping-before-error': () => `: PING\n\n${upstreamError}`,
  'json-tail-after-stream': (events, protocol) =>
    half(events) + (protocol === messages ? ownErrors.get(messages) : upstreamError),
  'google-error-tail': (events) =>
    `${half(events)}{"error":{"code":500,"message":"Internal error encountered.","status":"INTERNAL"}}`,
  'json-tail-after-end': (events) => events.join('') + upstreamError,
  'html-tail': (events) =>
    `${half(events)}<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n`,
  'error-as-data': (events) => `${half(events)}data: ${upstreamError}\n\ndata: [DONE]\n\n`,
  'error-event': (events, protocol) => `${half(events)}event: error\ndata: ${ownErrors.get(protocol)}\n\n\n`,
  'error-event-first': (_, protocol) => `event: error\ndata: ${ownErrors.get(protocol)}\n\n\n`,
  'clean-cut': half,
  'clean-cut-inside-event': (events) => `${half(events)}data: {"choices":[{"del`,
  garbage: (events) => `${half(events)}data: {"id":"chatcmpl-\u0000\n\n${rest(events)}`,
  'garbage-bytes': (events) => `${half(events)}\xff\xfe\xc3(\n\n${rest(events)}`,
  'empty-stream': () => '',
  'done-only': () => 'data: [DONE]\n\n',
  'stream-of-json-error': () => upstreamError,
};

describe('reference relay: quirks of streams', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  // Names of this relay's two bodies that are the same but for the request's id.
  const ask = 'refuse';
  const plain = new Map<TestProtocol, Promise<RawReply>>();
  const readPlain = (protocol: TestProtocol): Promise<RawReply> => {
    const known = plain.get(protocol) ?? askChat(relay, protocol, ask, { isStreamed: true }).then(readRaw);
    plain.set(protocol, known);
    return known;
  };

  it('has a case for each quirk', () => {
    deepStrictEqual(
      [
        [...Object.keys(framing), 'stream-answered-whole', 'whole-answered-as-stream'],
        [...Object.keys(failures), 'socket-cut', 'stalled', 'stalled-after-end'].sort(),
      ],
      [
        Object.keys(quirkGroups['framing of streams']),
        Object.keys(quirkGroups['failures of streams']).sort(),
      ],
    );
  });

  for (const [name, change] of Object.entries({ ...framing, ...failures })) {
    it(`${name}, in every protocol`, async () => {
      for (const protocol of protocols) {
        const { body } = await readPlain(protocol);
        const changed = change(splitEvents(body), protocol);
        const expected = typeof changed === 'string' ? { type: eventStream, body: changed } : changed;
        deepStrictEqual(await askWith(relay, name as QuirkName, protocol, ask, { isStreamed: true }), {
          status: 200,
          ...expected,
        });
      }
    });
  }

  it('answers whole where a stream was asked for, and the other way round', async () => {
    for (const protocol of protocols) {
      const whole = await readRaw(await askChat(relay, protocol, ask));
      deepStrictEqual(
        [
          await askWith(relay, 'stream-answered-whole', protocol, ask, { isStreamed: true }),
          await askWith(relay, 'whole-answered-as-stream', protocol, ask),
        ],
        [whole, await readPlain(protocol)],
      );
    }
  });

  it('sends single bytes in pieces of their own', async () => {
    using _quirk = relay.with('split-bytes-anywhere');
    const reply = await askChat(relay, messages, ask, { isStreamed: true });
    let pieces = 0;
    for await (const piece of reply.body ?? []) {
      pieces += piece.length > 0 ? 1 : 0;
    }
    // How many of them the system puts together again is its own affair.
    deepStrictEqual(pieces > 20, true);
  });

  it('cuts the socket half-way', async () => {
    using _quirk = relay.with('socket-cut');
    const reply = await askChat(relay, chatCompletions, ask, { isStreamed: true });
    await rejects(reply.text(), { name: 'TypeError', message: 'terminated' });
  });

  for (const name of ['stalled', 'stalled-after-end'] as const) {
    it(`keeps the socket open: ${name}`, async () => {
      const { body } = await readPlain(messages);
      const expected = name === 'stalled' ? half(splitEvents(body)) : body;
      using _quirk = relay.with(name);
      const abort = new AbortController();
      const reply = await askChat(relay, messages, ask, { isStreamed: true, signal: abort.signal });
      const id = reply.headers.get('x-oneapi-request-id') ?? '';
      const record = await relay.waitForRequest((request) => request.id === id);
      let text = '';
      for await (const piece of reply.body ?? []) {
        text += Buffer.from(piece).toString('latin1');
        if (text.replaceAll(id, '<id>').length >= expected.length) {
          break;
        }
      }
      abort.abort();
      await relay.waitForClose(record);
      deepStrictEqual([text.replaceAll(id, '<id>'), record.outcome], [expected, 'closedByClient']);
    });
  }
});
