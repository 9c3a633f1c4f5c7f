import { type DemoModel, visibleModels } from '../account/models.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import type { JsonObject } from '../wire/fields.ts';

/** Relays report one constant for every model. */
const createdSeconds = 1_626_777_600;

function describeForChatCompletions({ id, ownedBy, endpointTypes, pricing }: DemoModel) {
  return {
    id,
    object: 'model',
    created: createdSeconds,
    owned_by: ownedBy,
    supported_endpoint_types: endpointTypes,
    ...(pricing && { pricing }),
  };
}

/** Models of that provider in its own words; the others by name only, without the `models/` prefix. */
function describeForGenerateContent({ id, details }: DemoModel) {
  return {
    name: details ? `models/${id}` : id,
    baseModelId: details ? id : null,
    version: details ? '001' : null,
    displayName: details?.displayName ?? id,
    description: details?.description ?? null,
    inputTokenLimit: details?.inputTokenLimit ?? null,
    outputTokenLimit: details?.outputTokenLimit ?? null,
    supportedGenerationMethods: details?.methods ?? null,
  };
}

function replyJson({ exchange, quirks }: Call, body: JsonObject): Promise<void> {
  return exchange.replyJson(200, quirks.changeBody(body));
}

export const modelsEndpoint: Endpoint = {
  method: 'GET',
  path: /^\/v1\/models$/,
  answer: (call) =>
    replyJson(call, {
      success: true,
      object: 'list',
      data: visibleModels(call.token)
        .filter(({ onlyInV1beta }) => onlyInV1beta !== true)
        .map(describeForChatCompletions),
    }),
};

export const modelsBetaEndpoint: Endpoint = {
  method: 'GET',
  path: /^\/v1beta\/models$/,
  answer: (call) =>
    replyJson(call, {
      models: visibleModels(call.token).map(describeForGenerateContent),
      nextPageToken: null,
    }),
};
