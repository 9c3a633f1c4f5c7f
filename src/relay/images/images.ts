import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import type { Transport } from '../http/transport.ts';
import { modelPath } from '../models/modelPath.ts';
import { checkRequest } from '../schemas.ts';
import { type ImagesResult, largestImagesReplyBytes, readImages } from './imageReply.ts';

const imagesRequestSchema = z.strictObject({
  model: z.string(),
  prompt: z.string().refine((prompt) => prompt.trim() !== ''),
  /** Number of images, 1 to 4, sent as `sampleCount`. If absent, the model decides, usually 4. */
  count: z.number().int().min(1).max(4).optional(),
  /** Such as '16:9'. */
  aspectRatio: z
    .string()
    .regex(/^\d+:\d+$/)
    .optional(),
  /** Such as '1K' or '2K'. */
  imageSize: z.string().trim().min(1).optional(),
  /** Further fields of `parameters`, sent as they are; they win over those above. */
  parameters: z.record(z.string(), z.json()).optional(),
});

/** A request to generate images (contract 4: `instances` and `parameters`; their fields are not shown). */
export type ImagesRequest = Readonly<z.infer<typeof imagesRequestSchema>>;

/**
 * Generates images: POST /v1beta/models/{model}:predict (contract 4). Billed as soon as it is accepted, so it is
 * retried only if the relay refused it.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent; the relay's own errors, also under
 * status 200; `invalidResponse` for what is neither images nor an error; where no image could be had, why
 * the first one could not. Images that were filtered are no error: see `withheld`.
 */
export async function createImages(
  transport: Transport,
  request: ImagesRequest,
  call?: CallOptions,
): Promise<ImagesResult> {
  checkRequest(imagesRequestSchema, request);
  const { model, prompt, count, aspectRatio, imageSize, parameters } = request;
  const reply = await transport.send({
    method: 'POST',
    path: modelPath(model, 'predict'),
    json: {
      instances: [{ prompt }],
      parameters: {
        ...(count !== undefined && { sampleCount: count }),
        ...(aspectRatio !== undefined && { aspectRatio }),
        ...(imageSize !== undefined && { imageSize }),
        ...parameters,
      },
    },
    retry: 'refused',
    pace: 'slow',
    maxBytes: largestImagesReplyBytes,
    call,
  });
  return readImages(transport, reply, count ?? 1, call);
}
