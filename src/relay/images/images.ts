import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { normalizeFieldName } from '../chat/requestFields.ts';
import { RelayError } from '../errors/relayError.ts';
import type { RelayRequest, Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { defined, type Fields } from '../json.ts';
import { detectImageType } from '../media/imageFormat.ts';
import { modelPath } from '../models/modelPath.ts';
import { checkRequest } from '../schemas.ts';
import { type ImagesResult, largestImagesReplyBytes, type OnFoundImage, readImages } from './imageReply.ts';

/**
 * Fields that a request for images sets itself: the model, the action, the source images, and the number of images,
 * which are billed.
 */
const ownNames: ReadonlySet<string> = new Set(
  'model prompt instances n sampleCount numberOfImages image image[] images mask'
    .split(' ')
    .map(normalizeFieldName),
);

/** Fields of every request. */
const sharedFields = {
  prompt: z.string().refine((prompt) => prompt.trim() !== ''),
  /** Additional fields, as a person types them or a file has them: sent unchanged, and they win over size and the like. */
  parameters: z
    .record(
      z.string().refine((name) => !ownNames.has(normalizeFieldName(name))),
      z.json(),
    )
    .optional(),
};
const nonBlank = z.string().trim().min(1);

/** Maximum number of images of a request to predict. */
const mostPredictions = 4;

const imagesRequestSchema = z
  .strictObject({
    ...sharedFields,
    model: z.string(),
    /** Number of images, sent as `sampleCount` (1 to 4) or as `n`. If absent, the model decides: predict usually sends 4. */
    count: z.number().int().min(1).max(10).optional(),
    /** Such as '16:9'; for predict only. */
    aspectRatio: z
      .string()
      .regex(/^\d+:\d+$/)
      .optional(),
    /** Such as '2K', or '1024x1024' for generations. */
    imageSize: nonBlank.optional(),
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
  const written = request.endpoint === 'generations' ? toGenerations(request) : toPredict(request);
  const reply = await sendBilled(transport, written, call);
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
    json: { model, prompt, n: count, size: writeSize(imageSize), ...parameters },
  };
}

function sendBilled(
  transport: Transport,
  request: Pick<RelayRequest, 'path' | 'json' | 'body'>,
  call: CallOptions | undefined,
): Promise<Reply> {
  return transport.send({
    method: 'POST',
    ...request,
    retry: 'refused',
    firstByte: 'slowFirstByteMs',
    maxBytes: largestImagesReplyBytes,
    call,
  });
}

/** People copy sizes with ×, which relays reject. */
function writeSize(size: string | undefined): string | undefined {
  return size?.replaceAll('×', 'x');
}

/** An input image, of a type that its bytes show. */
const sourceSchema = z
  .strictObject({
    bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length > 0),
    /** Name of the file; its extension follows the type anyway, because relays go by it. */
    name: z.string().optional(),
  })
  .refine(({ bytes }) => detectImageType(bytes) !== undefined);

type SourceImage = Readonly<z.infer<typeof sourceSchema>>;

/** Half of the relays' default limit, so that base64 fits, too. */
const largestSourceBytes = 64 * 1024 ** 2;

const editRequestSchema = z.strictObject({
  ...sharedFields,
  model: nonBlank,
  /** Input images: at least one; together with the mask at most 64 MB. */
  images: z.array(sourceSchema).min(1).readonly(),
  /** A mask, transparent where the image may change. Only sent in a form. */
  mask: sourceSchema.optional(),
  /** Number of images, sent as `n`. */
  count: z.number().int().min(1).optional(),
  /** Such as '1024x1024' or '2K'. */
  size: nonBlank.optional(),
  quality: nonBlank.optional(),
});

/** A request to edit images or generate from references (contract 4; it only shows the field `image`). */
export type ImageEditRequest = Readonly<z.infer<typeof editRequestSchema>>;

/** How it is sent: first as JSON to seedream and seededit models, as a form to all others. */
type EditStyle = 'multipart' | 'json';

/**
 * Edits images: POST /v1/images/edits (contract 4). Billed as soon as it is accepted, so it is retried
 * only if the relay refused it. If it refused the style that we chose, the other one is tried once.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent (and with `limitBytes` if the images
 * are too large); otherwise as `createImages` does.
 */
