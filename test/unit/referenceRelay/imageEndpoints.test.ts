import { deepStrictEqual, notDeepStrictEqual, ok, rejects } from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { decodePng, encodePng } from '../../relay/pictures/png.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { callRelay, readReply } from './callRelay.ts';

const predictPath = '/v1beta/models/imagen-4.0-generate-001:predict';
const json = 'application/json; charset=utf-8';
const png = drawPng('a source');
const reference = `data:image/png;base64,${png.toString('base64')}`;

const predictOf = (parameters: object = {}, instance: object = {}) => ({
  instances: [{ prompt: 'A cat', ...instance }],
  parameters,
});

function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly (readonly [field: string, bytes: Buffer, type: string, name: string])[] = [
    ['image', png, 'image/png', 'a.png'],
  ],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'oa-image-1', prompt: 'A hat', ...fields })) {
    form.append(name, value);
  }
  for (const [field, bytes, type, name] of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

const mixed = { model: 'seedream-4-0-250828', prompt: 'A hat', image: reference };

const refused = (complaint: string) => ({
  status: 400,
  type: json,
  body: {
    error: {
      message: `${complaint} (request id: <id>)`,
      type: 'invalid_request_error',
      code: 'invalid_request',
    },
  },
});

describe('reference relay: images', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
  });
  after(async () => {
    await client.close();
    await relay.close();
  });

  const predict = async (body: unknown, path = predictPath) =>
    readReply(await callRelay(relay, path, { body }));
  const edit = async (body: FormData | object) =>
    readReply(
      body instanceof FormData
        ? await fetch(`${relay.baseUrl}/v1/images/edits`, {
            method: 'POST',
            headers: { authorization: `Bearer ${relay.keys.good}` },
            body,
          })
        : await callRelay(relay, '/v1/images/edits', { body }),
    );

  it('draws valid PNGs, each in different colors', () => {
    const [one, other] = [drawPng('one'), drawPng('other')];
    const pixels = inflateSync(one.subarray(41, 41 + one.readUInt32BE(33)));
    const pixelAt = (x: number, y: number) => pixels.subarray(y * 97 + 1 + x * 3).subarray(0, 3);
    deepStrictEqual(
      [one.readUInt32BE(16), one.readUInt32BE(20), pixels.length, drawPng('one').equals(one)],
      [32, 32, 32 * (1 + 32 * 3), true],
    );
    notDeepStrictEqual(pixelAt(0, 0), pixelAt(16, 16));
    ok(!one.equals(other));
  });

  const draw = async (parameters: object, prompt = 'A cat') => {
    const { body } = await predict(predictOf({ sampleCount: 1, ...parameters }, { prompt }));
    const [{ bytesBase64Encoded }] = (body as { predictions: [{ bytesBase64Encoded: string }] }).predictions;
    return Buffer.from(bytesBase64Encoded, 'base64');
  };
  /** The pixel at these fractions of the width and the height. */
  const pixelAt = (image: Buffer, across: number, down: number) => {
    const { width, height, rgba } = decodePng(image) ?? { width: 0, height: 0, rgba: new Uint8Array() };
    const place = Math.floor(down * height) * width + Math.floor(across * width);
    return [...rgba.subarray(4 * place, 4 * place + 4)].join();
  };

  it('draws images of the requested size with the prompt on them', async () => {
    const size = async (parameters: object) => {
      const png = await draw(parameters);
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    deepStrictEqual(
      await Promise.all([
        size({}),
        size({ aspectRatio: '16:9' }),
        size({ aspectRatio: '9:16', imageSize: '2K' }),
      ]),
      [
        [1024, 1024],
        [1408, 768],
        [1536, 2816],
      ],
    );
    const [one, same, other] = await Promise.all([draw({}, 'A'), draw({}, 'A'), draw({}, 'B')]);
    ok(one.equals(same) && !one.equals(other));
    const pixels = new Uint32Array(decodePng(one)?.rgba.slice().buffer ?? new ArrayBuffer());
    // Only the prompt's text is white.
    ok(pixels.includes(0xffff_ffff));
  });

  it('edits show the first source, repainted where the mask is open, and the other sources', async () => {
    const [first, second] = [drawPng('one'), drawPng('other')];
    const mask = encodePng({
      width: 2,
      height: 1,
      rgba: Uint8Array.from([0, 0, 0, 255, 0, 0, 0, 0]),
    });
    const painted = async (...files: (readonly [string, Buffer, string, string])[]) => {
      const { body } = await edit(formOf({ size: '512x512' }, files));
      const [{ b64_json }] = (body as { data: [{ b64_json: string }] }).data;
      return Buffer.from(b64_json, 'base64');
    };
    const file = (field: string, bytes: Buffer) => [field, bytes, 'image/png', 'a.png'] as const;
    const masked = await painted(file('image', first), file('mask', mask));
    deepStrictEqual(pixelAt(masked, 0.4, 0.4), pixelAt(first, 0.4, 0.4));
    notDeepStrictEqual(pixelAt(masked, 0.6, 0.4), pixelAt(first, 0.6, 0.4));
    const both = await painted(file('image[]', first), file('image[]', second));
    deepStrictEqual(
      [pixelAt(both, 0.6, 0.4), pixelAt(both, 0.13, 0.13)],
      [pixelAt(first, 0.6, 0.4), pixelAt(second, 0.5, 0.5)],
    );
  });

  it('draws a slow image slowly, and fewer images if the prompt says so', async () => {
    relay.settings.slowWordMs = 1;
    const { body } = await predict(predictOf({ sampleCount: 3 }, { prompt: 'fewer slow cats' }));
    deepStrictEqual((body as { predictions: unknown[] }).predictions.length, 2);
  });

  it('drops the oldest files after many new ones', async () => {
    const { body } = await edit({ ...mixed, prompt: 'An old hat' });
    const { url } = (body as { data: readonly [{ url: string }] }).data[0];
    for (let count = 0; count < 16; count++) await edit({ ...mixed, prompt: `Hats ${count}`, n: 4 });
    deepStrictEqual((await fetch(url)).status, 404);
  });

  const predictCases: readonly (readonly [name: string, body: object, complaint: string])[] = [
    ['missing instances', { parameters: {} }, 'instances: Field required'],
    ['missing parameters', { instances: [{ prompt: 'x' }] }, 'parameters: Field required'],
    ['two instances', { instances: [{}, {}], parameters: {} }, 'instances: must be an array of 1 object'],
    ['a missing prompt', { instances: [{}], parameters: {} }, 'instances.0.prompt: Field required'],
    ['an extra field', predictOf({}, { seed: 1 }), 'instances.0.seed: Extra inputs are not permitted'],
    ['five images', predictOf({ sampleCount: 5 }), 'parameters.sampleCount: must be an integer from 1 to 4'],
    [
      'an unknown aspect ratio',
      predictOf({ aspectRatio: '2:1' }),
      'parameters.aspectRatio: must be one of 1:1, 3:4, 4:3, 9:16, 16:9',
    ],
    [
      'contents',
      { ...predictOf(), contents: [] },
      'contents: a field of the generate-content protocol; protocols must not be mixed',
    ],
  ];
  for (const [name, body, complaint] of predictCases) {
    it(`predict refuses ${name}`, async () => {
      deepStrictEqual(await predict(body), refused(complaint));
    });
  }

  it('predict serves only its own models', async () => {
    const replies = await Promise.all(
      ['seedream-4-0-250828', 'msg-sonnet-4-6', 'nobody%2Fknows'].map((id) =>
        predict(predictOf(), `/v1beta/models/${id}:predict`),
      ),
    );
    deepStrictEqual(
      replies.map(({ status }) => status),
      [404, 404, 404],
    );
  });

  const notInName = 'image: must be a picture whose type and file name say so';
  const editCases: readonly (readonly [name: string, body: () => FormData | object, complaint: string])[] = [
    [
      'JSON for most models',
      () => ({ ...mixed, model: 'oa-image-1' }),
      "image: request Content-Type isn't multipart/form-data",
    ],
    [
      'a form for seedream',
      () => formOf({ model: 'seedream-4-0-250828' }),
      'image: reference images come in a JSON body (application/json)',
    ],
    ['a form without a file', () => formOf({}, []), 'image: Field required'],
    ['a form without a prompt', () => formOf({ prompt: '' }), 'prompt: must be a string that is not empty'],
    [
      'a size with × in place of x',
      () => formOf({ size: '1024×1024' }),
      'size: must be auto, 1K, 2K, 4K or of the form 1024x1024',
    ],
    ['an unknown field', () => formOf({ seed: '1' }), 'seed: Extra inputs are not permitted'],
    [
      'a file in an unknown field',
      () => formOf({}, [['file', png, 'image/png', 'a.png']]),
      'file: not a file of this form',
    ],
    ['a file without an extension', () => formOf({}, [['image', png, 'image/png', 'blob']]), notInName],
    [
      'a file that is not an image',
      () => formOf({}, [['image', Buffer.from('<svg/>'), 'image/png', 'a.png']]),
      notInName,
    ],
    [
      'two files in the field for one',
      () =>
        formOf({}, [
          ['image', png, 'image/png', 'a.png'],
          ['image', png, 'image/png', 'b.png'],
        ]),
      'image: one file, or up to 16 as image[]',
    ],
    ['JSON with a mask', () => ({ ...mixed, mask: reference }), 'mask: Extra inputs are not permitted'],
    [
      'an uppercase subtype',
      () => ({ ...mixed, image: reference.replace('png', 'PNG') }),
      'image: must be an address or data:image/png;base64,… with a picture in it',
    ],
    ['an empty list of reference images', () => ({ ...mixed, image: [] }), 'image: must be 1 to 14 pictures'],
  ];
  for (const [name, body, complaint] of editCases) {
    it(`edits refuses ${name}`, async () => {
      deepStrictEqual(await edit(body()), refused(complaint));
    });
  }

  it('edits refuses a malformed form', async () => {
    const response = await callRelay(relay, '/v1/images/edits', {
      body: '--x\r\nContent-Disp',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    deepStrictEqual(await readReply(response), refused('invalid request body: multipart: NextPart: EOF'));
  });

  it('serves files without a key, and only those that it drew', async () => {
    const { body } = await edit({ ...mixed, n: 1 });
    const { url } = (body as { data: readonly [{ url: string }] }).data[0];
    const [file, none] = await Promise.all([fetch(url), fetch(`${relay.baseUrl}/gallery/x.png`)]);
    deepStrictEqual([file.status, file.headers.get('content-type'), none.status], [200, 'image/png', 404]);
  });

  describe('and the client', () => {
    const source = { bytes: png };
    const count = (result: Awaited<ReturnType<RelayClient['createImages']>>) => [
      result.images.map(({ mediaType, bytes }) => [mediaType, bytes.length > 100]),
      result.withheld,
    ];
    const image = ['image/png', true];
    const reason = 'The picture was filtered because it might be against the rules.';

    it('make images', async () => {
      const model = 'imagen-4.0-generate-001';
      const large = { count: 2, aspectRatio: '16:9', imageSize: '2K' };
      deepStrictEqual(
        [
          count(await client.createImages({ model, prompt: 'A cat' })),
          count(await client.createImages({ model, prompt: 'filtered', ...large })),
          count(await client.createImages({ model, prompt: 'all filtered', count: 2 })),
        ],
        [
          [[image, image, image, image], []],
          [[image], [{ reason }]],
          [[], [{}, {}]],
        ],
      );
    });

    it('make images at the requested endpoint', async () => {
      const order = { model: 'oa-image-1', endpoint: 'generations' } as const;
      deepStrictEqual(
        [
          count(await client.createImages({ ...order, prompt: 'A cat' })),
          count(await client.createImages({ ...order, prompt: 'A cat', count: 5, imageSize: '1024×1024' })),
        ],
        [
          [[image], []],
          [[image, image, image, image, image], []],
        ],
      );
      deepStrictEqual(
        relay.requests.slice(-1).map(({ path, bodyText }) => [path, JSON.parse(bodyText)]),
        [['/v1/images/generations', { model: 'oa-image-1', prompt: 'A cat', n: 5, size: '1024x1024' }]],
      );
    });

    it('edit images in the format of each model', async () => {
      const everything = { count: 2, size: '1024×1024', watermark: false } as const;
      const model = 'oa-image-1';
      const seedream = 'seedream-4-0-250828';
      const twice = [source, source];
      deepStrictEqual(
        [
          count(await client.editImages({ model, prompt: 'A hat', images: [source], ...everything })),
          count(await client.editImages({ model, prompt: 'A hat', images: twice, mask: source })),
          count(await client.editImages({ model, prompt: 'A hat', images: [source], responseFormat: 'url' })),
          count(await client.editImages({ model: seedream, prompt: 'A hat', images: twice, ...everything })),
          count(await client.editImages({ model: seedream, prompt: 'filtered', images: [source], count: 2 })),
          count(await client.editImages({ model: seedream, prompt: 'elsewhere', images: [source] })),
        ],
        [
          [[image, image], []],
          [[image], []],
          [[image], []],
          [[image, image], []],
          [[image], [{ reason: 'The picture was filtered.' }]],
          [[image], []],
        ],
      );
      await rejects(client.editImages({ model, prompt: 'filtered', images: [source] }), (error: unknown) => {
        ok(error instanceof RelayError);
        deepStrictEqual([error.kind, error.details.code], ['invalidRequest', 'moderation_blocked']);
        return true;
      });
    });
  });
});
