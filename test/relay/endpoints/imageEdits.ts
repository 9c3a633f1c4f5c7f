import * as z from 'zod';
import { admitCall } from '../account/models.ts';
import { base64OfDataUri, readImage } from '../chat/receivedImage.ts';
import { describePicture, type GalleryOrder, paintOrder, replyWithImages } from '../pictures/gallery.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { anything, checkBody, parseJsonBody, text } from '../wire/fields.ts';
import { invalidRequest, Refusal } from '../wire/refusal.ts';

interface EditOrder extends GalleryOrder {
  readonly format: 'b64_json' | 'url';
  /** A refused image is an entry of the list here; elsewhere it is the whole call's refusal. */
  readonly isFilteredOneByOne: boolean;
}

const mostImages = 16;
const mostReferences = 14;

const size = z
  .string()
  .regex(/^(auto|[124]K|\d{3,4}x\d{3,4})$/)
  .optional();
const responseFormat = z.enum(['b64_json', 'url']).optional();
/** Beside the files. All values of a form are text. */
const formBody = z.strictObject({
  model: text,
  prompt: text,
  n: z
    .string()
    .regex(/^([1-9]|10)$/)
    .transform(Number)
    .default(1),
  size,
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard']).optional(),
  response_format: responseFormat,
  watermark: z.enum(['true', 'false']).optional(),
  background: anything,
  output_format: anything,
});

const generationBody = z.strictObject({
  model: text,
  prompt: text,
  n: z.int().min(1).max(10).default(1),
  size,
  response_format: responseFormat,
  sequential_image_generation: z.enum(['auto', 'disabled']).optional(),
});

const referenceBody = generationBody.extend({
  image: z.unknown().superRefine((value, { addIssue }) => {
    const complaint = value === undefined ? 'Field required' : complainOfReferences(value);
    if (complaint !== '') addIssue(complaint);
  }),
  watermark: z.boolean().optional(),
});

/** An address, or a data URL whose subtype is in lower case and whose bytes are an image. */
function complainOfReferences(value: unknown): string {
  const references: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (references.length === 0 || references.length > mostReferences) {
    return `must be 1 to ${mostReferences} pictures`;
  }
  const areRight = references.every((reference) => {
    if (typeof reference !== 'string') return false;
    const base64 = /^data:image\/[a-z]+;base64,([\w+/]+={0,2})$/.exec(reference)?.[1];
    return base64 === undefined ? /^https?:\/\//.test(reference) : isPicture(Buffer.from(base64, 'base64'));
  });
  return areRight ? '' : 'must be an address or data:image/png;base64,… with a picture in it';
}

function isPicture(bytes: Buffer): boolean {
  return /^(89504e470d0a1a0a|ffd8ff|474946383[79]61|52494646.{8}57454250)/.test(bytes.toString('hex', 0, 12));
}

function checkFiles({ files }: FormBody): void {
  const names = [...files.keys()];
  const unknown = names.find((name) => name !== 'image' && name !== 'image[]' && name !== 'mask');
  if (unknown !== undefined) throw invalidRequest(`${unknown}: not a file of this form`);
  const single = files.get('image') ?? [];
  const several = files.get('image[]') ?? [];
  if (single.length + several.length === 0) throw invalidRequest('image: Field required');
  if (single.length > 1 || (single.length === 1 && several.length > 0) || several.length > mostImages) {
    throw invalidRequest(`image: one file, or up to ${mostImages} as image[]`);
  }
  if ((files.get('mask') ?? []).length > 1) throw invalidRequest('mask: one file');
  for (const [name, list] of files) {
    if (!list.every(isPictureFile)) {
      throw invalidRequest(`${name}: must be a picture whose type and file name say so`);
    }
  }
}

function isPictureFile({ name, mediaType, bytes }: FormFile): boolean {
  return /\.(png|jpe?g|webp|gif)$/i.test(name) && mediaType.startsWith('image/') && isPicture(bytes);
}

