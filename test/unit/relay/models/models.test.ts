import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { CallOptions } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { sizeCaps } from '../../../../src/relay/http/request.ts';
import { maxListedModels } from '../../../../src/relay/models/models.ts';
import type { ModelList } from '../../../../src/relay/models/relayModel.ts';
import { apiKey, failsWith, withClient } from '../clientCalls.ts';
import { type Call, type MisbehavingServer, reply, startServer } from '../misbehavingServer.ts';

const list = ({ origin }: MisbehavingServer, call: CallOptions = {}): Promise<ModelList> =>
  withClient(origin, (client) => client.listModels(call));

/** Replies to each path and query with its own body, and to all others with 404. */
function serve(bodies: Readonly<Record<string, unknown>>) {
  return (call: Call) => {
    const body = bodies[call.request.url];
    if (body === undefined) reply(call, 404, '{"error":{"message":"Invalid URL","code":""}}');
    else reply(call, 200, typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const summarise = ({ models, incomplete }: ModelList) => ({
  models,
  incomplete: incomplete.map(({ path, error }) => [path, error.kind]),
});
const chat = { kind: 'chat', protocols: ['chatCompletions'] } as const;

/** The IDs that are read from replies, and which of the lists are incomplete for which reason. */
async function readIds(bodies: Readonly<Record<string, unknown>>) {
  await using server = await startServer(serve({ '/v1/models': [], '/v1beta/models': [], ...bodies }));
  const { models, incomplete } = summarise(await list(server));
  return [models.map(({ id }) => id), ...incomplete];
}

describe('listing models', () => {
  it('merges both lists in order, and sends the API key in one header only', async () => {
    await using server = await startServer(
      serve({
        '/v1/models': {
          success: true,
          object: 'list',
          data: [
            {
              id: 'gpt-5',
              object: 'model',
              created: 1626777600,
              owned_by: 'custom',
              supported_endpoint_types: null,
            },
            {
              id: 'msg-sonnet-4-6',
              object: 'model',
              owned_by: 'vendor',
              supported_endpoint_types: ['anthropic', 'openai'],
            },
            { id: 'seed-tts-1.0', object: 'model', owned_by: '', supported_endpoint_types: ['openai'] },
          ],
        },
        '/v1beta/models': {
          models: [
            { name: 'gpt-5', displayName: 'gpt-5', inputTokenLimit: null, supportedGenerationMethods: null },
            {
              name: 'models/gx-2.5-pro',
              displayName: 'GX 2.5 Pro',
              inputTokenLimit: 1048576,
              outputTokenLimit: 65536,
              supportedGenerationMethods: ['generateContent'],
            },
            { name: 'msg-sonnet-4-6', displayName: 'Sonnet 4.6' },
          ],
          nextPageToken: null,
        },
      }),
    );
    deepStrictEqual(await list(server), {
      models: [
        { id: 'gpt-5', ownedBy: 'custom', ...chat },
        {
          id: 'gx-2.5-pro',
          displayName: 'GX 2.5 Pro',
          kind: 'chat',
          protocols: ['generateContent'],
          inputTokenLimit: 1048576,
          outputTokenLimit: 65536,
        },
        {
          id: 'msg-sonnet-4-6',
          displayName: 'Sonnet 4.6',
          ownedBy: 'vendor',
          kind: 'chat',
          protocols: ['messages', 'chatCompletions'],
        },
        { id: 'seed-tts-1.0', kind: 'speech', protocols: [] },
      ],
      incomplete: [],
    });
    deepStrictEqual(
      server.requests.map(({ method, headers: { host, ...headers } }) => [method, headers]),
      Array(2).fill([
        'GET',
        {
          accept: 'application/json',
          'accept-encoding': 'identity',
          authorization: `Bearer ${apiKey}`,
          connection: 'keep-alive',
          'user-agent': 'model-relay',
        },
      ]),
    );
  });

  it('keeps IDs of every kind', async () => {
    const ids = ['a/b:c@1', 'models/x', '通用 模型'];
    deepStrictEqual(await readIds({ '/v1/models': ids }), [['a/b:c@1', 'x', '通用 模型']]);
  });

  it('follows pages of either protocol', async () => {
    const ids = await readIds({
      '/v1/models': { data: [{ id: 'a' }], has_more: true, last_id: 'a&b' },
      '/v1/models?after_id=a%26b': { data: [{ id: 'b' }], has_more: false, last_id: 'b' },
      '/v1beta/models': { models: [{ name: 'models/c' }], nextPageToken: 't/1' },
      '/v1beta/models?pageToken=t%2F1': { models: [{ name: 'models/d' }], nextPageToken: 't2' },
      '/v1beta/models?pageToken=t2': { models: [{ name: 'models/e' }], nextPageToken: '' },
    });
    deepStrictEqual(ids, [['a', 'b', 'c', 'd', 'e']]);
  });

  it('does not request the same page twice', async () => {
    const body = { models: [{ name: 'a' }], nextPageToken: 'same' };
    deepStrictEqual(await readIds({ '/v1beta/models': body, '/v1beta/models?pageToken=same': body }), [
      ['a'],
    ]);
  });

  it('gives up on an endless list, and reports it as incomplete', async () => {
    let page = 0;
    await using server = await startServer((call) => {
      page += 1;
      const isFirst = call.request.url === '/v1/models';
      reply(call, 200, JSON.stringify(isFirst ? [] : { models: [{ name: 'a' }], nextPageToken: `t${page}` }));
    });
    deepStrictEqual(summarise(await list(server)), {
      models: [{ id: 'a', ...chat }],
      incomplete: [['/v1beta/models', 'invalidResponse']],
    });
  });

  it('returns the start of a list whose second page fails, and reports it as incomplete', async () => {
    const first = { data: ['a'], has_more: true, last_id: 'a' };
    deepStrictEqual(await readIds({ '/v1/models': first, '/v1beta/models': ['b'] }), [
      ['a', 'b'],
      ['/v1/models', 'wrongAddress'],
    ]);
  });

  const emptyError = { message: '', type: '', param: '', code: null };
  const empty: readonly (readonly [name: string, body: unknown])[] = [
    ['null in models', { models: null }],
    ['null in data’s models', { success: true, data: { models: null } }],
    ['null in data’s data', { code: 0, message: '', data: { data: null } }],
    ['an empty error beside no models', { data: [], error: emptyError }],
  ];
  for (const [name, body] of empty) {
    it(`reads ${name} as an empty list`, async () => {
      deepStrictEqual(await readIds({ '/v1/models': ['a'], '/v1beta/models': body }), [['a']]);
    });
  }

  it('keeps models up to the limit, and reports that there are more', async () => {
    const ids = Array.from({ length: 200_000 }, (_, index) => `m${index}`);
    const same = Array.from({ length: maxListedModels }, () => 'm0');
    for (const [listed, capped] of [
      [ids, true],
      [ids.slice(0, maxListedModels), undefined],
    ] as const) {
      await using server = await startServer(serve({ '/v1/models': listed, '/v1beta/models': same }));
      const { models, incomplete, isCapped } = await list(server);
      deepStrictEqual([models.length, incomplete, isCapped], [maxListedModels, [], capped]);
    }
  });

  /** Every page has some models and leads to another page. */
  function servePages(page: (index: number) => { readonly data: readonly unknown[] }) {
    return (call: Call) => {
      const index = Number(/after_id=(\d+)/.exec(call.request.url)?.[1] ?? 0);
      if (call.request.url.startsWith('/v1beta')) reply(call, 200, '[]');
      else reply(call, 200, JSON.stringify({ ...page(index), has_more: true, last_id: String(index + 1) }));
    };
  }

  it('requests no further page once it has reached the limit', async () => {
    const page = (index: number) => ({ data: Array.from({ length: 2000 }, (_, id) => `m${index}-${id}`) });
    await using server = await startServer(servePages(page));
    const { models, isCapped } = await list(server);
    deepStrictEqual([models.length, isCapped, server.requests.length], [maxListedModels, true, 1 + 3]);
  });

  it('applies the size limit to all pages together, and keeps what it has', async () => {
    const page = (index: number) => ({ data: [`m${index}`], padding: 'x'.repeat(sizeCaps.list * 0.4) });
    await using server = await startServer(servePages(page));
    const { models, incomplete } = await list(server);
    deepStrictEqual(
      [models.map(({ id }) => id), incomplete.map(({ path, error }) => [path, error.kind])],
      [['m0', 'm1'], [['/v1/models', 'invalidResponse']]],
    );
    deepStrictEqual(server.requests.length, 1 + 3);
  });

  it('continues after a page token that is not valid in a URL', async () => {
    const pages = {
      '/v1/models': ['a'],
      '/v1beta/models': { models: ['b'], nextPageToken: 'x\ud800' },
      '/v1beta/models?pageToken=x%EF%BF%BD': { models: ['c'] },
    };
    await using server = await startServer(serve(pages));
    deepStrictEqual(
      (await list(server)).models.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  it('skips IDs and names that are too long', async () => {
    const tooLong = 'x'.repeat(301);
    const entry = { id: 'a', display_name: tooLong, owned_by: tooLong };
    await using server = await startServer(serve({ '/v1/models': [tooLong, entry], '/v1beta/models': [] }));
    deepStrictEqual(summarise(await list(server)), { models: [{ id: 'a', ...chat }], incomplete: [] });
  });

  const broken: readonly (readonly [name: string, body: string, kind: RelayErrorKind])[] = [
    ['an error under 200', '{"success":false,"message":"get user group failed"}', 'server'],
    ['an error without a list', '{"message":"no","data":null,"code":"x"}', 'server'],
    ['an error with an invalid code', '{"data":[],"message":"m","code":{"toString":0}}', 'server'],
    ['errors in an array', '[{"error":{"message":"x","code":429}}]', 'rateLimit'],
    ['the web console', '<!doctype html><title>Console</title>', 'wrongAddress'],
    ['empty', '', 'invalidResponse'],
    ['other JSON', '{"hello":"world"}', 'invalidResponse'],
    ['without a valid entry', '{"data":[7,null]}', 'invalidResponse'],
  ];
  for (const [name, body, kind] of broken) {
    it(`reports a list that is ${name} as incomplete, and returns the other`, async () => {
      await using server = await startServer(serve({ '/v1/models': ['a'], '/v1beta/models': body }));
      deepStrictEqual(summarise(await list(server)), {
        models: [{ id: 'a', ...chat }],
        incomplete: [['/v1beta/models', kind]],
      });
    });
  }

  for (const [first, second, kind] of [
    [401, 404, 'authentication'],
    [404, 401, 'authentication'],
    [500, 404, 'server'],
  ] as const)
    it(`throws the error about the key, or else the first one, when both fail: ${first}, ${second}`, async () => {
      await using server = await startServer((call) => {
        const status = call.request.url === '/v1/models' ? first : second;
        reply(call, status, `{"error":{"message":"no such key ${apiKey}"}}`);
      });
      const status = kind === 'authentication' ? 401 : first;
      await rejects(list(server), failsWith(kind, { status, relayMessage: 'no such key [key]' }));
    });
});
