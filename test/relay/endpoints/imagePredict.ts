import * as z from 'zod';
import { admitCall } from '../account/models.ts';
import { type GalleryOrder, paintOrder, replyWithImages } from '../pictures/gallery.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { anything, checkBody, parseJsonBody, text } from '../wire/fields.ts';

const path = /^\/v1beta\/models\/(.+):predict$/;

/** What such a model makes unless it is told how many. */
const defaultCount = 4;

/** At 1K, as such models draw. */
const sizes = {
  '1:1': [1024, 1024],
  '3:4': [896, 1280],
  '4:3': [1280, 896],
  '9:16': [768, 1408],
  '16:9': [1408, 768],
} as const;

/** Contract 4 names these two; the fields inside them are those that such relays document. */
const predictBody = z.strictObject({
  instances: z.tuple([z.strictObject({ prompt: text })]),
  parameters: z.strictObject({
    sampleCount: z.int().min(1).max(4).default(defaultCount),
    aspectRatio: z.enum(Object.keys(sizes) as (keyof typeof sizes)[]).default('1:1'),
    imageSize: z.enum(['1K', '2K']).optional(),
    personGeneration: z.enum(['dont_allow', 'allow_adult', 'allow_all']).optional(),
    seed: anything,
  }),
});

function readOrder(call: Call): GalleryOrder {
  const json = parseJsonBody(call);
  const id = decodeURIComponent(path.exec(call.exchange.record.path)?.[1] ?? '');
  admitCall(call.token, id, 'predict');
  const { instances, parameters } = checkBody(json, predictBody);
  const { sampleCount: count, aspectRatio, imageSize } = parameters;
  const [width, height] = sizes[aspectRatio];
  const scale = imageSize === '2K' ? 2 : 1;
  return { prompt: instances[0].prompt, count, width: scale * width, height: scale * height };
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
