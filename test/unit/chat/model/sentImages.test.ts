import { deepStrictEqual } from 'node:assert/strict';
import { createSentImages, type ScaleImage } from '../../../../src/chat/model/sentImages.ts';
import { drawPng } from '../../../relay/pictures/drawPng.ts';
import { createBoxes } from '../../relay/images/pictureSamples.ts';

describe('an image that can’t be sent as it is', () => {
  const large = drawPng('large', 8_000_000);
  const small = drawPng('small', 900_000);
  const picture = { file: 'a.png', mediaType: 'image/png' } as const;

  /** The images sent by three requests, and how often the page was asked to scale. */
  async function sendThrice(answers: readonly Awaited<ReturnType<ScaleImage>>[]) {
    let asked = 0;
    const read = createSentImages(
      { read: async () => large },
      async () => answers[asked++],
      async (bytes) => bytes,
    );
    const sent = [await read(picture), await read(picture), await read(picture)];
    return { sent: sent.map((image) => image?.bytes), asked };
  }

  it('is scaled once', async () =>
    deepStrictEqual(await sendThrice([small]), { sent: [small, small, small], asked: 1 }));

  it('is tried only once if the page can’t scale it, or not enough', async () => {
    const none = { sent: [undefined, undefined, undefined], asked: 1 };
    deepStrictEqual([await sendThrice(['failed', small]), await sendThrice([large, small])], [none, none]);
  });

  it('is converted if models don’t accept its type', async () => {
    const read = createSentImages(
      { read: async () => createBoxes('avif') },
      async () => small,
      async (bytes) => bytes,
    );
    const sent = await read({ file: 'a.avif', mediaType: 'image/avif' });
    deepStrictEqual(sent, { mediaType: 'image/png', bytes: small });
  });

  it('is left out while no page is open, and scaled once there is one', async () =>
    deepStrictEqual(await sendThrice([undefined, small]), { sent: [undefined, small, small], asked: 2 }));
});
