import { admitCall } from '../account/models.ts';
import { sizeOfPrediction } from '../pictures/askedSize.ts';
import { type GalleryOrder, paintOrder, replyWithImages } from '../pictures/gallery.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import {
  anything,
  checkFields,
  type FieldRule,
  isJsonObject,
  type JsonObject,
  oneOf,
  parseJsonBody,
  required,
  text,
} from '../wire/fields.ts';
import { invalidRequest, Refusal } from '../wire/refusal.ts';

const path = /^\/v1beta\/models\/(.+):predict$/;

/** What such a model makes unless it is told how many. */
const defaultCount = 4;

/** Contract 4 names these two; the fields inside them are those that such relays document. */
const bodyFields: Readonly<Record<string, FieldRule>> = {
  instances: required({
    complain: (value) =>
      Array.isArray(value) && value.length === 1 && isJsonObject(value[0])
        ? ''
        : 'must be an array of 1 object',
  }),
  parameters: required({ complain: (value) => (isJsonObject(value) ? '' : 'must be an object') }),
};
const instanceFields: Readonly<Record<string, FieldRule>> = { prompt: required(text) };
const parameterFields: Readonly<Record<string, FieldRule>> = {
  sampleCount: {
    complain: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 4
        ? ''
        : 'must be an integer from 1 to 4',
  },
  aspectRatio: oneOf(['1:1', '3:4', '4:3', '9:16', '16:9']),
  imageSize: oneOf(['1K', '2K']),
  personGeneration: oneOf(['dont_allow', 'allow_adult', 'allow_all']),
  seed: anything,
};

function readOrder(call: Call): GalleryOrder {
  const body = parseJsonBody(call.exchange.record.headers['content-type'], call.body);
  const id = decodeURIComponent(path.exec(call.exchange.record.path)?.[1] ?? '');
  admitCall(call.token, id, 'predict');
  checkFields(body, bodyFields, 'relay');
  const [instance] = body['instances'] as readonly [JsonObject];
  const parameters = body['parameters'] as JsonObject;
  checkInner(instance, instanceFields, 'instances.0');
  checkInner(parameters, parameterFields, 'parameters');
  return {
    prompt: String(instance['prompt']),
    count: Number(parameters['sampleCount'] ?? defaultCount),
    ...sizeOfPrediction(parameters['aspectRatio'], parameters['imageSize']),
  };
}

function checkInner(fields: JsonObject, rules: Readonly<Record<string, FieldRule>>, place: string): void {
  try {
    checkFields(fields, rules, 'relay');
  } catch (error) {
    throw error instanceof Refusal ? invalidRequest(`${place}.${error.details.message}`, 'relay') : error;
  }
}

async function answerPredict(call: Call): Promise<void> {
  const order = readOrder(call);
  const pictures = paintOrder(order);
  const predictions = pictures.map((picture) =>
    picture === undefined
      ? { raiFilteredReason: 'The picture was filtered because it might be against the rules.' }
      : { mimeType: picture.mediaType, bytesBase64Encoded: picture.bytes.toString('base64') },
  );
  // Where everything was filtered, such models say nothing at all.
  const body = pictures.every((picture) => picture === undefined) ? {} : { predictions };
  return replyWithImages(call, order.prompt, body);
}

export const predictEndpoint: Endpoint = { method: 'POST', path, answer: answerPredict };
