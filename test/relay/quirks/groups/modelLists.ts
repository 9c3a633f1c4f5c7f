import { demoKeys } from '../../account/tokens.ts';
import { type JsonObject, objectOf } from '../../wire/fields.ts';
import type { RequestRecord } from '../../wire/journal.ts';
import { jsonHeaders } from '../../wire/transportChanges.ts';
import { body, forPaths, type Quirk } from '../quirk.ts';

const pageSize = 5;

function modelsOf(list: JsonObject): readonly JsonObject[] {
  const models = list['data'] ?? list['models'];
  return Array.isArray(models) ? models.map(objectOf) : [];
}

function idOf({ id, name }: JsonObject): string {
  return String(id ?? name).replace(/^models\//, '');
}

/** The field that has the models. */
function nameOf(list: JsonObject): 'data' | 'models' {
  return list['data'] === undefined ? 'models' : 'data';
}

/** Changes each model and keeps the list's own shape. */
function each(does: string, change: (model: JsonObject) => unknown): Quirk {
  return body(does, (list) => ({ ...list, [nameOf(list)]: modelsOf(list).map(change) }));
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
  ...forPaths(/^\/v1\/models$/, {
    'list-without-object': body('only success and data', ({ object, ...list }) => list),
    'list-with-permissions': each(
      'permission, root and parent, as older relays',
      ({ supported_endpoint_types: types, ...model }) => ({
        ...model,
        permission: [{ id: 'modelperm-x', object: 'model_permission' }],
        root: model['id'],
        parent: null,
      }),
    ),
    'list-openai-only': each('every model is said to be openai', (model) => ({
      ...model,
      supported_endpoint_types: ['openai'],
    })),
    'list-without-types': each(
      'nothing is said about endpoints',
      ({ supported_endpoint_types: types, ...model }) => model,
    ),
    'list-messages-style': body('in the style of the Messages protocol', (list) => {
      const data = modelsOf(list).map(describeForMessages);
      return { data, first_id: data[0]?.id ?? null, has_more: false, last_id: data.at(-1)?.id ?? null };
    }),
    'list-in-models': body('{"models": […]} with ids', (list) => ({ models: modelsOf(list) })),
    'list-in-data-models': body('{"data": {"models": […]}}', (list) => ({
      data: { models: modelsOf(list) },
    })),
    'list-in-data-data': body('{"data": {"data": […]}}', (list) => ({
      data: { data: modelsOf(list) },
    })),
    'list-names-for-ids': each('"name" in place of "id"', ({ id, ...model }) => ({ name: id, ...model })),
    'list-extra-fields': each('prices, contexts and other fields', (model) => ({
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
    'list-odd-ids': body('ids with slashes, colons, spaces and Chinese, and an empty one', (list) => ({
      ...list,
      data: [
        ...oddIds.map((id) => ({ id, object: 'model', supported_endpoint_types: ['openai'] })),
        ...modelsOf(list),
      ],
    })),
    'list-odd-entries': body('entries that are no models', (list) => ({
      ...list,
      data: [null, 7, {}, { id: null }, { id: 7 }, ...modelsOf(list)],
    })),
    'list-pages-by-id': body(
      'the first list in pages: after_id or after, has_more, last_id',
      (list, record) => {
        const models = modelsOf(list);
        const after = readParameter(record, 'after_id') || readParameter(record, 'after');
        const start = after === '' ? 0 : models.findIndex((model) => idOf(model) === after) + 1;
        const data = models.slice(start, start + pageSize);
        return {
          object: 'list',
          data,
          first_id: data[0] ? idOf(data[0]) : null,
          last_id: data.length > 0 ? idOf(objectOf(data.at(-1))) : null,
          has_more: start + pageSize < models.length,
        };
      },
    ),
  }),
  ...forPaths(/^\/v1beta\/models$/, {
    'list-beta-in-openai-style': body('the second list is in the style of the first', (list) => ({
      object: 'list',
      data: modelsOf(list).map((model) => ({
        id: idOf(model),
        object: 'model',
        created: 0,
        owned_by: 'custom',
      })),
    })),
    'list-beta-without-prefix': each('no name has the prefix models/', (model) => ({
      ...model,
      name: idOf(model),
    })),
    'list-pages-by-token': body('the second list in pages: pageToken, nextPageToken', (list, record) => {
      const start = Number(readParameter(record, 'pageToken'));
      const models = modelsOf(list);
      const end = start + pageSize;
      return {
        models: models.slice(start, end),
        ...(end < models.length && { nextPageToken: String(end) }),
      };
    }),
    'list-pages-without-end': body(
      'the second list says that there is another page, always the same',
      (list) => ({ ...list, nextPageToken: 'again' }),
    ),
  }),
  ...forPaths(/^\/v1(beta)?\/models$/, {
    'list-of-nulls': each('every field but the id is null', (model) =>
      Object.fromEntries(
        Object.entries(model).map(([name, value]) => [name, name === 'id' || name === 'name' ? value : null]),
      ),
    ),
    'list-in-both-untyped': body(
      'no types in the first list; the second has the same models and hundreds without a key behind them',
      (list) => {
        if (list['data'] !== undefined) {
          return {
            ...list,
            data: modelsOf(list).map(({ supported_endpoint_types: types, ...rest }) => rest),
          };
        }
        const unready = Array.from({ length: 300 }, (_, index) => ({
          name: `models/unready/model-${index}`,
        }));
        const supportedGenerationMethods = ['generateContent'];
        return {
          ...list,
          models: [...modelsOf(list), ...unready].map((model) => ({ ...model, supportedGenerationMethods })),
        };
      },
    ),
    'list-bare-array': body('an array', modelsOf),
    'list-of-strings': body('an array of ids', (list) => modelsOf(list).map(idOf)),
    'list-twice': body('every model comes twice', (list) => ({
      ...list,
      [nameOf(list)]: [...modelsOf(list), ...modelsOf(list)],
    })),
    'list-empty': body('no models', (list) => ({ ...list, [nameOf(list)]: [] })),
    'list-null': body('data is null', (list) => ({ ...list, [nameOf(list)]: null })),
    'lists-without-key': { does: 'the models are listed for any key', key: demoKeys.good },
    'lists-absent': {
      does: '404 for both lists, in a web framework’s words',
      reply: ({ method, path }) => ({
        status: 404,
        headers: jsonHeaders,
        body: JSON.stringify({
          message: `Route ${method}:${path} not found`,
          error: 'Not Found',
          statusCode: 404,
        }),
      }),
    },
    'list-empty-until-synced': body(
      'the first list is empty until the relay has asked its services, the second always',
      () => ({ object: 'list', data: [] }),
    ),
    'list-failed-as-200': body('200 with success: false', () => ({
      success: false,
      message: 'get user group failed',
    })),
    'list-error-as-200': body('200 with an error', () => ({
      error: {
        message: "The model '' does not exist",
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    })),
  }),
};
