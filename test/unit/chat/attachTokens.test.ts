import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readPictureSize } from '../../../src/chat/attach/pictureSize.ts';
import { estimatePictureTokens, estimateTokens } from '../../../src/chat/attach/tokens.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const jpegStart = 'ffd8 ffe0 0010 4a46494600010100000100010000';

describe('how many tokens something is', () => {
  // Between what two tokenizers in wide use (o200k and cl100k) make of the text.
  const texts: [what: string, text: string, counted: readonly [number, number]][] = [
    ['nothing', '', [0, 0]],
    [
      'English',
      'The chat keeps every word that was said, and it can be read again in any order. Nothing is lost when the window is closed, since each answer is written to the disk while it arrives. ',
      [41, 41],
    ],
    [
      'code',
      'export function sum(values: readonly number[]): number {\n  let total = 0;\n  for (const value of values) {\n    total += value;\n  }\n  return total;\n}\n',
      [38, 38],
    ],
    [
      'Chinese',
      '这个函数返回列表中最大的值。如果发生错误，就会抛出异常。请先读取设置文件，然后连接服务器。',
      [26, 35],
    ],
    [
      'Japanese',
      'この関数は、与えられたリストの中から最大の値を返します。エラーが発生した場合は、例外を投げます。',
      [38, 45],
    ],
    [
      'Korean',
      '이 함수는 주어진 목록에서 가장 큰 값을 반환합니다. 오류가 발생하면 예외를 던집니다.',
      [25, 36],
    ],
    ['numbers', '1234567890 3.14159 2026-11-21 127.0.0.1', [24, 24]],
  ];
  for (const [what, text, [least, most]] of texts) {
    it(`is estimated for ${what}`, () => {
      const tokens = estimateTokens(text);
      ok(tokens >= least * 0.85 && tokens <= most * 1.15, `${tokens}, counted ${least} to ${most}`);
    });
  }

  it('is the sum of its parts for a long text', () => {
    const story = `${readFileSync('scripts/demoWorkspace/story.md', 'utf8')}\n`;
    const [once, often] = [estimateTokens(story), estimateTokens(story.repeat(100))];
    ok(Math.abs(often - once * 100) <= 100, `${once} and ${often}`);
  });

  const pictures: [what: string, bytes: Uint8Array, size: [number, number] | undefined][] = [
    ['PNG', drawPng('a'), [32, 32]],
    ['GIF', bytesOf('474946383961 2c01 c800 80 00 00'), [300, 200]],
    [
      'JPEG',
      bytesOf(`${jpegStart} ffc4 0004 0000 ffc2 0011 08 00cb 012d 03 012200 021101 031101`),
      [301, 203],
    ],
    ['JPEG with filling', bytesOf(`${jpegStart} ffff ffc0 0011 08 0010 0020 03`), [32, 16]],
    ['WebP', bytesOf('52494646 24000000 57454250 56503820 18000000 300100 9d012a 2c01 c800'), [300, 200]],
    [
      'WebP, lossless',
      bytesOf('52494646 24000000 57454250 5650384c 18000000 2f 2bc13100 00000000'),
      [300, 200],
    ],
    [
      'WebP, extended',
      bytesOf('52494646 24000000 57454250 56503858 0a000000 10000000 2b0100 c70000'),
      [300, 200],
    ],
    ['a PNG that is cut', drawPng('a').subarray(0, 18), undefined],
    ['a JPEG without a frame', bytesOf(jpegStart), undefined],
    ['no picture', bytesOf('00010203'), undefined],
  ];
  for (const [what, bytes, size] of pictures) {
    it(`is by the size of a picture: ${what}`, () => {
      deepStrictEqual(readPictureSize(bytes), size && { width: size[0], height: size[1] });
    });
  }

  it('is bounded for pictures, however large they are', () => {
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
