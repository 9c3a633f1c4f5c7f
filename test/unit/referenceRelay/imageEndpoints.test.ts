import { deepStrictEqual } from 'node:assert/strict';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { callRelay, readReply, refused } from './callRelay.ts';

const predictPath = '/v1beta/models/imagen-4.0-generate-001:predict';
const png = drawPng('a source');
const reference = `data:image/png;base64,${png.toString('base64')}`;

const predictOf = (parameters: object = {}, instance: object = {}) => ({
  instances: [{ prompt: 'A cat', ...instance }],
  parameters,
});

const file = (field = 'image', name = 'a.png', bytes = png) => [field, name, bytes] as const;

function formOf(fields: Readonly<Record<string, string>>, files = [file()]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'oa-image-1', prompt: 'A hat', ...fields })) {
    form.append(name, value);
  }
  for (const [field, name, bytes] of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  }
  return form;
}

const mixed = { model: 'seedream-4-0-250828', prompt: 'A hat', image: reference };

describe('reference relay: images', () => {
  const relay = useReferenceRelay();

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

  const predictCases: readonly (readonly [name: string, body: object, complaint: string])[] = [
    ['missing instances', { parameters: {} }, 'instances: Field required'],
    ['two instances', { instances: [{}, {}], parameters: {} }, 'instances: must be an array of 1 object'],
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
    for (const id of ['seedream-4-0-250828', 'nobody%2Fknows'])
      deepStrictEqual((await predict(predictOf(), `/v1beta/models/${id}:predict`)).status, 404);
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
    [
      'a size with × in place of x',
      () => formOf({ size: '1024×1024' }),
      'size: must be auto, 1K, 2K, 4K or of the form 1024x1024',
    ],
    ['a file in an unknown field', () => formOf({}, [file('file')]), 'file: not a file of this form'],
    ['a file without an extension', () => formOf({}, [file('image', 'blob')]), notInName],
    [
      'a file that is not an image',
      () => formOf({}, [file('image', 'a.png', Buffer.from('<svg/>'))]),
      notInName,
    ],
    [
      'two files in the field for one',
      () => formOf({}, [file(), file()]),
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
});
