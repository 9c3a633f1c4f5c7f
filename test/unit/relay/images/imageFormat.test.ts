import { deepStrictEqual } from 'node:assert/strict';
import { detectImageType, isImageCutShort } from '../../../../src/relay/media/imageFormat.ts';
import { detectMediaType, isMediaCutShort, type MediaType } from '../../../../src/relay/media/mediaType.ts';
import { createAdts, createMp3, createOgg } from '../speech/soundSamples.ts';
import { createBitmap, createBoxes, createGif, createJpeg, createPng, createWebp } from './pictureSamples.ts';

const pictures = [
  ['image/png', createPng()],
  ['image/jpeg', createJpeg()],
  ['image/webp', createWebp()],
  ['image/gif', createGif()],
  ['image/avif', createBoxes('avif', 'mif1')],
  ['image/avif', createBoxes('mif1', 'miaf', 'avif')],
  ['image/bmp', createBitmap()],
] as const;

const matroska = (kind: string) => Buffer.from(`\x1aE\xdf\xa3\x9fB\x82\x84${kind}`, 'latin1');

const films: readonly (readonly [MediaType, Buffer])[] = [
  ['video/mp4', createBoxes('isom', 'iso2', 'avc1', 'mp41')],
  ['video/mp4', createBoxes('mp42')],
  ['video/quicktime', createBoxes('qt  ')],
  ['audio/mp4', createBoxes('M4A ')],
];

const hostile: readonly (readonly [string, Buffer])[] = [
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><title>BM</title>')],
  ['JSON', Buffer.from('{"error":{}}')],
  ['text that starts like a bitmap', Buffer.from('BMW makes cars, and this is a text about them.')],
  ['a GIF of unknown version', Buffer.from('GIF88a')],
  ['another RIFF file', Buffer.from('RIFF\0\0\0\0AVI LIST')],
  ['HEIC', createBoxes('heic', 'mif1')],
  ['boxes without a brand', Buffer.from('\0\0\0\x08ftyp')],
  ['a Matroska video', matroska('matroska')],
  ['nothing', Buffer.alloc(0)],
  ['half a signature', createPng().subarray(0, 7)],
];

describe('image format', () => {
  for (const [type, picture] of pictures) {
    it(`recognizes ${type}, complete and cut`, () => {
      const cut = picture.subarray(0, -1);
      deepStrictEqual(
        [
          detectImageType(picture),
          detectMediaType(picture),
          isImageCutShort(picture, type),
          detectImageType(cut),
          isMediaCutShort(cut, type),
        ],
        // The last byte of a webp may be padding that was left out.
        [type, type, false, type, type !== 'image/webp'],
      );
    });
  }

  it('detects any cut of an image that still has its beginning', () => {
    const seen = pictures.map(([type, picture]) =>
      Array.from({ length: picture.length - 64 > 0 ? 20 : 4 }, (_, index) =>
        picture.subarray(0, -2 - index),
      ).every((cut) => isImageCutShort(cut, type)),
    );
    deepStrictEqual(
      seen,
      pictures.map(() => true),
    );
  });

  it('accepts extra bytes after an image', () => {
    const padded = pictures
      .filter(([type]) => type !== 'image/avif')
      .map(([type, picture]) => isImageCutShort(Buffer.concat([picture, Buffer.alloc(9)]), type));
    deepStrictEqual(
      padded,
      padded.map(() => false),
    );
  });

  for (const [name, bytes] of hostile) {
    it(`does not take ${name} for an image`, () => {
      deepStrictEqual([detectImageType(bytes), detectMediaType(bytes)?.startsWith('image/')].map(Boolean), [
        false,
        false,
      ]);
    });
  }

  it('recognizes video and audio, too', async () => {
    const mp3 = await createMp3();
    const files: readonly (readonly [MediaType, Buffer])[] = [
      ...films,
      ['audio/mpeg', mp3],
      ['audio/ogg', createOgg()],
      ['audio/aac', createAdts(3)],
      ['video/webm', matroska('webm')],
    ];
    deepStrictEqual(
      files.map(([type, bytes]) => [detectMediaType(bytes), isMediaCutShort(bytes, type)]),
      files.map(([type]) => [type, false]),
    );
    const cut = [...films, ['audio/mpeg', mp3] as const, ['audio/ogg', createOgg()] as const];
    deepStrictEqual(
      cut.map(([type, bytes]) => isMediaCutShort(bytes.subarray(0, -30), type)),
      cut.map(() => true),
    );
    // The last box has no length of its own.
    const open = Buffer.concat([createBoxes('mp42'), Buffer.from('\0\0\0\0mdat'), Buffer.alloc(9)]);
    deepStrictEqual(isMediaCutShort(open, 'video/mp4'), false);
  });
});