async function readOrder(call: Call): Promise<EditOrder> {
  const { 'content-type': contentType } = call.exchange.record.headers;
  const form = isForm(contentType) ? await parseFormBody(contentType, call.body) : undefined;
  if (form) call.exchange.record.files = form.files;
  const fields = form?.fields ?? parseJsonBody(call);
  const { id } = admitCall(call.token, fields['model'], 'image');
  const isSeedream = id.startsWith('seedream');
  if (isSeedream !== (form === undefined)) {
    throw invalidRequest(
      isSeedream
        ? 'image: reference images come in a JSON body (application/json)'
        : "image: request Content-Type isn't multipart/form-data",
    );
  }
  const checked = form ? checkBody(fields, formBody) : checkBody(fields, referenceBody);
  if (form) checkFiles(form);
  const sources = form ? filesOf(form, 'image', 'image[]') : readReferences(fields['image']);
  return {
    prompt: checked.prompt,
    count: checked.n,
    sources,
    ...sizeOfImage(checked.size, sources[0]),
    format: checked.response_format ?? (isSeedream ? 'url' : 'b64_json'),
    isFilteredOneByOne: isSeedream,
  };
}

/** How large these endpoints draw: as they are told, or like their first source, whose proportions a name such as 2K keeps. */
function sizeOfImage(asked: string | undefined, source?: Buffer) {
  const [, wide, high] = /^(\d+)x(\d+)$/.exec(asked ?? '') ?? [];
  if (wide !== undefined) return { width: Number(wide), height: Number(high) };
  const like = (source && readImage(source.toString('base64'))) ?? { width: 1024, height: 1024 };
  const side = Number(/^(\d)K$/.exec(asked ?? '')?.[1] ?? 0) * 1024;
  const scale = side > 0 ? side / Math.max(like.width, like.height) : 1;
  return { width: Math.round(like.width * scale), height: Math.round(like.height * scale) };
}

function filesOf({ files }: FormBody, ...names: readonly string[]): Buffer[] {
  return names.flatMap((name) => files.get(name) ?? []).map(({ bytes }) => bytes);
}

/** Those that are addresses are not fetched. */
function readReferences(image: unknown): Buffer[] {
  return [image].flat().flatMap((reference) => {
    const base64 = base64OfDataUri(String(reference));
    return base64 === undefined ? [] : [Buffer.from(base64, 'base64')];
  });
}

async function answerOrder(call: Call, { format, isFilteredOneByOne, ...order }: EditOrder): Promise<void> {
  const { exchange } = call;
  const { prompt } = order;
  const filtered = { code: 'OutputImageSensitiveContentDetected', message: 'The picture was filtered.' };
  const pictures = paintOrder(order);
  if (!isFilteredOneByOne && pictures.includes(undefined)) {
    throw new Refusal({
      status: 400,
      type: 'image_generation_user_error',
      code: 'moderation_blocked',
      message: filtered.message,
    });
  }
  const data = await Promise.all(
    pictures.map((picture) =>
      picture === undefined ? { error: filtered } : describePicture(picture, prompt, format, exchange),
    ),
  );
  const body = { created: Math.floor(exchange.record.startedAtMs / 1000), data };
  return replyWithImages(call, prompt, body);
}

/** Contract 4: a form with the source image, or JSON with an `image` field for reference images. */
export const imageEditsEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/images\/edits$/,
  answer: async (call) => answerOrder(call, await readOrder(call)),
};

/** Not in the contract: the endpoint that many relays have for newer models. It takes no files. */
export const imageGenerationsEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/images\/generations$/,
  answer: (call) => answerOrder(call, readGenerationOrder(call)),
};

function readGenerationOrder(call: Call): EditOrder {
  const fields = parseJsonBody(call);
  admitCall(call.token, fields['model'], 'image');
  const { prompt, n: count, size, response_format: format = 'b64_json' } = checkBody(fields, generationBody);
  return {
    prompt,
    count,
    ...sizeOfImage(size),
    format,
    isFilteredOneByOne: false,
  };
}

/** A file in a form. */
interface FormFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

interface FormBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, readonly FormFile[]>;
}

function isForm(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');
}

/** The parts of a multipart body, or the 400 that says why it isn't one. A field that comes twice is refused. */
async function parseFormBody(contentType: string | undefined, body: Buffer): Promise<FormBody> {
  const fields = new Map<string, string>();
  const files = new Map<string, FormFile[]>();
  for (const [name, value] of await readParts(contentType, body)) {
    if (typeof value === 'string') {
      if (fields.has(name)) throw invalidRequest(`${name}: given twice`);
      fields.set(name, value);
      continue;
    }
    const bytes = Buffer.from(await value.arrayBuffer());
    files.set(name, [...(files.get(name) ?? []), { name: value.name, mediaType: value.type, bytes }]);
  }
  return { fields: Object.fromEntries(fields), files };
}

async function readParts(contentType = '', body: Buffer) {
  try {
    const form = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
    return [...(await form.formData())];
  } catch {
    throw invalidRequest('invalid request body: multipart: NextPart: EOF');
  }
}
