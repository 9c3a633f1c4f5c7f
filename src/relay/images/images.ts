import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import type { Transport } from '../http/transport.ts';
import { modelPath } from '../models/modelPath.ts';
import { checkRequest } from '../schemas.ts';
import { furtherFields } from './furtherFields.ts';
import { type ImagesResult, largestImagesReplyBytes, type OnFoundImage, readImages } from './imageReply.ts';

/** Maximum number of images of a request to predict. */
const mostPredictions = 4;

const imagesRequestSchema = z
  .strictObject({
    model: z.string(),
    prompt: z.string().refine((prompt) => prompt.trim() !== ''),
    /** Number of images, sent as `sampleCount` (1 to 4) or as `n`. If absent, the model decides: predict usually sends 4. */
    count: z.number().int().min(1).max(10).optional(),
    /** Such as '16:9'; for predict only. */
    aspectRatio: z
      .string()
      .regex(/^\d+:\d+$/)
      .optional(),
    /** Such as '2K', or '1024x1024' for generations. */
    imageSize: z.string().trim().min(1).optional(),
    /** Further fields of `parameters`, or of the body for generations; they win over size and aspect ratio. */
    parameters: furtherFields.optional(),
    /** By default predict, the contract's own. Not every relay has `/v1/images/generations`. */
    endpoint: z.enum(['predict', 'generations']).optional(),
  })
  .refine(({ endpoint, count = 1 }) => endpoint === 'generations' || count <= mostPredictions, {
    path: ['count'],
  });

/** A request to generate images (contract 4: `instances` and `parameters`; their fields are not shown). */
export type ImagesRequest = Readonly<z.infer<typeof imagesRequestSchema>>;

/**
 * Generates images: POST /v1beta/models/{model}:predict (contract 4), or /v1/images/generations if requested. Billed
 * as soon as it is accepted, so it is retried only if the relay refused it.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent; the relay's own errors, also under status 200;
 * `invalidResponse` for a reply that is neither images nor an error; if no image could be downloaded, the reason of
 * the first one. Filtered images are not an error: see `withheld`.
 */
export async function createImages(
  transport: Transport,
  request: ImagesRequest,
  call?: CallOptions,
  onFound?: OnFoundImage,
): Promise<ImagesResult> {
  checkRequest(imagesRequestSchema, request);
  const reply = await transport.send({
    method: 'POST',
    ...(request.endpoint === 'generations' ? toGenerations(request) : toPredict(request)),
    retry: 'refused',
    firstByte: 'slowFirstByteMs',
    maxBytes: largestImagesReplyBytes,
    call,
  });
  return readImages(transport, reply, request.count ?? 1, call, onFound);
}

function toPredict({ model, prompt, count, aspectRatio, imageSize, parameters }: ImagesRequest) {
  return {
    path: modelPath(model, 'predict'),
    json: {
      instances: [{ prompt }],
      parameters: { sampleCount: count, aspectRatio, imageSize, ...parameters },
    },
  };
}

function toGenerations({ model, prompt, count, imageSize, parameters }: ImagesRequest) {
  return {
    path: '/v1/images/generations' as const,
    json: { model, prompt, n: count, size: imageSize?.replaceAll('×', 'x'), ...parameters },
  };
}
