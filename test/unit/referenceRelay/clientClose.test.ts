import { deepStrictEqual, ok } from 'node:assert/strict';
import { connect } from 'node:net';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { askOf, callRelay, speechOf } from './callRelay.ts';

describe('reference relay: a client that disconnects', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  for (const [name, chunksPerSecond] of [
    ['paced', 50],
    ['as fast as the client reads', 0],
  ] as const) {
    it(`is noticed in the middle of a stream that is ${name}, and nothing more is written`, async () => {
      relay.settings.chunksPerSecond = chunksPerSecond;
      const abort = new AbortController();
      const body = askOf('long 5000', { stream: true });
      const response = await callRelay(relay, '/v1/messages', { body, signal: abort.signal });
      await response.body?.getReader().read();
      abort.abort();
      const record = await relay.waitForRequest(({ outcome }) => outcome !== 'running');
      const { outcome, closedByClientAtMs, endedAtMs, replyBytes } = record;
      deepStrictEqual([outcome, closedByClientAtMs], ['closedByClient', endedAtMs]);
      // The response's text alone is 400 KB, and each piece of it comes in an event of 100 bytes and more.
      ok(replyBytes < 4_000_000);
      // By the time a second request is answered, nothing more has been written to the first.
      await (await callRelay(relay, '/v1/models')).text();
      deepStrictEqual(record.replyBytes, replyBytes);
    });
  }

  it('is noticed while the relay delays its response', async () => {
    relay.settings.latencyMs = 60_000;
    const abort = new AbortController();
    const call = callRelay(relay, '/v1/audio/speech', { body: speechOf(), signal: abort.signal });
    const settled = call.catch(() => 'aborted');
    const record = await relay.waitForRequest(({ bodyText }) => bodyText !== '');
    abort.abort();
    await relay.waitForClose(record);
    deepStrictEqual(
      [await settled, record.outcome, record.status, relay.utterances],
      ['aborted', 'closedByClient', undefined, []],
    );
  });

  it('is noticed before its request is complete', async () => {
    const socket = connect(Number(new URL(relay.baseUrl).port), '127.0.0.1');
    socket.write('POST /v1/messages HTTP/1.1\r\nhost: relay\r\ncontent-length: 100\r\n\r\n{"model":');
    const record = await relay.waitForRequest(() => true);
    socket.destroy();
    await relay.waitForClose(record);
    deepStrictEqual([record.outcome, record.status, record.bodyText], ['closedByClient', undefined, '']);
  });

  it('is cut off when the relay closes', async () => {
    const call = callRelay(relay, '/v1/messages', { body: askOf('never') }).catch(() => 'cut off');
    const record = await relay.waitForRequest(({ bodyText }) => bodyText !== '');
    await relay.close();
    relay = await startReferenceRelay();
    deepStrictEqual([await call, record.outcome], ['cut off', 'cutByRelay']);
  });
});
