import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import type { ImagesResult } from '../../../../src/relay/images/imageReply.ts';
import type { ImagesRequest } from '../../../../src/relay/images/images.ts';
import { apiKey, failsWith, testUnsent, withClient } from '../clientCalls.ts';
import { type Call, reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import { createBoxes, createJpeg, createPng, createWebp } from './pictureSamples.ts';

const cat: ImagesRequest = { model: 'imagen-4.0-generate-001', prompt: 'A cat' };

const png = createPng();
const other = createPng(7);
const jpeg = createJpeg();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const draw = (origin: string, request: ImagesRequest = cat): Promise<ImagesResult> =>
  withClient(origin, (client) => client.createImages(request));

/** A short form of the result that can be compared as a whole. */
const summarise = ({ images, withheld, ...rest }: ImagesResult) => ({
  ...rest,
  images: images.map(({ bytes, ...image }) => ({ ...image, picture: base64(bytes) })),
  withheld: withheld.map(({ error, ...words }) => ({ ...words, ...(error && { error: error.kind }) })),
});

const picture = (bytes: Uint8Array, mediaType: string, revisedPrompt?: string) => ({
  mediaType,
  picture: base64(bytes),
  ...(revisedPrompt && { revisedPrompt }),
});

/** A server whose one endpoint returns JSON, and whose other paths are files. */
function serve(
  body: (origin: string) => unknown,
  files: Readonly<Record<string, (call: Call) => unknown>> = {},
) {
  return (call: Call) => {
    const file = files[call.request.url];
    if (file) return file(call);
    const json = body(`http://${call.request.headers.host}`);
    return reply(call, 200, typeof json === 'string' ? json : JSON.stringify(json), {
      'content-type': 'application/json',
    });
  };
}

describe('images', () => {
  it('are requested as the contract says', async () => {
    await using server = await startServer((call) =>
      reply(call, 200, JSON.stringify({ predictions: [{ bytesBase64Encoded: base64(png) }] }), {
        'x-oneapi-request-id': 'r1',
      }),
    );
    const request = { ...cat, count: 2, aspectRatio: '16:9', imageSize: '2K', parameters: { seed: 7 } };
    deepStrictEqual(summarise(await draw(server.origin, request)), {
      images: [picture(png, 'image/png')],
      withheld: [],
      requestId: 'r1',
    });
    await draw(server.origin);
    deepStrictEqual(
      server.requests.map(({ method, url, headers, body }) => [
        method,
        url,
        headers.authorization,
        headers['content-type'],
        JSON.parse(body),
      ]),
      [{ sampleCount: 2, aspectRatio: '16:9', imageSize: '2K', seed: 7 }, {}].map((parameters) => [
        'POST',
        '/v1beta/models/imagen-4.0-generate-001:predict',
        `Bearer ${apiKey}`,
        'application/json',
        { instances: [{ prompt: 'A cat' }], parameters },
      ]),
    );
  });

  it('are requested by the other endpoint', async () => {
    await using server = await startServer(serve(() => ({ data: [{ b64_json: base64(png) }] })));
    const parameters = { seed: 7 };
    await draw(server.origin, {
      ...cat,
      endpoint: 'generations',
      count: 1,
      imageSize: '1024×1536',
      parameters,
    });
    const body = { model: cat.model, prompt: 'A cat', n: 1, size: '1024x1536', seed: 7 };
    deepStrictEqual(
      server.requests.map(({ url, body: sent }) => [url, JSON.parse(sent)]),
      [['/v1/images/generations', body]],
    );
  });

  const ownNames = 'model prompt instances n sampleCount numberOfImages image image[] images mask'.split(' ');
  const wrong: readonly (readonly [field: string, change: object])[] = [
    ...ownNames.map((name) => [`parameters.${name}`, { parameters: { [name]: 10 } }] as const),
    ['model', { model: '../../../v1/messages' }],
    ['prompt', { prompt: ' \n' }],
    ['count', { count: 0 }],
    ['count', { count: 5 }],
    ['aspectRatio', { aspectRatio: 'wide' }],
    ['parameters.seed', { parameters: { seed: 7n } }],
    ['sampleCount', { sampleCount: 1 }],
  ];
  testUnsent(
    draw,
    wrong.map(([field, change]) => [
      `${field}: ${Object.values(change).map(String)}`,
      { ...cat, ...change },
      { field },
    ]),
  );

  type Shape = readonly [
    body: unknown,
    images: readonly object[],
    withheld?: readonly object[],
    count?: number,
  ];
  const lines = base64(other).replace(/.{20}/g, '$&\r\n');
  const failed = { code: 'OutputImageSensitiveContentDetected', message: `no ${apiKey}\u0007 please` };
  const shapes: Readonly<Record<string, Shape>> = {
    'predictions with one that was filtered': [
      {
        predictions: [
          { mimeType: 'image/png', bytesBase64Encoded: base64(jpeg), prompt: 'A tabby cat' },
          { raiFilteredReason: `Filtered: ${apiKey}\u202e code 1` },
          { safetyAttributes: { scores: [0.9] } },
          { contentType: 'Positive Prompt', safetyAttributes: {} },
          null,
        ],
      },
      [picture(jpeg, 'image/jpeg', 'A tabby cat')],
      [{ reason: 'Filtered: [key] code 1' }, {}, {}],
    ],
    'an empty object': [{}, [], [{}, {}, {}], 3],
    'the format of the other protocol': [
      {
        created: 1,
        data: [
          { b64_json: base64(png), revised_prompt: 'A cat, drawn' },
          { b64_json: `data:image/jpeg;base64,${lines}` },
          { url: `data:image/png;base64,${base64(createWebp())}` },
          base64(createBoxes('avif')),
        ],
        usage: {},
      },
      [
        picture(png, 'image/png', 'A cat, drawn'),
        picture(other, 'image/png'),
        picture(createWebp(), 'image/webp'),
        picture(createBoxes('avif'), 'image/avif'),
      ],
    ],
    'errors for some images': [
      { data: [{ error: failed }, { error: { code: 'internal' } }, { b64_json: base64(png) }] },
      [picture(png, 'image/png')],
      [{ reason: 'no [key] please' }, { reason: 'internal' }],
    ],
    'bytes that are not an image beside an image': [
      {
        data: [{ b64_json: base64(Buffer.from('<svg/>')) }, { b64_json: '?!' }, { b64_json: base64(png) }],
      },
      [picture(png, 'image/png')],
      [{ error: 'invalidResponse' }, { error: 'invalidResponse' }],
    ],
    'wrong types': [
      {
        predictions: [{ bytesBase64Encoded: 7, mimeType: [] }, 7, { bytesBase64Encoded: base64(png) }],
      },
      [picture(png, 'image/png')],
      [{}, {}],
    ],
  };
  for (const [name, [body, images, withheld = [], count]] of Object.entries(shapes)) {
    it(`are read from ${name}`, async () => {
      await using server = await startServer(serve(() => body));
      const request = { ...cat, ...(count && { count }) };
      deepStrictEqual(summarise(await draw(server.origin, request)), { images, withheld });
    });
  }

  const tasks: readonly (readonly [json: unknown, id: string])[] = [
    [{ id: 7, task_id: 'task_1', status: 'queued' }, 'task_1'],
    [{ code: 'success', message: '', data: { task_id: 'task_1', task_status: 'SUBMITTED' } }, 'task_1'],
    ['{"id":1234567890123456789,"status":"queued"}', '1234567890123456789'],
  ];
  for (const [json, id] of tasks) {
    it(`may be replaced by a task, whose ID is kept: ${JSON.stringify(json)}`, async () => {
      await using server = await startServer(serve(() => json));
      const task = { id, state: 'queued' };
      deepStrictEqual(await draw(server.origin), { images: [], withheld: [], task });
    });
  }

  type Failure = readonly [body: unknown, kind: RelayErrorKind, details?: RelayErrorDetails];
  const quota = { error: { message: `quota ${apiKey} (request id: r9)`, code: 'insufficient_user_quota' } };
  const quotaDetails = { relayMessage: 'quota [key]', code: 'insufficient_user_quota', requestId: 'r9' };
  const failures: Readonly<Record<string, Failure>> = {
    'an error beside an empty list': [{ ...quota, data: [] }, 'insufficientBalance', quotaDetails],
    'an error as an event': [`data: ${JSON.stringify(quota)}\n\n`, 'insufficientBalance', quotaDetails],
    'SVG alone': [{ data: [{ b64_json: base64(Buffer.from('<svg/>')) }] }, 'invalidResponse'],
    'an error inside the base64': [
      { data: [{ b64_json: base64(Buffer.from(JSON.stringify(quota))) }] },
      'insufficientBalance',
      quotaDetails,
    ],
    'half an image': [{ predictions: [{ bytesBase64Encoded: base64(png.subarray(0, -5)) }] }, 'interrupted'],
    'an unfinished event larger than any image': [`data: ${'A'.repeat(34_000_000)}`, 'invalidResponse'],
  };
  for (const [name, [body, kind, details]] of Object.entries(failures)) {
    it(`are not read from ${name}`, async () => {
      await using server = await startServer((call) =>
        reply(call, 200, typeof body === 'string' ? body : JSON.stringify(body)),
      );
      await rejects(draw(server.origin), failsWith(kind, { status: 200, ...details }));
    });
  }

  describe('by URL', () => {
    it('are fetched with the API key only from the relay’s own origin', async () => {
      await using foreign = await startServer((call) =>
        reply(call, 200, other, { 'content-type': 'text/html' }),
      );
      await using relay = await startServer(
        serve(
          () => ({
            data: [{ url: `${foreign.origin}/b.png?signature=1` }, { url: '/files/a.png' }],
          }),
          { '/files/a.png': (call) => reply(call, 200, jpeg) },
        ),
      );
      deepStrictEqual(summarise(await draw(relay.origin)), {
        images: [picture(other, 'image/png'), picture(jpeg, 'image/jpeg')],
        withheld: [],
      });
      deepStrictEqual(
        [...relay.requests, ...foreign.requests].map(({ url, headers }) => [url, headers.authorization]),
        [
          ['/v1beta/models/imagen-4.0-generate-001:predict', `Bearer ${apiKey}`],
          ['/files/a.png', `Bearer ${apiKey}`],
          ['/b.png?signature=1', undefined],
        ],
      );
    });

    type BadFile = readonly [
      answer: (call: Call) => unknown,
      kind: RelayErrorKind,
      details: RelayErrorDetails,
    ];
    const badFiles: Readonly<Record<string, BadFile>> = {
      'an HTML page': [
        (call) => reply(call, 200, '<!doctype html><title>Expired</title>', { 'content-type': 'image/png' }),
        'invalidResponse',
        { status: 200 },
      ],
      'an error as JSON': [
        (call) => reply(call, 200, JSON.stringify(quota), { 'content-type': 'image/png' }),
        'insufficientBalance',
        { status: 200, ...quotaDetails },
      ],
      'an image whose connection is lost': [
        (call) => replyInPieces(call, [png.subarray(0, 20)], { 'content-length': '99' }, 'cut'),
        'interrupted',
        { systemCode: 'UND_ERR_SOCKET' },
      ],
      'an image that ends too soon': [
        (call) => reply(call, 200, png.subarray(0, 50)),
        'interrupted',
        { status: 200 },
      ],
      nothing: [(call) => reply(call, 200, ''), 'invalidResponse', { status: 200 }],
      'an error status': [
        (call) => reply(call, 404, '{"error":{"message":"no such model: gone"}}'),
        'invalidResponse',
        { status: 404, relayMessage: 'no such model: gone' },
      ],
    };
    for (const [name, [answer, kind, details]] of Object.entries(badFiles)) {
      it(`fail with ${name}, and are only withheld beside an image that arrived`, async () => {
        let urls = ['/bad.png'];
        await using server = await startServer(
          serve(() => ({ data: urls.map((url) => ({ url })) }), {
            '/bad.png': answer,
            '/good.png': (call) => reply(call, 200, png),
          }),
        );
        await rejects(draw(server.origin), failsWith(kind, details));
        urls = ['/bad.png', '/good.png'];
        const reason = details.relayMessage;
        deepStrictEqual(summarise(await draw(server.origin)), {
          images: [picture(png, 'image/png')],
          withheld: [{ ...(reason && { reason }), error: kind }],
        });
      });
    }

    it('are withheld if theirs must not be requested', async () => {
      const data = [{ url: 'http://169.254.169.254/latest' }, { b64_json: base64(png) }];
      await using server = await startServer(serve(() => ({ data })));
      deepStrictEqual(summarise(await draw(server.origin)), {
        images: [picture(png, 'image/png')],
        withheld: [{ error: 'invalidResponse' }],
      });
      deepStrictEqual(server.requests.length, 1);
    });
  });

  it('are read from the events that arrived before a cut', async () => {
    const event = { type: 'image_generation.partial_succeeded', b64_json: base64(png) };
    const body = `data: ${JSON.stringify(event)}\n\n`;
    await using server = await startServer((call) => replyInPieces(call, [`${body}data: {"ty`], {}, 'cut'));
    deepStrictEqual(summarise(await draw(server.origin)), {
      images: [picture(png, 'image/png')],
      withheld: [{ error: 'interrupted' }],
    });
  });

  it('are reported as they arrive, and by URL if they do not, even when the caller aborts', async () => {
    const abort = new AbortController();
    await using server = await startServer(
      serve(
        () => ({ data: [{ url: '/slow.png?signature=1' }, { b64_json: base64(png) }, { url: '/a.png' }] }),
        {
          '/slow.png?signature=1': (call) => replyInPieces(call, [png.subarray(0, 20)], {}, 'never'),
          '/a.png': (call) => reply(call, 200, jpeg),
        },
      ),
    );
    const told: unknown[] = [];
    await withClient(server.origin, (client) =>
      rejects(
        client.createImages(cat, { signal: abort.signal }, async (found) => {
          told.push(found.type === 'image' ? found.mediaType : found.url);
          if (told.length === 2) abort.abort();
        }),
        failsWith('cancelled', {}),
      ),
    );
    deepStrictEqual(told, ['image/png', 'image/jpeg', `${server.origin}/slow.png?signature=1`]);
  });

  it('are fetched only up to the number that a model can have made', async () => {
    await using server = await startServer(
      serve(() => ({ data: Array.from({ length: 500 }, (_, index) => ({ url: `/${index}.png` })) })),
    );
    await rejects(draw(server.origin), failsWith('invalidResponse', { status: 200 }));
    deepStrictEqual(server.requests.length, 1 + 64);
  });
});
