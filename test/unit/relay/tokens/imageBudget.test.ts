import { deepStrictEqual } from 'node:assert/strict';
import { chooseImages, type ImageCost, maxRequestImages } from '../../../../src/relay/tokens/imageBudget.ts';

interface Image extends ImageCost {
  readonly name: string;
}

const image = (name: string, bytes: number, pixels = 1): Image => ({ name, bytes, pixels });
const chosen = (groups: readonly (readonly Image[])[]) =>
  [...chooseImages(groups, (each) => each)].map(({ name }) => name).join(' ');

describe('the images of a request', () => {
  const mega = 1_000_000;
  const cases: Readonly<Record<string, readonly [groups: Image[][], expected: string]>> = {
    'all that fit': [[[image('a', 5 * mega)], [], [image('b', 5 * mega)]], 'a b'],
    'only the newest above the byte limit': [[[image('a', 8 * mega)], [image('b', 8 * mega)]], 'b'],
    'only the newest above the pixel limit': [[[image('a', 1, 30 * mega)], [image('b', 1, 30 * mega)]], 'b'],
    'all of the last message, rather than any before it': [
      [[image('a', 5 * mega)], [image('b', 4 * mega), image('c', 4 * mega)]],
      'b c',
    ],
    'the end of a message that is too large by itself': [
      [[image('a', 7 * mega), image('b', 6 * mega), image('c', 5 * mega)]],
      'b c',
    ],
  };
  for (const [what, [groups, expected]] of Object.entries(cases)) {
    it(`are ${what}`, () => deepStrictEqual(chosen(groups), expected));
  }

  it('begin with the same ones in most requests, so that the prompt cache applies', () => {
    const all = Array.from({ length: 100 }, (_, place) => [image(String(place), 1)]);
    const firsts = all.map((_, place) => chosen(all.slice(0, place + 1)).split(' ')[0]);
    const changes = firsts.filter((first, place) => place > 0 && first !== firsts[place - 1]).length;
    deepStrictEqual([changes, maxRequestImages.count], [8, 20]);
  });
});
