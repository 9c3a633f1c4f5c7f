import { deepStrictEqual } from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import type { ImagesResult } from '../../../../src/relay/images/imageReply.ts';
import { drawPng } from '../../../relay/pictures/drawPng.ts';

/** A third-party server: it shows that the client works with more than our own reference relay. */
describe('images from a third-party server', () => {
  const one = drawPng('one');
  const two = drawPng('two');
  const server = new LLMock({ port: 0 });
  let client: RelayClient;

  before(async () => {
    const images = [one, two].map((bytes) => ({ b64Json: bytes.toString('base64') }));
    server.onImage('a cat', { image: { b64Json: one.toString('base64'), revisedPrompt: 'A nice cat' } });
    server.onImage('two cats', { images });
    await server.start();
    client = createRelayClient({ baseUrl: server.url, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
  });
  after(async () => {
    await client.close();
    await server.stop();
  });

  const summarize = ({ images, withheld }: ImagesResult) => [
    ...images.map(({ bytes, mediaType, revisedPrompt }) => [
      [one, two].findIndex((each) => each.equals(bytes)),
      mediaType,
      revisedPrompt,
    ]),
    ...withheld,
  ];

  it('are predicted', async () => {
    const request = { model: 'imagen-4.0-generate-001', prompt: 'two cats', count: 2 };
    deepStrictEqual(summarize(await client.createImages(request)), [
      [0, 'image/png', undefined],
      [1, 'image/png', undefined],
    ]);
  });

  it('are generated', async () => {
    const request = { model: 'gpt-image-1', prompt: 'a cat', endpoint: 'generations' } as const;
    deepStrictEqual(summarize(await client.createImages(request)), [[0, 'image/png', 'A nice cat']]);
  });

  it('are edited', async () => {
    const request = {
      model: 'gpt-image-1',
      prompt: 'two cats',
      images: [{ bytes: two }],
      mask: { bytes: one },
    };
    deepStrictEqual(summarize(await client.editImages(request)), [
      [0, 'image/png', undefined],
      [1, 'image/png', undefined],
    ]);
  });
});
