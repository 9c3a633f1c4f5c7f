import { deepStrictEqual } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay } from '../callRelay.ts';

interface Model {
  readonly id: string;
  readonly name: string;
}

/** What becomes of each list; the one that the quirk is not for stays as it is. */
interface Case {
  readonly models?: (list: readonly Model[]) => unknown;
  readonly beta?: (list: readonly Model[]) => unknown;
}

const ids = (list: readonly Model[]) => list.map(({ id, name }) => id ?? name.replace('models/', ''));
const openAi = (data: unknown) => ({ success: true, object: 'list', data });
const google = (models: unknown) => ({ models, nextPageToken: null });
const nulls = (model: object) =>
  Object.fromEntries(
    Object.entries(model).map(([name, value]) => [name, name === 'id' || name === 'name' ? value : null]),
  );
const oddModel = (id: string) => ({ id, object: 'model', supported_endpoint_types: ['openai'] });

const absent = (path: string) => ({
  message: `Route GET:${path} not found`,
  error: 'Not Found',
  statusCode: 404,
});

const failure = { success: false, message: 'get user group failed' };
const error = {
  error: {
    message: "The model '' does not exist",
    type: 'invalid_request_error',
    param: 'model',
    code: 'model_not_found',
  },
};

const cases: Readonly<Record<string, Case>> = {
  'list-without-object': { models: (data) => ({ success: true, data }) },
  'list-with-permissions': {
    models: (list) =>
      openAi(
        list.map(({ id }) => ({
          id,
          object: 'model',
          created: 1_626_777_600,
          owned_by: Object(list.find((model) => model.id === id)).owned_by,
          permission: [{ id: 'modelperm-x', object: 'model_permission' }],
          root: id,
          parent: null,
        })),
      ),
  },
  'list-of-nulls': { models: (list) => openAi(list.map(nulls)), beta: (list) => google(list.map(nulls)) },
  'list-openai-only': {
    models: (list) => openAi(list.map((model) => ({ ...model, supported_endpoint_types: ['openai'] }))),
  },
  'list-without-types': {
    models: (list) =>
      openAi(
        list.map((model) =>
          Object.fromEntries(Object.entries(model).filter(([name]) => name !== 'supported_endpoint_types')),
        ),
      ),
  },
  'list-in-both-untyped': {
    models: (list) => openAi(list.map((model) => ({ ...model, supported_endpoint_types: undefined }))),
    beta: (list) => {
      const unready = Array.from({ length: 300 }, (_, index) => ({ name: `models/unready/model-${index}` }));
      const supportedGenerationMethods = ['generateContent'];
      return google([...list, ...unready].map((model) => ({ ...model, supportedGenerationMethods })));
    },
  },
  'list-messages-style': {
    models: (list) => ({
      data: ids(list).map((id) => ({
        id,
        created_at: '2021-07-20T00:00:00Z',
        display_name: id,
        type: 'model',
      })),
      first_id: ids(list)[0],
      has_more: false,
      last_id: ids(list).at(-1),
    }),
  },
  'list-bare-array': { models: (list) => list, beta: (list) => list },
  'list-of-strings': { models: ids, beta: ids },
  'list-in-models': { models: (models) => ({ models }) },
  'list-in-data-models': { models: (models) => ({ data: { models } }) },
  'list-in-data-data': { models: (data) => ({ data: { data } }) },
  'list-names-for-ids': {
    models: (list) => openAi(list.map(({ id, ...model }) => ({ ...model, name: id }))),
  },
  'list-extra-fields': {
    models: (list) =>
      openAi(
        list.map((model) => ({
          ...model,
          type: 'text',
          created: 0,
          display_name: `The ${model.id}`,
          context_length: 200_000,
          max_input_tokens: 200_000,
          max_tokens: 64_000,
          architecture: { modality: 'text->text' },
          pricing: { prompt: '0.000001', completion: '0.000002' },
          capabilities: null,
        })),
      ),
  },
  'list-odd-ids': {
    models: (list) =>
      openAi([
        ...[
          'vendor/model:free',
          'model@2026-01-01',
          'a model with spaces',
          '通义千问-max',
          'models/already',
          '',
        ].map(oddModel),
        ...list,
      ]),
  },
  'list-odd-entries': { models: (list) => openAi([null, 7, {}, { id: null }, { id: 7 }, ...list]) },
  'list-twice': {
    models: (list) => openAi([...list, ...list]),
    beta: (list) => google([...list, ...list]),
  },
  'list-empty': { models: () => openAi([]), beta: () => google([]) },
  'list-null': { models: () => openAi(null), beta: () => google(null) },
  'lists-without-key': {},
  'lists-absent': { models: () => absent('/v1/models'), beta: () => absent('/v1beta/models') },
  'list-empty-until-synced': {
    models: () => ({ object: 'list', data: [] }),
    beta: () => ({ object: 'list', data: [] }),
  },
  'list-failed-as-200': { models: () => failure, beta: () => failure },
  'list-error-as-200': { models: () => error, beta: () => error },
  'list-beta-in-openai-style': {
    beta: (list) => ({
      object: 'list',
      data: ids(list).map((id) => ({ id, object: 'model', created: 0, owned_by: 'custom' })),
    }),
  },
  'list-beta-without-prefix': {
    beta: (list) => google(list.map((model, index) => ({ ...model, name: ids(list)[index] }))),
  },
  'list-pages-by-token': { beta: (list) => ({ models: list.slice(0, 5), nextPageToken: '5' }) },
  'list-pages-by-id': {
    models: (list) => ({
      object: 'list',
      data: list.slice(0, 5),
      first_id: ids(list)[0],
      last_id: ids(list)[4],
      has_more: true,
    }),
  },
  'list-pages-without-end': { beta: (list) => ({ models: list, nextPageToken: 'again' }) },
};

