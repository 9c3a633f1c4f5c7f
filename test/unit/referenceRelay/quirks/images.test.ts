import { deepStrictEqual } from 'node:assert/strict';
import { drawPng } from '../../../relay/pictures/drawPng.ts';
import { type QuirkName, quirkGroups } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay } from '../callRelay.ts';
import { rewrite } from './readRaw.ts';

const predictPath = '/v1beta/models/imagen-4.0-generate-001:predict';
const predictOrder = { instances: [{ prompt: 'A cat' }], parameters: { sampleCount: 2 } };
const editOrder = {
  model: 'seedream-4-0-250828',
  prompt: 'A hat',
  n: 2,
  image: `data:image/png;base64,${drawPng('a source').toString('base64')}`,
};

/** What becomes of the plain reply: its path, and what is asked for beside the usual. */
type Case = readonly [path: string, change: (reply: unknown) => unknown, more?: object];

const edits = '/v1/images/edits';
const base64 = { response_format: 'b64_json' };
const filtered = { raiFilteredReason: 'The picture was filtered because it might be against the rules.' };

const cases: Readonly<Record<string, Case>> = {
  'edits-data-uri': [
    edits,
    (reply) => rewrite(reply, '"b64_json":"', '"b64_json":"data:image/png;base64,'),
    base64,
  ],
  'edits-nulls': [
    edits,
    (reply) => rewrite(reply, '{"b64_json"', '{"url":null,"revised_prompt":null,"b64_json"'),
    base64,
  ],
  'edits-extra-fields': [
    edits,
    (reply) => ({
      ...Object(rewrite(reply, /"b64_json"/g, '"size":"1024x1024","revised_prompt":"A picture.","b64_json"')),
      background: 'opaque',
      output_format: 'png',
      quality: 'high',
      size: '1024x1024',
      usage: { generated_images: 1, input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }),
    base64,
  ],
  'edits-one-failed': [
    edits,
    (reply) => ({
      ...Object(reply),
      data: [
        ...Object(reply).data,
        { error: { code: 'InternalServiceError', message: 'The picture could not be made.' } },
      ],
    }),
    base64,
  ],
  'edits-address-gone': [edits, (reply) => rewrite(reply, /("url":".*?)"/g, '$1-expired"')],
  'edits-empty': [edits, (reply) => ({ ...Object(reply), data: [] })],
  'edits-null': [edits, (reply) => ({ ...Object(reply), data: null })],
  'predict-data-uri': [
    predictPath,
    (reply) => rewrite(reply, '"bytesBase64Encoded":"', '"bytesBase64Encoded":"data:image/png;base64,'),
  ],
  'predict-without-type': [predictPath, (reply) => rewrite(reply, '"mimeType":"image/png",', '')],
  'predict-extra-fields': [
    predictPath,
    (reply) =>
      rewrite(
        reply,
        '"mimeType"',
        '"safetyAttributes":{"categories":["Violence"],"scores":[0.1]},"prompt":"A picture.","mimeType"',
      ),
  ],
  'predict-in-data': [
    predictPath,
    (reply) => ({
      created: 1,
      data: Object(reply).predictions.map((picture: Readonly<Record<string, string>>) => ({
        b64_json: picture['bytesBase64Encoded'],
      })),
    }),
  ],
  'predict-filtered': [predictPath, () => ({ predictions: [filtered, filtered] })],
  'predict-empty': [predictPath, () => ({ predictions: [] })],
  'predict-nothing': [predictPath, () => ({})],
};

describe('reference relay: quirks of images', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  it('has a case for each quirk', () => {
    deepStrictEqual(Object.keys(cases), Object.keys(quirkGroups.images));
  });

  for (const [name, [path, change, more = {}]] of Object.entries(cases)) {
    it(name, async () => {
      const body = { ...(path === edits ? editOrder : predictOrder), ...more };
      // Times and signed addresses differ from call to call.
      const read = async () =>
        rewrite(
          rewrite(await (await callRelay(relay, path, { body })).json(), /"created":\d{5,}/g, '"created":0'),
          /"url":"[^"]*?(-expired)?"/g,
          '"url":"$1"',
        );
      const plain = await read();
      using _quirk = relay.with(name as QuirkName);
      deepStrictEqual(await read(), change(plain));
    });
  }
});
