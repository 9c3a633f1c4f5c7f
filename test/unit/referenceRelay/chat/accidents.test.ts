import { deepStrictEqual, rejects } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askOf, callRelay, readEvents, readReply } from '../callRelay.ts';
import { askChat, testProtocols } from './chatCalls.ts';

const overloaded = (suffix = '') => ({
  type: 'error',
  error: { type: 'overloaded_error', message: `Overloaded${suffix}` },
});
const failed = (type: string, message: string) => ({
  type: 'error',
  error: { type, message: `${message} (request id: <id>)` },
});

const eventStream = 'text/event-stream';
const json = 'application/json; charset=utf-8';

/** What comes in place of a response: status, body, and the type for a stream and for a whole reply. */
const instead: readonly (readonly [string, number, unknown, string, string])[] = [
  ['overloaded', 529, overloaded(' (request id: <id>)'), eventStream, json],
  ['server error', 500, failed('api_error', 'Internal server error'), eventStream, json],
  ['rate limit', 429, failed('rate_limit_error', '当前分组上游负载已饱和，请稍后再试'), eventStream, json],
  ['empty', 200, '', eventStream, json],
];

describe('reference relay: failures that a message asks for', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  const ask = (content: string, stream: boolean, signal?: AbortSignal) =>
    callRelay(relay, '/v1/messages', { body: askOf(content, { stream }), ...(signal && { signal }) });

  async function outcome() {
    const record = await relay.waitForRequest(({ endedAtMs }) => endedAtMs !== undefined);
    return [record.status, record.outcome];
  }

  for (const [words, status, body, streamType, wholeType] of instead) {
    it(`replies to "${words}" with ${status}`, async () => {
      deepStrictEqual(
        [await readReply(await ask(words, true)), await readReply(await ask(words, false))],
        [
          { status, type: streamType, body },
          { status, type: wholeType, body },
        ],
      );
    });
  }

  for (const [words, status, start] of [
    ['gateway timeout', 504, '<html>\r\n<head><title>504'],
    ['html page', 200, '<!doctype html>\n<html'],
  ] as const) {
    it(`replies to "${words}" with ${status} and HTML`, async () => {
      const { body, ...rest } = await readReply(await ask(words, true));
      deepStrictEqual(
        [rest.status, rest.type?.slice(0, 9), String(body).slice(0, start.length)],
        [status, 'text/html', start],
      );
    });
  }

  for (const isStreamed of [true, false]) {
    const mode = isStreamed ? 'a stream' : 'a whole reply';

    it(`destroys the socket half-way through ${mode}`, async () => {
      const response = await ask('cut', isStreamed);
      await rejects(response.text(), { name: 'TypeError', message: 'terminated' });
      deepStrictEqual(await outcome(), [200, 'cutByRelay']);
    });

    it(`stalls half-way through ${mode} until the client leaves`, async () => {
      const abort = new AbortController();
      const response = await ask('stall', isStreamed, abort.signal);
      const reader = response.body?.getReader();
      await reader?.read();
      const record = await relay.waitForRequest(({ replyBytes }) => replyBytes > 0);
      abort.abort();
      const { outcome: ended, closedByClientAtMs, endedAtMs } = await relay.waitForClose(record);
      deepStrictEqual([ended, closedByClientAtMs], ['closedByClient', endedAtMs]);
    });

    it(`never begins ${mode}`, async () => {
      const abort = new AbortController();
      const response = ask('never', isStreamed, abort.signal);
      await relay.waitForRequest(({ bodyText }) => bodyText !== '');
      abort.abort();
      await rejects(response, { name: 'AbortError' });
      deepStrictEqual(await outcome(), [undefined, 'closedByClient']);
    });
  }

  it('ends a stream half-way as if it were complete', async () => {
    const events = readEvents(await (await ask('clean cut', true)).text());
    deepStrictEqual([events[0]?.event, events.at(-1)?.event], ['message_start', 'content_block_delta']);
    deepStrictEqual(await outcome(), [200, 'completed']);
  });

  it('ends a stream with an error event', async () => {
    const events = readEvents(await (await ask('error event', true)).text());
    deepStrictEqual(
      [events.at(-2)?.event, events.at(-1)],
      ['content_block_delta', { event: 'error', data: overloaded() }],
    );
  });

  it('glues a bare JSON error to a stream', async () => {
    const body = await (await ask('raw tail', true)).text();
    deepStrictEqual(body.slice(body.lastIndexOf('\n')), `\n${JSON.stringify(overloaded())}`);
  });

  it('spoils whole replies likewise', async () => {
    const cut = await (await ask('clean cut', false)).text();
    const tail = await (await ask('raw tail', false)).text();
    deepStrictEqual(
      [cut.startsWith('{"id":"msg_'), cut.endsWith('}'), tail.endsWith(`}${JSON.stringify(overloaded())}`)],
      [true, false, true],
    );
    deepStrictEqual((await ask('error event', false)).status, 529);
  });

  describe('in the other protocols', () => {
    const { chatCompletions, generateContent } = testProtocols;
    const saturated = '当前分组上游负载已饱和，请稍后再试';
    const relayError = (message: string, type: string, code: string) => ({
      error: { message: `${message} (request id: <id>)`, type, code },
    });
    const chatOverload = {
      message: 'The engine is currently overloaded, please try again later',
      type: 'overloaded_error',
      code: 'engine_overloaded',
    };
    const googleOverload = 'The model is overloaded. Please try again later.';
    const cases = [
      [
        chatCompletions,
        'overloaded',
        503,
        { error: { ...chatOverload, message: `${chatOverload.message} (request id: <id>)` } },
      ],
      [
        chatCompletions,
        'server error',
        500,
        relayError('The server had an error while processing your request', 'server_error', 'server_error'),
      ],
      [chatCompletions, 'rate limit', 429, relayError(saturated, 'upstream_error', 'rate_limit_exceeded')],
      [generateContent, 'overloaded', 503, relayError(googleOverload, 'upstream_error', 'UNAVAILABLE')],
      [
        generateContent,
        'server error',
        500,
        relayError('An internal error has occurred.', 'upstream_error', 'INTERNAL'),
      ],
      [generateContent, 'rate limit', 429, relayError(saturated, 'upstream_error', 'RESOURCE_EXHAUSTED')],
    ] as const;

    for (const [protocol, words, status, body] of cases) {
      it(`${protocol.name}: replies to "${words}" with ${status}`, async () => {
        const [streamed, whole] = [
          await askChat(relay, protocol, words, { isStreamed: true }),
          await askChat(relay, protocol, words),
        ];
        deepStrictEqual(
          [await readReply(streamed), await readReply(whole)],
          [
            { status, type: eventStream, body },
            { status, type: json, body },
          ],
        );
      });
    }

    for (const [protocol, error] of [
      [chatCompletions, { error: { ...chatOverload, param: null } }],
      [generateContent, { error: { code: 503, message: googleOverload, status: 'UNAVAILABLE' } }],
    ] as const) {
      it(`${protocol.name}: breaks a stream in the same ways`, async () => {
        const read = async (words: string) =>
          (await askChat(relay, protocol, words, { isStreamed: true })).text();
        const cut = await read('clean cut');
        const blocks = cut.split('\n\n').length;
        const text = JSON.stringify(error);
        const event = await read('error event');
        const tail = await read('raw tail');
        deepStrictEqual(
          [
            blocks > 10,
            /"finish_?[rR]eason":"/.test(cut),
            event.slice(event.lastIndexOf('data:')),
            tail.slice(-text.length - 2),
          ],
          [true, false, `data: ${text}\n\n`, `\n\n${text}`],
        );
        await rejects(read('cut'), { name: 'TypeError', message: 'terminated' });
      });
    }
  });
});