describe('reference relay: quirks of model lists', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  const read = async (path: string): Promise<unknown> => (await callRelay(relay, path)).json();
  const readLists = async () => [await read('/v1/models'), await read('/v1beta/models')] as const;

  it('has a case for each quirk', () => {
    deepStrictEqual(Object.keys(cases), Object.keys(quirkGroups['model lists']));
  });

  for (const [name, { models = openAi, beta = google }] of Object.entries(cases)) {
    it(name, async () => {
      const plain = await readLists();
      using _quirk = relay.with(name as QuirkName);
      const { data } = plain[0] as { readonly data: readonly Model[] };
      const { models: betaModels } = plain[1] as { readonly models: readonly Model[] };
      deepStrictEqual(await readLists(), JSON.parse(JSON.stringify([models(data), beta(betaModels)])));
    });
  }

  it('lists for any key, which no other endpoint takes', async () => {
    using _quirk = relay.with('lists-without-key');
    const authorization = 'Bearer sk-nobody-knows-this-one';
    const replies = [
      await callRelay(relay, '/v1/models', { authorization }),
      await callRelay(relay, '/v1/messages', { authorization, body: {} }),
    ];
    deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 401],
    );
  });

  it('gives all pages of both lists, one after another', async () => {
    const plain = await readLists();
    using _quirks = relay.with(['list-pages-by-token', 'list-pages-by-id']);
    const [data, models]: [unknown[], unknown[]] = [[], []];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const query: string = after === '' ? '' : `?after_id=${after}`;
      const page = Object(await read(`/v1/models${query}`));
      data.push(...page.data);
      after = page.has_more ? page.last_id : undefined;
    }
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: string = token === '' ? '' : `?pageToken=${token}`;
      const page = Object(await read(`/v1beta/models${query}`));
      models.push(...page.models);
      token = page.nextPageToken;
    }
    deepStrictEqual([openAi(data), google(models)], plain);
  });
});
