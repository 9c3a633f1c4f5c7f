import { deepStrictEqual } from 'node:assert/strict';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { callRelay, checkRefusal } from './callRelay.ts';

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

  const edit = (body: FormData | object) =>
    body instanceof FormData
      ? fetch(`${relay.baseUrl}/v1/images/edits`, {
          method: 'POST',
          headers: { authorization: `Bearer ${relay.keys.good}` },
          body,
        })
      : callRelay(relay, '/v1/images/edits', { body });

  const predictCases: readonly (readonly [name: string, body: object, complaint: string])[] = [
    ['missing instances', { parameters: {} }, 'instances: Field required'],
    ['two instances', { instances: [{}, {}], parameters: {} }, 'instances: Too big'],
    ['an extra field', predictOf({}, { seed: 1 }), 'instances.0.seed: Extra inputs are not permitted'],
    ['five images', predictOf({ sampleCount: 5 }), 'parameters.sampleCount: Too big'],
    ['an unknown aspect ratio', predictOf({ aspectRatio: '2:1' }), 'parameters.aspectRatio: '],
    ['contents', { ...predictOf(), contents: [] }, 'contents: a field of the generate-content protocol'],
  ];
  for (const [name, body, complaint] of predictCases) {
    it(`predict refuses ${name}`, async () => {
      await checkRefusal(await callRelay(relay, predictPath, { body }), complaint);
    });
  }

  it('predict serves only its own models', async () => {
    for (const id of ['seedream-4-0-250828', 'nobody%2Fknows']) {
      const reply = await callRelay(relay, `/v1beta/models/${id}:predict`, { body: predictOf() });
      deepStrictEqual(reply.status, 404);
    }
  });

  const notInName = 'image: must be a picture whose type and file name say so';
  const editCases: readonly (readonly [name: string, body: () => FormData | object, complaint: string])[] = [
    ['JSON for most models', () => ({ ...mixed, model: 'oa-image-1' }), "image: request Content-Type isn't"],
    [
      'a form for seedream',
      () => formOf({ model: mixed.model }),
      'image: reference images come in a JSON body',
    ],
    ['a form without a file', () => formOf({}, []), 'image: Field required'],
    ['a size with × in place of x', () => formOf({ size: '1024×1024' }), 'size: Invalid string'],
    ['a file in an unknown field', () => formOf({}, [file('file')]), 'file: not a file of this form'],
    ['a file without an extension', () => formOf({}, [file('image', 'blob')]), notInName],
    ['a file that is no image', () => formOf({}, [file('image', 'a.png', Buffer.from('<svg/>'))]), notInName],
    ['two files for one', () => formOf({}, [file(), file()]), 'image: one file, or up to 16 as image[]'],
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
      await checkRefusal(await edit(body()), complaint);
    });
  }

  it('edits refuses a malformed form', async () => {
    const response = await callRelay(relay, '/v1/images/edits', {
      body: '--x\r\nContent-Disp',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    await checkRefusal(response, 'invalid request body: multipart: NextPart: EOF');
  });

  it('serves files without a key, and only those that it drew', async () => {
    const reply = await (await edit({ ...mixed, n: 1 })).json();
    const { url } = (reply as { data: readonly [{ url: string }] }).data[0];
    const [file, none] = await Promise.all([fetch(url), fetch(`${relay.baseUrl}/gallery/x.png`)]);
    deepStrictEqual([file.status, file.headers.get('content-type'), none.status], [200, 'image/png', 404]);
  });
});
