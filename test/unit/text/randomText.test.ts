import { deepStrictEqual } from 'node:assert/strict';
import { isHash, isMixed, isRandom } from '../../../src/text/randomText.ts';

const texts: readonly (readonly [text: string, isMixed: boolean, isRandom: boolean, isHash: boolean])[] = [
  ['', false, false, false],
  ['readFile', false, false, false],
  ['readUtf8Bytes', true, false, false],
  ['createHttp2ServerConnection', true, true, false],
  ['3f2a9c1', true, false, true],
  ['1234567', false, false, false],
  ['123e4567-e89b-12d3-a456-426614174000', true, true, true],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', true, true, true],
  ['f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA', true, true, true],
  ['sha256-abcdefabcdefabcdef', true, false, true],
];

it('random text is distinguished from names, more strictly without a hint of a secret', () => {
  deepStrictEqual(
    texts.map(([text]) => [text, isMixed(text), isRandom(text), isHash(text)]),
    texts,
  );
});
