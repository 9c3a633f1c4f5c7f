import { demoKeys } from '../../account/tokens.ts';
import { type JsonObject, objectOf } from '../../wire/fields.ts';
import type { RequestRecord } from '../../wire/journal.ts';
import type { Quirk } from '../quirk.ts';

const onBoth = /^\/v1(beta)?\/models$/;
const onModels = /^\/v1\/models$/;
const onBeta = /^\/v1beta\/models$/;

const pageSize = 5;

function modelsOf(list: JsonObject): readonly JsonObject[] {
  const models = list['data'] ?? list['models'];
  return Array.isArray(models) ? models.map(objectOf) : [];
}

function idOf({ id, name }: JsonObject): string {
  return String(id ?? name).replace(/^models\//, '');
}

function list(does: string, on: RegExp, changeBody: Quirk['changeBody'] & {}): Quirk {
  return { does, on, changeBody };
}

/** Changes each model and keeps the list's own shape. */
function each(does: string, on: RegExp, change: (model: JsonObject, index: number) => unknown): Quirk {
  return list(does, on, (body) => {
    const name = body['data'] === undefined ? 'models' : 'data';
    return { ...body, [name]: modelsOf(body).map(change) };
  });
}

function readParameter({ query }: Readonly<RequestRecord>, name: string): string {
  return new URLSearchParams(query).get(name) ?? '';
}

function describeForMessages(model: JsonObject) {
  return { id: idOf(model), created_at: '2021-07-20T00:00:00Z', display_name: idOf(model), type: 'model' };
}

const oddIds = [
  'vendor/model:free',
  'model@2026-01-01',
  'a model with spaces',
  '通义千问-max',
  'models/already',
  '',
];

/** Model lists as relays and other gateways write them. */
export const modelListQuirks = {
  'list-without-object': list('only success and data', onModels, ({ object, ...body }) => body),
  'list-with-permissions': each('permission, root and parent, as older relays', onModels, (model) => {
    const { supported_endpoint_types: types, ...rest } = model;
    return {
      ...rest,
      permission: [{ id: 'modelperm-x', object: 'model_permission' }],
      root: model['id'],
      parent: null,
    };
  }),
  'list-of-nulls': each('every field but the id is null', onBoth, (model) =>
    Object.fromEntries(
      Object.entries(model).map(([name, value]) => [name, name === 'id' || name === 'name' ? value : null]),
    ),
  ),
  'list-openai-only': each('every model is said to be openai', onModels, (model) => ({
    ...model,
    supported_endpoint_types: ['openai'],
  })),
  'list-without-types': each('nothing is said about endpoints', onModels, (model) => {
    const { supported_endpoint_types: types, ...rest } = model;
    return rest;
  }),
  'list-in-both-untyped': list(
    'no types in the first list; the second has the same models and hundreds without a key behind them',
    onBoth,
    (body) => {
      if (body['data'] !== undefined) {
        return { ...body, data: modelsOf(body).map(({ supported_endpoint_types: types, ...rest }) => rest) };
      }
      const unready = Array.from({ length: 300 }, (_, index) => ({ name: `models/unready/model-${index}` }));
      const supportedGenerationMethods = ['generateContent'];
      return {
        ...body,
        models: [...modelsOf(body), ...unready].map((model) => ({ ...model, supportedGenerationMethods })),
      };
    },
  ),
  'list-messages-style': list('in the style of the Messages protocol', onModels, (body) => {
    const data = modelsOf(body).map(describeForMessages);
    return { data, first_id: data[0]?.id ?? null, has_more: false, last_id: data.at(-1)?.id ?? null };
  }),
  'list-bare-array': list('an array', onBoth, modelsOf),
  'list-of-strings': list('an array of ids', onBoth, (body) => modelsOf(body).map(idOf)),
  'list-in-models': list('{"models": […]} with ids', onModels, (body) => ({ models: modelsOf(body) })),
  'list-in-data-models': list('{"data": {"models": […]}}', onModels, (body) => ({
    data: { models: modelsOf(body) },
  })),
  'list-in-data-data': list('{"data": {"data": […]}}', onModels, (body) => ({
    data: { data: modelsOf(body) },
  })),
  'list-names-for-ids': each('"name" in place of "id"', onModels, ({ id, ...model }) => ({
    name: id,
    ...model,
  })),
  'list-extra-fields': each('prices, contexts and other fields', onModels, (model) => ({
    ...model,
    type: 'text',
    created: 0,
    display_name: `The ${idOf(model)}`,
    context_length: 200_000,
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    architecture: { modality: 'text->text' },
    pricing: { prompt: '0.000001', completion: '0.000002' },
    capabilities: null,
  })),
  'list-odd-ids': list(
    'ids with slashes, colons, spaces and Chinese, and an empty one',
    onModels,
    (body) => ({
      ...body,
      data: [
        ...oddIds.map((id) => ({ id, object: 'model', supported_endpoint_types: ['openai'] })),
        ...modelsOf(body),
      ],
    }),
  ),
  'list-odd-entries': list('entries that are no models', onModels, (body) => ({
    ...body,
    data: [null, 7, {}, { id: null }, { id: 7 }, ...modelsOf(body)],
  })),
  'list-twice': list('every model comes twice', onBoth, (body) => {
    const name = body['data'] === undefined ? 'models' : 'data';
    return { ...body, [name]: [...modelsOf(body), ...modelsOf(body)] };
  }),
  'list-empty': list('no models', onBoth, (body) => ({ ...body, [body['data'] ? 'data' : 'models']: [] })),
  'list-null': list('data is null', onBoth, (body) => ({
    ...body,
    [body['data'] ? 'data' : 'models']: null,
  })),
  'lists-without-key': {
    does: 'the models are listed for any key',
    on: onBoth,
    key: demoKeys.good,
  },
  'lists-absent': {
    does: '404 for both lists, in a web framework’s words',
    on: onBoth,
    reply: ({ method, path }) => ({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        message: `Route ${method}:${path} not found`,
        error: 'Not Found',
        statusCode: 404,
      }),
    }),
  },
  'list-empty-until-synced': list(
    'the first list is empty until the relay has asked its services, the second always',
    onBoth,
    () => ({ object: 'list', data: [] }),
  ),
  'list-failed-as-200': list('200 with success: false', onBoth, () => ({
    success: false,
    message: 'get user group failed',
  })),
  'list-error-as-200': list('200 with an error', onBoth, () => ({
    error: {
      message: "The model '' does not exist",
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  })),
  'list-beta-in-openai-style': list('the second list is in the style of the first', onBeta, (body) => ({
    object: 'list',
    data: modelsOf(body).map((model) => ({
      id: idOf(model),
      object: 'model',
      created: 0,
      owned_by: 'custom',
    })),
  })),
  'list-beta-without-prefix': each('no name has the prefix models/', onBeta, (model) => ({
    ...model,
    name: idOf(model),
  })),
  'list-pages-by-token': list(
    'the second list in pages: pageToken, nextPageToken',
    onBeta,
    (body, record) => {
      const start = Number(readParameter(record, 'pageToken'));
      const models = modelsOf(body);
      const end = start + pageSize;
      return {
        models: models.slice(start, end),
        ...(end < models.length && { nextPageToken: String(end) }),
      };
    },
  ),
  'list-pages-by-id': list(
    'the first list in pages: after_id or after, has_more, last_id',
    onModels,
    (body, record) => {
      const models = modelsOf(body);
      const after = readParameter(record, 'after_id') || readParameter(record, 'after');
      const start = after === '' ? 0 : models.findIndex((model) => idOf(model) === after) + 1;
      const data = models.slice(start, start + pageSize);
      return {
        object: 'list',
        data,
        first_id: data[0] === undefined ? null : idOf(data[0]),
        last_id: data.at(-1) === undefined ? null : idOf(objectOf(data.at(-1))),
        has_more: start + pageSize < models.length,
      };
    },
  ),
  'list-pages-without-end': list(
    'the second list says that there is another page, always the same',
    onBeta,
    (body) => ({
      ...body,
      nextPageToken: 'again',
    }),
  ),
} as const satisfies Record<string, Quirk>;
