import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { createEditForm, type ImageEditRequest } from '../../../../src/relay/images/images.ts';
import { apiKey, failsWith, testUnsent, withClient } from '../clientCalls.ts';
import { type Call, reply, startServer } from '../misbehavingServer.ts';
import { createJpeg, createPng } from './pictureSamples.ts';

const png = createPng();
const jpeg = createJpeg();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const drawn = JSON.stringify({ created: 1, data: [{ b64_json: base64(png) }] });

const form: ImageEditRequest = { model: 'gpt-image-1', prompt: 'Add a hat', images: [{ bytes: png }] };
const seedream: ImageEditRequest = { ...form, model: 'doubao-seedream-4-0-250828' };

const edit = async (origin: string, request: ImageEditRequest): Promise<number> =>
  (await withClient(origin, (client) => client.editImages(request))).images.length;

const styleOf = ({ request }: Pick<Call, 'request'>) =>
  request.headers['content-type']?.split(';')[0] === 'application/json' ? 'json' : 'multipart';

/** The fields of a form, read by a parser that is not ours. */
async function readForm({ contentType, bytes }: { contentType: string; bytes: Uint8Array }) {
  const parsed = await new Response(Buffer.from(bytes), {
    headers: { 'content-type': contentType },
  }).formData();
  return Promise.all(
    [...parsed].map(async ([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.type, base64(new Uint8Array(await value.arrayBuffer()))],
    ),
  );
}

describe('image edits', () => {
  it('writes one image into a form byte for byte, with the other fields before it', async () => {
    const request = {
      model: 'm',
      prompt: 'A "hat"\r\n--x\r\n帽子',
      images: [{ bytes: png }],
      count: 2,
      size: '1024×1536',
      quality: 'high',
      parameters: { watermark: false, extra: { a: [1] } },
    };
    deepStrictEqual(await readForm(await createEditForm(request)), [
      ['model', 'm'],
      ['prompt', 'A "hat"\r\n--x\r\n帽子'],
      ['n', '2'],
      ['size', '1024x1536'],
      ['quality', 'high'],
      ['watermark', 'false'],
      ['extra', '{"a":[1]}'],
      ['image', 'image-1.png', 'image/png', base64(png)],
    ]);
  });

  it('writes several images and a mask into a form, with file extensions of the true types', async () => {
    const everyByte = Buffer.concat([png, Uint8Array.from({ length: 512 }, (_, index) => index)]);
    const images = [
      { bytes: png, name: '/home/user/my "cat".jpeg' },
      { bytes: jpeg, name: '猫.photo.jpg' },
      { bytes: everyByte, name: 'C:\\a\\b' },
    ];
    deepStrictEqual(await readForm(await createEditForm({ ...form, images, mask: { bytes: png } })), [
      ['model', 'gpt-image-1'],
      ['prompt', 'Add a hat'],
      ['image[]', 'my_cat_.png', 'image/png', base64(png)],
      ['image[]', '猫.photo.jpg', 'image/jpeg', base64(jpeg)],
      ['image[]', 'b.png', 'image/png', base64(everyByte)],
      ['mask', 'mask.png', 'image/png', base64(png)],
    ]);
  });

  it('sends a form to most models', async () => {
    await using server = await startServer((call) => reply(call, 200, drawn));
    deepStrictEqual(await edit(server.origin, form), 1);
    const [sent] = server.requests;
    const { 'content-type': type = '', authorization } = sent?.headers ?? {};
    const [, boundary = ''] = /^multipart\/form-data; boundary=([\w-]{8,70})$/.exec(type) ?? [];
    deepStrictEqual(
      [sent?.method, sent?.url, authorization],
      ['POST', '/v1/images/edits', `Bearer ${apiKey}`],
    );
    ok(boundary && sent?.body.startsWith(`--${boundary}\r\n`) && sent.body.endsWith(`--${boundary}--\r\n`));
  });

  const url = (bytes: Uint8Array, type: string) => `data:image/${type};base64,${base64(bytes)}`;
  const jsonCases: Readonly<Record<string, readonly [Partial<ImageEditRequest>, object]>> = {
    'one image': [{}, { image: url(png, 'png') }],
    'several images': [
      { images: [{ bytes: jpeg }, { bytes: png }] },
      { image: [url(jpeg, 'jpeg'), url(png, 'png')] },
    ],
    'its fields': [
      { model: 'doubao-seededit-3.0-i2i', size: '2048×2048', count: 3, parameters: { watermark: false } },
      { model: 'doubao-seededit-3.0-i2i', image: url(png, 'png'), size: '2048x2048', watermark: false, n: 3 },
    ],
  };
  for (const [name, [change, body]] of Object.entries(jsonCases)) {
    it(`sends ${name} as JSON`, async () => {
      const model = 'seedream-4-0-250828';
      await using server = await startServer((call) => reply(call, 200, drawn));
      await edit(server.origin, { ...form, model, ...change });
      deepStrictEqual(
        [server.requests[0]?.headers['content-type'], JSON.parse(server.requests[0]?.body ?? '')],
        ['application/json', { model, prompt: 'Add a hat', ...body }],
      );
    });
  }

  type Refusal = readonly [
    request: ImageEditRequest,
    status: number,
    message: string,
    /** The styles that are tried if each is refused. */
    tried: readonly string[],
  ];
  const refusals: Readonly<Record<string, Refusal>> = {
    'JSON where a form is expected': [
      seedream,
      400,
      "request Content-Type isn't multipart/form-data",
      ['json', 'multipart'],
    ],
    'JSON where a file is expected': [seedream, 422, '请上传文件', ['json', 'multipart']],
    'a form where JSON is expected': [
      form,
      415,
      'Content-Type must be application/json',
      ['multipart', 'json'],
    ],
    'a form that was parsed as JSON': [
      form,
      400,
      "invalid character '-' in numeric literal",
      ['multipart', 'json'],
    ],
    'a form with a mask, which JSON can’t have': [
      { ...form, mask: { bytes: png } },
      400,
      'json expected',
      ['multipart'],
    ],
    'another error': [seedream, 400, 'invalid image format', ['json']],
    'a server error, which may be billed': [seedream, 500, 'multipart', ['json']],
  };
  for (const [name, [request, status, message, tried]] of Object.entries(refusals)) {
    it(`tries ${tried.join(', then ')} for ${name}`, async () => {
      await using server = await startServer((call) => {
        const told = styleOf(call) === tried[0] ? message : 'nor this';
        return reply(call, status, JSON.stringify({ error: { message: told, type: '', code: '' } }));
      });
      await rejects(edit(server.origin, request), (error: unknown) => {
        ok(error instanceof RelayError);
        deepStrictEqual([error.details.status, error.details.relayMessage], [status, message]);
        return true;
      });
      deepStrictEqual(
        server.requests.map((sent) => styleOf({ request: sent })),
        tried,
      );
    });

    if (tried.length === 1) continue;
    it(`gets its images from the second try after ${name}`, async () => {
      await using server = await startServer((call) =>
        styleOf(call) === tried[0]
          ? reply(call, status, JSON.stringify({ error: { message } }))
          : reply(call, 200, drawn),
      );
      deepStrictEqual(await edit(server.origin, request), 1);
    });
  }

  it('reports the error of the second try if it is a different one', async () => {
    await using server = await startServer((call) =>
      styleOf(call) === 'json'
        ? reply(call, 400, '{"error":{"message":"form please"}}')
        : reply(call, 402, '{}'),
    );
    await rejects(edit(server.origin, seedream), failsWith('insufficientBalance', { status: 402 }, /hat/));
  });

  const large = { bytes: Buffer.concat([png, Buffer.alloc(33 * 1024 ** 2)]) };
  const wrong: Readonly<Record<string, readonly [change: object, details: RelayErrorDetails]>> = {
    'no prompt': [{ prompt: ' ' }, { field: 'prompt' }],
    'no model': [{ model: ' ' }, { field: 'model' }],
    'no size': [{ size: ' ' }, { field: 'size' }],
    'no image': [{ images: [] }, { field: 'images' }],
    'an empty image': [
      { images: [{ bytes: png }, { bytes: new Uint8Array() }] },
      { field: 'images.1.bytes' },
    ],
    'an image of unknown type': [{ images: [{ bytes: Buffer.from('<svg/>') }] }, { field: 'images.0' }],
    'a mask of unknown type': [{ mask: { bytes: Buffer.from('x') } }, { field: 'mask' }],
    'a mask for seedream': [{ mask: { bytes: png }, model: 'seedream-4' }, { field: 'mask' }],
    'an unknown field': [{ n: 1 }, { field: 'n' }],
    'a model parameter': [{ parameters: { Model: 'dearest' } }, { field: 'parameters.Model' }],
    'image parameters': [{ parameters: { 'image[]': 'https://a.example' } }, { field: 'parameters.image[]' }],
    'too many bytes': [{ images: [large, large] }, { field: 'images', limitBytes: 64 * 1024 ** 2 }],
    'too many bytes with the mask': [
      { images: [large], mask: large },
      { field: 'images', limitBytes: 64 * 1024 ** 2 },
    ],
  };
  testUnsent(
    edit,
    Object.entries(wrong).map(([name, [change, details]]) => [name, { ...form, ...change }, details]),
  );
});
