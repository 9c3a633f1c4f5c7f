import { deepStrictEqual } from 'node:assert/strict';
import {
  CodeFollower,
  endsCode,
  fenceAround,
  mayEndCode,
  readFence,
  withoutFences,
} from '../../../src/text/codeFence.ts';

const lines: readonly (readonly [line: string, mark: string | undefined, info: string, indent: number])[] = [
  ['```', '```', '', 0],
  ['~~~~ \t', '~~~~', '', 0],
  ['  ```ts title="a"  ', '```', 'ts title="a"', 2],
  ['\t```', '```', '', 4],
  ['```\r', '```', '', 0],
  ['```\u00a0', '```', '\u00a0', 0],
  ['~~~ a `b`', '~~~', 'a `b`', 0],
  ['``` a `b`', undefined, '', 0],
  ['``', undefined, '', 0],
  ['a ```', undefined, '', 0],
];

describe('code fences', () => {
  it('are read in lines', () => {
    deepStrictEqual(
      lines.map(([line]) => {
        const fence = readFence(line);
        return [line, fence?.mark, fence?.info ?? '', fence?.indent ?? 0];
      }),
      lines,
    );
  });

  it('end a block of the same kind whose fence is not longer, and may do so while incomplete', () => {
    const ends = ['```', ' ````', '~~~', '``', '    ```', '```ts', ''];
    deepStrictEqual(
      ends.map((line) => [line, endsCode(line, '```'), mayEndCode(line, '```')]),
      [
        ['```', true, true],
        [' ````', true, true],
        ['~~~', false, false],
        ['``', false, true],
        ['    ```', false, false],
        ['```ts', false, false],
        ['', false, true],
      ],
    );
  });

  it('are followed from line to line', () => {
    const follow = (text: string, deepest?: number) => {
      const follower = new CodeFollower(deepest);
      return [text.split('\n').map((line) => follower.isCode(line)), follower.open];
    };
    deepStrictEqual(
      [
        follow('a\n````ts\n```\n````\nb'),
        follow('a\n   ~~~\n```\nb'),
        follow('    ```\na'),
        follow('- a\n  ```\n  b', 0),
      ],
      [
        [[false, true, true, true, false], undefined],
        [[false, true, true, true], '~~~'],
        [[false, false], undefined],
        [[false, false, false], undefined],
      ],
    );
  });

  it('can be put around a text and removed again', () => {
    const texts = ['', 'a', '```\na\n```', 'a ````` b\n'];
    const fenced = texts.map((text) => `${fenceAround(text)}ts\n${text}\n${fenceAround(text)}`);
    deepStrictEqual(
      [fenced.map(withoutFences), fenceAround('```', 5), ['a', '```\na', '```\n```'].map(withoutFences)],
      [texts, '`````', ['a', '```\na', '']],
    );
  });
});
