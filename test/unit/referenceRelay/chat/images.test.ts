import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { checkRefusal } from '../callRelay.ts';
import { askChat, readChat, type TestProtocol, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;
const protocols = Object.values(testProtocols);

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 2, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0]),
]);
// A JPEG with a comment before its frame header, which is progressive.
const jpeg = Buffer.from('ffd8ffe000040000fffe0005616263ffc2000b080030004001012200', 'hex');
const gif = Buffer.from('474946383961070005000000', 'hex');
const webp = Buffer.concat([
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0x1f, 0x03, 0, 0x57, 0x02, 0]),
]);

const pictures: readonly (readonly [type: string, bytes: Buffer, size: string])[] = [
  ['image/png', png, '512 × 256'],
  ['image/jpeg', jpeg, '64 × 48'],
  ['image/gif', gif, '7 × 5'],
  ['image/webp', webp, '800 × 600'],
];

/** A prompt with images, in the protocol's own format. */
function questionOf(protocol: TestProtocol, images: readonly (readonly [string, string])[]) {
  switch (protocol) {
    case messages: {
      const blocks = images.map(([type, data]) => ({
        type: 'image',
        source: { type: 'base64', media_type: type, data },
      }));
      return { messages: [{ role: 'user', content: [...blocks, { type: 'text', text: 'table' }] }] };
    }
    case chatCompletions: {
      const parts = images.map(([type, data]) => ({
        type: 'image_url',
        image_url: { url: `data:${type};base64,${data}`, detail: 'auto' },
      }));
      return { messages: [{ role: 'user', content: [{ type: 'text', text: 'table' }, ...parts] }] };
    }
    default: {
      const parts = images.map(([mimeType, data], index) =>
        index % 2 === 0 ? { inlineData: { mimeType, data } } : { inline_data: { mime_type: mimeType, data } },
      );
      return { contents: [{ parts: [...parts, { text: 'table' }] }] };
    }
  }
}

const refusals: readonly (readonly [TestProtocol, string])[] = [
  [messages, 'Could not process image'],
  [chatCompletions, 'You uploaded an unsupported image.'],
  [generateContent, 'Unable to process input image. Please retry or report.'],
];

describe('reference relay: images in chats', () => {
  const relay = useReferenceRelay();

  for (const protocol of protocols) {
    it(`${protocol.name}: describes the images that it was sent`, async () => {
      const images = pictures.map(([type, bytes]) => [type, bytes.toString('base64')] as const);
      const { text } = await readChat(relay, protocol, '', { more: questionOf(protocol, images) });
      const lines = pictures.map(
        ([type, bytes, size], index) => `${index + 1}. ${type}, ${bytes.length} bytes, ${size} pixels`,
      );
      deepStrictEqual(
        text.slice(0, text.indexOf(' table')),
        `Images that came with the question:\n\n${lines.join('\n')}\n\n## A scripted`,
      );
    });
  }

  for (const [protocol, complaint] of refusals) {
    for (const [name, data] of [
      ['data that is not base64', 'not base64!'],
      ['data that is not an image', Buffer.from('Hello').toString('base64')],
      ['half a header', png.subarray(0, 18).toString('base64')],
    ] as const) {
      it(`${protocol.name}: refuses ${name}`, async () => {
        const more = questionOf(protocol, [['image/png', data]]);
        await checkRefusal(await askChat(relay, protocol, '', { more }), complaint);
      });
    }
  }

  it('refuses an image that is not of its declared type, and an image by URL', async () => {
    await checkRefusal(
      await askChat(relay, messages, '', {
        more: questionOf(messages, [['image/jpeg', png.toString('base64')]]),
      }),
      'The image was specified using the image/jpeg media type, but the image appears to be a image/png',
    );
    const content = [{ type: 'image_url', image_url: { url: 'https://example.invalid/x.png' } }];
    await checkRefusal(
      await askChat(relay, chatCompletions, '', { more: { messages: [{ role: 'user', content }] } }),
      'image_url: only data URIs are taken by this channel',
    );
  });
});
