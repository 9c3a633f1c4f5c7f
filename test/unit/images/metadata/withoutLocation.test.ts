import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readJpeg } from '../../../../src/images/metadata/jpegSegments.ts';
import { readPngChunks, writePng } from '../../../../src/images/metadata/pngChunks.ts';
import { readProvenance } from '../../../../src/images/metadata/provenance.ts';
import { readWebpChunks, writeWebp } from '../../../../src/images/metadata/webpChunks.ts';
import { readExif, withoutLocation } from '../../../../src/images/metadata/withoutLocation.ts';
import { detectImageType, isImageCutShort } from '../../../../src/relay/media/imageFormat.ts';
import { readPictureSize } from '../../../../src/relay/tokens/pictureSize.ts';
import { drawPng } from '../../../relay/pictures/drawPng.ts';
import { createBitmap, createBoxes, createGif } from '../../relay/images/pictureSamples.ts';
import { createExif, losslessWebp, plainJpeg, withExif, withSegment } from './photoSamples.ts';

const exif = createExif();
const packet = Buffer.from('<x:xmpmeta exif:GPSLatitude="48,51.5N">Paris</x:xmpmeta>');
const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.from('a profile')]);
const xmp = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet]);

const photo = Buffer.concat([
  withExif(
    withSegment(
      withSegment(withSegment(plainJpeg, 0xe1, xmp), 0xe2, profile),
      0xed,
      Buffer.from('Photoshop 3.0\0Paris'),
    ),
    exif,
  ),
  // A motion photo has its video after the image.
  createBoxes('isom'),
  Buffer.from('Paris'),
]);

function photoPng(): Buffer {
  const [first, ...others] = readPngChunks(drawPng('x'));
  ok(first);
  return Buffer.concat([
    writePng([
      first,
      { type: 'eXIf', content: exif },
      { type: 'tEXt', content: Buffer.from('Comment\0Paris') },
      { type: 'iTXt', content: Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), packet]) },
      { type: 'prVt', content: Buffer.from('Paris') },
      { type: 'pHYs', content: Buffer.from('000000010000000101', 'hex') },
      ...others,
    ]),
    Buffer.from('Paris'),
  ]);
}

function photoWebp(): Buffer {
  const chunks = [
    ...readWebpChunks(losslessWebp),
    { type: 'EXIF', content: exif },
    { type: 'XMP ', content: packet },
  ];
  const written = writeWebp(chunks, losslessWebp);
  ok(written);
  return written;
}

const photos = { JPEG: photo, PNG: photoPng(), WebP: photoWebp() };

function tiffIn(bytes: Uint8Array): Buffer | undefined {
  const view = Buffer.from(bytes);
  switch (detectImageType(bytes)) {
    case 'image/png':
      return readPngChunks(view).find(({ type }) => type === 'eXIf')?.content;
    case 'image/webp':
      return readWebpChunks(view).find(({ type }) => type === 'EXIF')?.content;
    default:
      return readJpeg(view)
        ?.segments.find(({ marker }) => marker === 0xe1)
        ?.content.subarray(6);
  }
}

describe('photos before they are sent', () => {
  for (const [name, bytes] of Object.entries(photos)) {
    it(`lose location and texts, and keep their orientation: ${name}`, () => {
      ok(bytes.includes('Paris'));
      const stripped = withoutLocation(bytes);
      ok(stripped);
      deepStrictEqual(stripped.hadLocation, true);
      deepStrictEqual(Buffer.from(stripped.bytes).includes('Paris'), false);
      const tiff = tiffIn(stripped.bytes);
      ok(tiff);
      deepStrictEqual(readExif(tiff), { orientation: 6, hasLocation: false });
      const type = detectImageType(bytes);
      ok(type && !isImageCutShort(stripped.bytes, type));
      deepStrictEqual(readPictureSize(stripped.bytes), readPictureSize(bytes));
      deepStrictEqual(readProvenance(stripped.bytes), undefined);
      // The second time changes nothing.
      strictEqual(withoutLocation(stripped.bytes)?.bytes, stripped.bytes);
    });

    it(`that are corrupted or truncated are stripped or refused, without throwing: ${name}`, () => {
      for (let at = 0; at < bytes.length; at += 1) {
        withoutLocation(bytes.subarray(0, at));
        const spoiled = Buffer.from(bytes);
        spoiled[at] = (spoiled[at] ?? 0) ^ 0xff;
        withoutLocation(spoiled);
      }
    });
  }

  it('keep their pixels and color profile', () => {
    const { bytes } = withoutLocation(photo) ?? {};
    ok(bytes);
    const read = readJpeg(Buffer.from(bytes));
    deepStrictEqual(read?.scans, readJpeg(plainJpeg)?.scans);
    ok(Buffer.from(bytes).includes('a profile'));
    const pixels = (png: Uint8Array) =>
      readPngChunks(Buffer.from(png)).find(({ type }) => type === 'IDAT')?.content;
    deepStrictEqual(pixels(withoutLocation(photos.PNG)?.bytes ?? new Uint8Array()), pixels(drawPng('x')));
  });

  it('that are upright lose their EXIF', () => {
    const upright = withExif(plainJpeg, createExif({ orientation: 1, hasGps: false }));
    const stripped = withoutLocation(upright);
    deepStrictEqual(stripped?.hadLocation, false);
    deepStrictEqual(Buffer.from(stripped?.bytes ?? []), plainJpeg);
  });

  it('with nothing to remove are returned unchanged', () => {
    for (const bytes of [plainJpeg, drawPng('x'), losslessWebp, createGif(), createBitmap()]) {
      const stripped = withoutLocation(bytes);
      strictEqual(stripped?.bytes, bytes);
      deepStrictEqual(stripped.hadLocation, false);
    }
  });

  it('lose the XMP packet of a GIF', () => {
    const end = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
    const gif = createGif();
    const block = Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), packet, end]);
    const given = Buffer.concat([gif.subarray(0, -1), block, gif.subarray(-1)]);
    deepStrictEqual(Buffer.from(withoutLocation(given)?.bytes ?? []), gif);
  });

  it('are refused in formats in which the location can’t be found', () => {
    const gif = Buffer.concat([createGif(), Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), packet]);
    for (const bytes of [createBoxes('avif'), createBoxes('heic'), gif, Buffer.from('text')])
      deepStrictEqual(withoutLocation(bytes), undefined);
  });
});
