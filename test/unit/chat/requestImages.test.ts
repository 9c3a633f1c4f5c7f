import { deepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import type { AssistantPart, ChatRequest, UserPart } from '../../../src/relay/chat/chatRequest.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useRelayClient } from '../relayClient.ts';
import { turnsOf, useSessions } from './sessionHarness.ts';

/** An image that services refuse: their limit is 5 MB. */
const largeImage = (seed: string) => drawPng(seed, 8_000_000);

/** The number of images in a request, and of the notes that replace others. */
function imagesOf({ messages }: ChatRequest) {
  const parts = messages.flatMap(({ content }): readonly { type: string; text?: string }[] => {
    const own: readonly (UserPart | AssistantPart)[] = typeof content === 'string' ? [] : content;
    return own.flatMap((part): readonly { type: string; text?: string }[] =>
      part.type === 'toolResult' && typeof part.content !== 'string' ? part.content : [part],
    );
  });
  return {
    images: parts.filter(({ type }) => type === 'image').length,
    omitted: parts.filter(({ text = '' }) => text.includes('An older image is left out')).length,
  };
}

describe('a chat with many large images', () => {
  let client: RelayClient;
  const harness = useSessions();
  useRelayClient((...started) => {
    [client] = started;
  });

  it('still gets responses with ten images of 8 MB that a page scales down', async () => {
    const store = createPictureStore(join(harness.folder, 'pictures'));
    const session = await harness.open({
      reply: (request, call) => client.streamChat({ ...request, model: 'msg-sonnet-4-6' }, call),
      scaleImage: async (bytes) => drawPng(String(bytes.at(-1)), 900_000),
    });
    for (let count = 1; count <= 10; count++) {
      const picture = await store.keep(largeImage(String(count)));
      const name = `${count}.png`;
      session.send({ text: 'hello', attachments: [{ kind: 'picture', name, ...(picture && { picture }) }] });
      await harness.until(() => turnsOf(session).length === count && !session.isAnswering);
    }
    deepStrictEqual(
      [turnsOf(session).map(({ status }) => status), imagesOf(harness.requests.at(-1) as ChatRequest)],
      [Array(10).fill('complete'), { images: 10, omitted: 0 }],
    );
    // The test draws, hashes and writes 80 MB.
  }).timeout(60_000);

  it('still gets responses with tool images beyond the limit, and leaves some out', async () => {
    let calls = 0;
    const session = await harness.open({
      reply: (request, call) =>
        client.streamChat({ ...request, model: 'msg-sonnet-4-6', tools: [{ name: 'look' }] }, call),
      tools: {
        given: () => [{ name: 'look' }],
        run: async () => ({ status: 'done', text: 'seen', pictures: [drawPng(String(calls++), 3_000_000)] }),
      },
    });
    for (let count = 1; count <= 5; count++) {
      session.send({ text: 'call look {}', attachments: [] });
      await harness.until(() => turnsOf(session).length === count && !session.isAnswering);
    }
    const { images, omitted } = imagesOf(harness.requests.at(-1) as ChatRequest);
    deepStrictEqual(
      [turnsOf(session).every(({ status }) => status === 'complete'), images + omitted, images < 5],
      [true, 5, true],
    );
  });
});
