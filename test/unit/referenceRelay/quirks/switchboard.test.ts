import { deepStrictEqual, throws } from 'node:assert/strict';
import { type QuirkName, quirkGroups, quirkNames } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay } from '../callRelay.ts';

describe('reference relay: the quirk switchboard', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  const status = async (path = '/v1/models') => (await callRelay(relay, path)).status;

  it('has each name once, in kebab case, with a one-line description', () => {
    const all = Object.values(quirkGroups).flatMap((group) => Object.keys(group));
    deepStrictEqual([[...quirkNames], new Set(all).size], [all, all.length]);
    deepStrictEqual(
      Object.values(quirkGroups)
        .flatMap((group) => Object.entries(group))
        .filter(([name, { does }]) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || !/^[^\n]{5,100}$/.test(does))
        .map(([name]) => name),
      [],
    );
  });

  it('leaves a quirk on until it is undone, by hand or at the end of a block', async () => {
    const statuses = [await status()];
    const quirk = relay.with('panic');
    statuses.push(await status(), await status('/v1beta/models'));
    quirk.undo();
    quirk.undo();
    statuses.push(await status());
    {
      using _quirk = relay.with('panic');
      statuses.push(await status());
    }
    statuses.push(await status());
    deepStrictEqual(statuses, [200, 500, 500, 200, 500, 200]);
  });

  it('limits a quirk to a path, a path prefix or a number of times', async () => {
    relay.with('panic', { path: '/v1/models', times: 2 });
    relay.with('html-502', { path: '/v1beta/*', times: 1 });
    deepStrictEqual(
      [
        await status('/v1beta/models?x=1'),
        await status('/v1beta/models'),
        await status('/v1/models?x=1'),
        await status(),
        await status(),
      ],
      [502, 200, 500, 500, 200],
    );
  });

  it('combines several quirks, switched on together or one after another', async () => {
    relay.with(['list-without-object', 'no-request-id']);
    relay.with('list-empty');
    const reply = await callRelay(relay, '/v1/models');
    deepStrictEqual(
      [await reply.json(), reply.headers.get('x-oneapi-request-id')],
      [{ success: true, data: [] }, null],
    );
  });

  it('neither applies nor uses up a quirk at paths that it has no effect on', async () => {
    relay.with('list-empty', { times: 1 });
    await (await callRelay(relay, '/v1/nothing')).text();
    const reply = await callRelay(relay, '/v1/models');
    deepStrictEqual(((await reply.json()) as { readonly data: unknown }).data, []);
  });

  it('combines with queued faults, which are used up one by one', async () => {
    relay.with('no-request-id');
    relay.failNext('/v1/models', { kind: 'reply', status: 500 });
    relay.failNext('/v1/models', { kind: 'reply', status: 503 });
    const replies = [
      await callRelay(relay, '/v1/models'),
      await callRelay(relay, '/v1/models'),
      await callRelay(relay, '/v1/models'),
    ];
    deepStrictEqual(
      replies.map(({ status: code, headers }) => [code, headers.get('x-oneapi-request-id')]),
      [
        [500, null],
        [503, null],
        [200, null],
      ],
    );
  });

  it('switches everything off on request', async () => {
    relay.with('panic');
    relay.failNext('/v1/models', { kind: 'reply', status: 503 });
    relay.withNothing();
    deepStrictEqual(await status(), 200);
  });

  it('rejects unknown names', () => {
    throws(() => relay.with('nonsense' as QuirkName), /There is no quirk "nonsense"/);
  });

  describe('at the control door', () => {
    const control = async (body?: unknown) => {
      const options = { authorization: null, ...(body !== undefined && { body }) };
      const reply = await callRelay(relay, '/__reference/quirks', options);
      return [reply.status, await reply.json()] as const;
    };

    it('lists every quirk', async () => {
      const [code, list] = await control();
      deepStrictEqual([code, Object.keys(Object(list))], [200, [...quirkNames]]);
    });

    it('switches on and off', async () => {
      const [code] = await control({ names: ['panic', 'no-request-id'], path: '/v1/models', times: 2 });
      const statuses = [await status('/v1beta/models'), await status(), await status(), await status()];
      await control({ names: ['panic'] });
      statuses.push(await status());
      await control({ names: [] });
      statuses.push(await status());
      deepStrictEqual([code, statuses], [200, [200, 500, 500, 200, 500, 200]]);
    });

    for (const [order, complaint] of [
      [{}, 'must be {"names": [string], "path"?: string, "times"?: number}'],
      [{ names: 'panic' }, 'must be {"names": [string], "path"?: string, "times"?: number}'],
      [{ names: ['panic'], path: 7 }, 'must be {"names": [string], "path"?: string, "times"?: number}'],
      [{ names: ['panic'], times: 0 }, 'must be {"names": [string], "path"?: string, "times"?: number}'],
      [{ names: ['nonsense'] }, 'nonsense: no such quirk'],
    ] as const) {
      it(`refuses ${JSON.stringify(order)}`, async () => {
        deepStrictEqual([await control(order), await status()], [[400, { complaint }], 200]);
      });
    }
  });
});