export async function editImages(
  transport: Transport,
  request: ImageEditRequest,
  call?: CallOptions,
  onFound?: OnFoundImage,
): Promise<ImagesResult> {
  checkRequest(editRequestSchema, request);
  const { images, mask, count = 1 } = request;
  const bytes = [...images, ...(mask ? [mask] : [])].reduce((sum, source) => sum + source.bytes.length, 0);
  if (bytes > largestSourceBytes)
    throw new RelayError('invalidRequest', { field: 'images', limitBytes: largestSourceBytes });
  const style = /seedream|seededit/i.test(request.model) ? 'json' : 'multipart';
  // No JSON field for a mask is known: better to fail than to return an image that was changed all over.
  if (style === 'json' && mask) throw new RelayError('invalidRequest', { field: 'mask' });
  const reply = await sendInEitherStyle(transport, request, style, call);
  return readImages(transport, reply, count, call, onFound);
}

async function sendInEitherStyle(
  transport: Transport,
  request: ImageEditRequest,
  style: EditStyle,
  call: CallOptions | undefined,
): Promise<Reply> {
  const sendAs = async (tried: EditStyle) => {
    const body =
      tried === 'json' ? { json: createEditJson(request) } : { body: await createEditForm(request) };
    return sendBilled(transport, { path: '/v1/images/edits', ...body }, call);
  };
  try {
    return await sendAs(style);
  } catch (error) {
    if (!wantsOtherStyle(error, style) || (style === 'multipart' && request.mask)) throw error;
    try {
      return await sendAs(style === 'json' ? 'multipart' : 'json');
    } catch (second) {
      // Neither style works: the error about the usual one says more.
      throw isAboutBody(second) ? error : second;
    }
  }
}

/** Whether a refusal, which is not billed, says that the body should have the other style. */
function wantsOtherStyle(error: unknown, style: EditStyle): boolean {
  if (!isAboutBody(error)) return false;
  const { relayMessage = '', code = '' } = error.details;
  const words =
    style === 'json'
      ? /multipart|form-?data|\bforms?\b|\bfiles?\b|表单|文件|上传/i
      : /\bjson\b|invalid character '-'|looking for beginning of value/i;
  return words.test(`${code} ${relayMessage}`);
}

function isAboutBody(error: unknown): error is RelayError {
  return error instanceof RelayError && [400, 415, 422].includes(error.details.status ?? 0);
}

/** Reference-image editing (contract 4): JSON with an `image` field, which is a list if there are several. */
function createEditJson(request: ImageEditRequest): Fields {
  const [image, ...others] = request.images.map(
    ({ bytes }) => `data:${detectImageType(bytes)};base64,${Buffer.from(bytes).toString('base64')}`,
  );
  return { image: others.length === 0 ? image : [image, ...others], ...createFields(request) };
}

/** Source-image editing (contract 4): a form whose `image` is a file; `image[]` if there are several. */
export async function createEditForm(request: ImageEditRequest) {
  const { images, mask } = request;
  const form = new FormData();
  for (const [name, value] of Object.entries(createFields(request)))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const field = images.length === 1 ? 'image' : 'image[]';
  for (const [index, source] of images.entries()) appendFile(form, field, source, `image-${index + 1}`);
  if (mask) appendFile(form, 'mask', mask, 'mask');
  // Response serializes the form and chooses the boundary.
  const response = new Response(form);
  return { contentType: response.headers.get('content-type') ?? '', bytes: await response.bytes() };
}

function appendFile(form: FormData, field: string, source: SourceImage, defaultName: string): void {
  const mediaType = detectImageType(source.bytes) ?? 'application/octet-stream';
  const stem = (source.name ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_');
  const ending = mediaType.replace(/^image\//, '').replace('jpeg', 'jpg');
  // The cast saves a copy that only the type asks for: our bytes are never in shared memory.
  const bytes = source.bytes as Uint8Array<ArrayBuffer>;
  form.append(field, new Blob([bytes], { type: mediaType }), `${stem || defaultName}.${ending}`);
}

/** All fields of the body but the images, under the names that are sent. */
function createFields({ model, prompt, count, size, quality, parameters }: ImageEditRequest): Fields {
  return defined({ model, prompt, n: count, size: writeSize(size), quality, ...parameters });
}
