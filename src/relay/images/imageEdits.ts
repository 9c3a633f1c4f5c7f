import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { RelayError } from '../errors/relayError.ts';
import type { Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { defined, type Fields } from '../json.ts';
import { detectImageType } from '../media/imageFormat.ts';
import { checkRequest } from '../schemas.ts';
import { furtherFields } from './furtherFields.ts';
import { type ImagesResult, largestImagesReplyBytes, type OnFoundImage, readImages } from './imageReply.ts';

/** An input image, of a type that its bytes show. */
const sourceSchema = z
  .strictObject({
    bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length > 0),
    /** Name of the file; its extension follows the type anyway, because relays go by it. */
    name: z.string().optional(),
  })
  .refine(({ bytes }) => detectImageType(bytes) !== undefined);

type SourceImage = Readonly<z.infer<typeof sourceSchema>>;

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

/** Half of the relays' default limit, so that base64 fits, too. */
const largestSourceBytes = 64 * 1024 ** 2;

const editRequestSchema = z.strictObject({
  model: z.string().trim().min(1),
  prompt: z.string().refine((prompt) => prompt.trim() !== ''),
  /** Input images: at least one; together with the mask at most 64 MB. */
  images: z.array(sourceSchema).min(1).readonly(),
  /** A mask, transparent where the image may change. Only sent in a form. */
  mask: sourceSchema.optional(),
  /** Number of images, sent as `n`. */
  count: z.number().int().min(1).optional(),
  /** Such as '1024x1024' or '2K'. */
  size: z.string().trim().min(1).optional(),
  quality: z.string().trim().min(1).optional(),
  /** Further fields of the body; they win over size and the like. */
  parameters: furtherFields.optional(),
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
  checkSize(request);
  const style = /seedream|seededit/i.test(request.model) ? 'json' : 'multipart';
  // No JSON field for a mask is known: better to fail than to return an image that was changed all over.
  if (style === 'json' && request.mask) throw new RelayError('invalidRequest', { field: 'mask' });
  const reply = await sendInEitherStyle(transport, request, style, call);
  return readImages(transport, reply, request.count ?? 1, call, onFound);
}

async function sendInEitherStyle(
  transport: Transport,
  request: ImageEditRequest,
  style: EditStyle,
  call: CallOptions | undefined,
): Promise<Reply> {
  try {
    return await sendEdit(transport, request, style, call);
  } catch (error) {
    if (!wantsOtherStyle(error, style) || (style === 'multipart' && request.mask)) throw error;
    try {
      return await sendEdit(transport, request, style === 'json' ? 'multipart' : 'json', call);
    } catch (second) {
      // Neither style works: the error about the usual one says more.
      throw isAboutBody(second) ? error : second;
    }
  }
}

async function sendEdit(
  transport: Transport,
  request: ImageEditRequest,
  style: EditStyle,
  call: CallOptions | undefined,
): Promise<Reply> {
  return transport.send({
    method: 'POST',
    path: '/v1/images/edits',
    ...(style === 'json' ? { json: createEditJson(request) } : { body: await createEditForm(request) }),
    retry: 'refused',
    firstByte: 'slowFirstByteMs',
    maxBytes: largestImagesReplyBytes,
    call,
  });
}

/** All fields of the body but the images, under the names that are sent. */
function createFields(request: ImageEditRequest): Fields {
  const { model, prompt, count, size, quality, parameters } = request;
  return defined({
    model,
    prompt,
    n: count,
    // People copy sizes with ×, which relays reject.
    size: size?.replaceAll('×', 'x'),
    quality,
    ...parameters,
  });
}

function checkSize({ images, mask }: ImageEditRequest): void {
  const bytes = [...images, ...(mask ? [mask] : [])].reduce((sum, source) => sum + source.bytes.length, 0);
  if (bytes > largestSourceBytes) {
    throw new RelayError('invalidRequest', { field: 'images', limitBytes: largestSourceBytes });
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
