import { deepStrictEqual, rejects } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import type { Fault } from '../../relay/wire/faults.ts';
import { callRelay, readReply, speechOf } from './callRelay.ts';

const path = '/v1/audio/speech';

/** Faults that reply instead of the endpoint, and the reply that arrives. */
const replies: readonly (readonly [Fault, number, string | null, unknown])[] = [
  [
    { kind: 'reply', status: 502, body: 'bad gateway', headers: { 'content-type': 'text/plain' } },
    502,
    'text/plain',
    'bad gateway',
  ],
  [{ kind: 'reply', status: 402, body: { error: 'pay' } }, 402, 'application/json', { error: 'pay' }],
  [{ kind: 'reply', status: 429 }, 429, null, ''],
  [{ kind: 'emptyReply' }, 200, null, ''],
];

describe('reference relay: queued faults', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  const speak = (signal?: AbortSignal) =>
    callRelay(relay, path, { body: speechOf(), ...(signal && { signal }) });
  /** Only the status. An unread body would hold its socket until garbage is collected. */
  const readStatus = async (call: Promise<Response>) => {
    const { status, body } = await call;
    await body?.cancel();
    return status;
  };
  const readBytes = async () => Buffer.from(await (await speak()).arrayBuffer());
  const outcomes = () => relay.requests.map(({ outcome, replyBytes }) => [outcome, replyBytes]);

  for (const [fault, status, type, body] of replies) {
    it(`returns ${JSON.stringify(fault)}, once and only at its path`, async () => {
      relay.failNext(path, fault);
      const elsewhere = await readStatus(callRelay(relay, '/v1/models'));
      const spoilt = await readReply(await speak());
      const sound = await readStatus(speak());
      deepStrictEqual([elsewhere, spoilt, sound], [200, { status, type, body }, 200]);
    });
  }

  it('serves the console page instead of an endpoint', async () => {
    relay.failNext(path, { kind: 'htmlPage' });
    const { status, type } = await readReply(await speak());
    deepStrictEqual([status, type], [200, 'text/html; charset=utf-8']);
  });

  it('applies faults in the order in which they were queued', async () => {
    relay.failNext(path, { kind: 'reply', status: 500 });
    relay.failNext(path, { kind: 'reply', status: 503 });
    deepStrictEqual(
      [await readStatus(speak()), await readStatus(speak()), await readStatus(speak())],
      [500, 503, 200],
    );
  });

  it('drops a connection without sending a byte', async () => {
    relay.failNext(path, { kind: 'dropConnection' });
    await rejects(speak(), { name: 'TypeError', message: 'fetch failed' });
    await relay.waitForRequest(({ endedAtMs }) => endedAtMs !== undefined);
    deepStrictEqual(outcomes(), [['cutByRelay', 0]]);
  });

  it('stalls before the headers', async () => {
    const abort = new AbortController();
    relay.failNext(path, { kind: 'stallBeforeHeaders' });
    const call = speak(abort.signal);
    const record = await relay.waitForRequest(({ bodyText }) => bodyText !== '');
    abort.abort();
    await rejects(call, { name: 'AbortError' });
    await relay.waitForClose(record);
    deepStrictEqual([record.status, ...outcomes()], [undefined, ['closedByClient', 0]]);
  });

  it('stalls after the given number of bytes', async () => {
    const abort = new AbortController();
    relay.failNext(path, { kind: 'stallAfterBytes', bytes: 1000 });
    const reader = (await speak(abort.signal)).body?.getReader();
    const piece = await reader?.read();
    abort.abort();
    await relay.waitForRequest(({ endedAtMs }) => endedAtMs !== undefined);
    deepStrictEqual([piece?.value?.length, ...outcomes()], [1000, ['closedByClient', 1000]]);
  });

  it('cuts the socket after the given number of bytes', async () => {
    relay.failNext(path, { kind: 'truncateAfterBytes', bytes: 20_000 });
    const pieces: Uint8Array[] = [];
    const response = await speak();
    await rejects(
      async () => {
        for await (const piece of response.body ?? []) {
          pieces.push(piece);
        }
      },
      { name: 'TypeError', message: 'terminated' },
    );
    await relay.waitForRequest(({ endedAtMs }) => endedAtMs !== undefined);
    deepStrictEqual([Buffer.concat(pieces).length, ...outcomes()], [20_000, ['cutByRelay', 20_000]]);
  });

  it('cuts the socket after the headers', async () => {
    relay.failNext('/v1/models', { kind: 'truncateAfterBytes', bytes: 0 });
    const response = await callRelay(relay, '/v1/models');
    await rejects(response.text(), { name: 'TypeError', message: 'terminated' });
    deepStrictEqual(response.status, 200);
  });

  it('ends a reply after the given number of bytes as if it were complete', async () => {
    relay.failNext(path, { kind: 'endCleanlyAfterBytes', bytes: 20_000 });
    deepStrictEqual([(await readBytes()).length, ...outcomes()], [20_000, ['completed', 20_000]]);
  });

  it('delays an otherwise normal reply', async () => {
    relay.failNext(path, { kind: 'delay', delayMs: 5 });
    deepStrictEqual((await readBytes()).length, relay.utterances[0]?.byteLength);
  });

  it('delays one reply while it sends others', async () => {
    const abort = new AbortController();
    relay.failNext('/v1/models', { kind: 'delay', delayMs: 60_000 });
    const delayed = callRelay(relay, '/v1/models', { signal: abort.signal });
    const record = await relay.waitForRequest(() => true);
    deepStrictEqual((await callRelay(relay, '/v1/models')).status, 200);
    deepStrictEqual([record.status, record.outcome], [undefined, 'running']);
    abort.abort();
    await rejects(delayed, { name: 'AbortError' });
  });
});
