import { deepStrictEqual } from 'node:assert/strict';
import { estimatePictureTokens, readPictureSize } from '../../../../src/relay/tokens/pictureSize.ts';
import { drawPng } from '../../../relay/pictures/drawPng.ts';

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const jpegStart = 'ffd8 ffe0 0010 4a46494600010100000100010000';

describe('the token estimate of an image', () => {
  const pictures: Readonly<Record<string, readonly [bytes: Uint8Array, size: [number, number] | undefined]>> =
    {
      PNG: [drawPng('a'), [32, 32]],
      GIF: [bytesOf('474946383961 2c01 c800 80 00 00'), [300, 200]],
      JPEG: [
        bytesOf(`${jpegStart} ffc4 0004 0000 ffc2 0011 08 00cb 012d 03 012200 021101 031101`),
        [301, 203],
      ],
      'JPEG with fill bytes': [bytesOf(`${jpegStart} ffff ffc0 0011 08 0010 0020 03`), [32, 16]],
      WebP: [bytesOf('52494646 24000000 57454250 56503820 18000000 300100 9d012a 2c01 c800'), [300, 200]],
      'WebP, lossless': [
        bytesOf('52494646 24000000 57454250 5650384c 18000000 2f 2bc13100 00000000'),
        [300, 200],
      ],
      'WebP, extended': [
        bytesOf('52494646 24000000 57454250 56503858 0a000000 10000000 2b0100 c70000'),
        [300, 200],
      ],
      'a cut PNG': [drawPng('a').subarray(0, 18), undefined],
      'a JPEG without a frame': [bytesOf(jpegStart), undefined],
      'bytes that are not an image': [bytesOf('00010203'), undefined],
    };
  for (const [what, [bytes, size]] of Object.entries(pictures)) {
    it(`depends on the image’s size: ${what}`, () => {
      deepStrictEqual(readPictureSize(bytes), size && { width: size[0], height: size[1] });
    });
  }

  it('is bounded, however large the image is', () => {
    const gif = (width: number, height: number) => {
      const bytes = bytesOf('474946383961 0000 0000 80 00 00');
      bytes.writeUInt16LE(width, 6);
      bytes.writeUInt16LE(height, 8);
      return estimatePictureTokens(bytes);
    };
    deepStrictEqual(
      [gif(1, 1), gif(750, 1000), gif(8000, 8000), gif(8000, 80), estimatePictureTokens(bytesOf('00'))],
      [85, 1000, 1600, 85, 1500],
    );
  });
});
