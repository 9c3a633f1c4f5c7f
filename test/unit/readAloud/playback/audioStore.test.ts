import { deepStrictEqual } from 'node:assert/strict';
import { createAudioStore } from '../../../../src/readAloud/playback/prefetch.ts';

describe('the audio kept of a reading', () => {
  /** 100 bytes of audio each, kept in this order while 5 and 6 are needed. */
  const cases: readonly [given: readonly number[], maximumBytes: number, kept: readonly number[]][] = [
    [[0, 1, 5, 6], 400, [0, 1, 5, 6]],
    [[0, 1, 5, 6], 399, [1, 5, 6]],
    [[5, 6, 4, 3], 300, [4, 5, 6]],
    [[4, 5, 6, 7, 90], 250, [5, 6]],
    [[90, 7, 4, 5, 6], 300, [5, 6, 7]],
    [[5, 6], 0, [5, 6]],
    [[1, 1, 1, 5], 200, [1, 5]],
  ];
  for (const [given, maximumBytes, kept] of cases) {
    it(`${given} in ${maximumBytes} bytes`, () => {
      const store = createAudioStore(maximumBytes);
      for (const index of given) {
        store.set(index, { bytes: new Uint8Array(100), format: 'mp3' }, { first: 5, last: 6 });
      }
      const found = Array.from({ length: 100 }, (_, index) => index).filter((index) => store.has(index));
      deepStrictEqual(found, kept);
    });
  }

  it('counts an audio once, and forgets the size of one that is deleted', () => {
    const store = createAudioStore(200);
    const audio = { bytes: new Uint8Array(100), format: 'mp3' } as const;
    const needed = { first: 5, last: 6 };
    store.set(0, audio, needed);
    store.set(0, audio, needed);
    store.delete(0);
    store.delete(0);
    store.set(1, audio, needed);
    store.set(2, audio, needed);
    deepStrictEqual([store.get(0), store.get(1), store.get(2)], [undefined, audio, audio]);
  });
});
