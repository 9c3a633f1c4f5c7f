import { deepStrictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { callRelay, speechOf } from './callRelay.ts';

describe('reference relay: control door', () => {
  let relay: ReferenceRelay;
  const lines: string[] = [];
  beforeEach(async () => {
    lines.length = 0;
    relay = await startReferenceRelay({ log: (line) => lines.push(line) });
  });
  afterEach(() => relay.close());

  const control = async (name: string, body?: unknown) => {
    const options = { authorization: null, ...(body !== undefined && { body }) };
    const response = await callRelay(relay, `/__reference/${name}`, options);
    return [response.status, await response.json()];
  };

  it('shows the same journal that in-process tests see, and is not recorded in it', async () => {
    await (await callRelay(relay, '/v1/audio/speech?x=1', { body: speechOf() })).arrayBuffer();
    await relay.waitForRequest(({ endedAtMs }) => endedAtMs !== undefined);
    const [requests, utterances] = [await control('requests'), await control('utterances')];
    deepStrictEqual(
      [requests, utterances],
      JSON.parse(
        JSON.stringify([
          [200, relay.requests],
          [200, relay.utterances],
        ]),
      ),
    );
    const [record] = relay.requests;
    deepStrictEqual(
      [relay.requests.length, record?.path, record?.query, record?.headers.authorization, record?.bodyText],
      [1, '/v1/audio/speech', 'x=1', `Bearer ${relay.keys.good}`, JSON.stringify(speechOf())],
    );
  });

  it('queues faults', async () => {
    const order = { path: '/v1/models', fault: { kind: 'reply', status: 418 } };
    deepStrictEqual((await control('faults', order))[0], 200);
    deepStrictEqual((await callRelay(relay, '/v1/models')).status, 418);
  });

  for (const order of [
    {},
    { path: '/v1/models' },
    { path: '/v1/models', fault: { kind: 'nonsense' } },
    { path: '/v1/models', fault: { kind: 'reply' } },
    { path: '/v1/models', fault: { kind: 'stallAfterBytes', bytes: '7' } },
  ]) {
    it(`refuses an invalid fault: ${JSON.stringify(order)}`, async () => {
      deepStrictEqual(await control('faults', order), [
        400,
        { complaint: 'must be {"path": string, "fault": {"kind": …}}' },
      ]);
    });
  }

  it('changes settings', async () => {
    const expected = {
      latencyMs: 1,
      chunksPerSecond: 900,
      slowWordMs: 200,
      speechMsPerByte: 0,
      speechMarkLevel: 0,
    };
    deepStrictEqual(
      [
        await control('settings', { latencyMs: 1, chunksPerSecond: 900 }),
        await control('settings'),
        relay.settings,
      ],
      [[200, expected], [200, expected], expected],
    );
    const [status] = await control('settings', { latencyMs: -1 });
    deepStrictEqual([status, relay.settings], [400, expected]);
  });

  it('clears the journal and the faults on reset', async () => {
    relay.failNext('/v1/models', { kind: 'emptyReply' });
    await (await callRelay(relay, '/v1/models')).text();
    relay.failNext('/v1/models', { kind: 'reply', status: 500 });
    await control('reset', {});
    deepStrictEqual(relay.requests, []);
    deepStrictEqual((await callRelay(relay, '/v1/models')).status, 200);
  });

  it('logs a line for each request, without its key, its query or its body', async () => {
    const response = await callRelay(relay, '/v1/models?key=secret');
    await response.text();
    await control('requests');
    deepStrictEqual(
      lines.map((line) => line.replace(/\d+ ms \d+ bytes$/, '… ms … bytes')),
      ['GET /v1/models 200 completed … ms … bytes'],
    );
  });
});
