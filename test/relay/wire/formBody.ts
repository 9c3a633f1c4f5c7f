import { invalidRequest } from './refusal.ts';

/** A file in a form. */
export interface FormFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface FormBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, readonly FormFile[]>;
}

export function isForm(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');
}

/** The parts of a multipart body, or the 400 that says why it isn't one. A field that comes twice is refused. */
export async function parseFormBody(contentType: string | undefined, body: Buffer): Promise<FormBody> {
  const fields = new Map<string, string>();
  const files = new Map<string, FormFile[]>();
  for (const [name, value] of await readParts(contentType, body)) {
    if (typeof value === 'string') {
      if (fields.has(name)) {
        throw invalidRequest(`${name}: given twice`, 'relay');
      }
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
    throw invalidRequest('invalid request body: multipart: NextPart: EOF', 'relay');
  }
}
