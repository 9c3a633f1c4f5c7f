import * as z from 'zod';
import { detectImageType } from '../media/imageFormat.ts';

const sourceFields = z.strictObject({
  bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length > 0),
  /** Needed only for what is not seen from the bytes: 'image/heic'. */
  mediaType: z
    .string()
    .regex(/^image\/[\w.+-]+$/i)
    .optional(),
  /** Of the file; its ending follows the type all the same, since relays go by it. */
  name: z.string().optional(),
});

type SourceImage = Readonly<z.infer<typeof sourceFields>>;

/** A picture that is sent. */
export const sourceSchema = sourceFields.refine((source) => typeOfSource(source) !== undefined);

interface EditFields {
  readonly images: readonly SourceImage[];
  readonly mask?: SourceImage;
  /** All other fields of the body, under the names that are sent. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The type that a picture is sent under: in lower case, since some relays know no other. */
function typeOfSource({ bytes, mediaType }: SourceImage): string | undefined {
  return detectImageType(bytes) ?? mediaType?.toLowerCase();
}

/** Reference-image editing (contract 4): JSON with an `image` field, a list of them where there are several. */
export function createEditJson({ images, fields }: EditFields): Readonly<Record<string, unknown>> {
  const [image, ...others] = images.map(
    (source) => `data:${typeOfSource(source)};base64,${Buffer.from(source.bytes).toString('base64')}`,
  );
  return { image: others.length === 0 ? image : [image, ...others], ...fields };
}

/** Source-image editing (contract 4): a form whose `image` is a file; `image[]` where there are several. */
export async function createEditForm({ images, mask, fields }: EditFields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const field = images.length === 1 ? 'image' : 'image[]';
  for (const [index, source] of images.entries()) appendFile(form, field, source, `image-${index + 1}`);
  if (mask) appendFile(form, 'mask', mask, 'mask');
  // Writes it out, with a boundary of its own choice.
  const response = new Response(form);
  return { contentType: response.headers.get('content-type') ?? '', bytes: await response.bytes() };
}

function appendFile(form: FormData, field: string, source: SourceImage, defaultName: string): void {
  const mediaType = typeOfSource(source) ?? 'application/octet-stream';
  const stem = (source.name ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_');
  const ending = mediaType.replace(/^image\//, '').replace('jpeg', 'jpg');
  // A copy would be the type's wish alone: nothing of ours is in shared memory.
  const bytes = source.bytes as Uint8Array<ArrayBuffer>;
  form.append(field, new Blob([bytes], { type: mediaType }), `${stem || defaultName}.${ending}`);
}
