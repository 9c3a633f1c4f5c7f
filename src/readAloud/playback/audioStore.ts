import type { SpokenAudio } from '../speech/speechSource.ts';

/** The audio of one reading by utterance, so that most jumps need not even the disk. */
export interface AudioStore {
  has(index: number): boolean;
  get(index: number): SpokenAudio | undefined;
  /**
   * Keeps an audio. Over the limit, what was heard longest ago goes, then what is furthest ahead; never what is
   * from `first` to `last`.
   */
  set(index: number, audio: SpokenAudio, needed: { readonly first: number; readonly last: number }): void;
  delete(index: number): void;
}

export function createAudioStore(maximumBytes: number): AudioStore {
  const audios = new Map<number, SpokenAudio>();
  let totalBytes = 0;

  function remove(index: number): void {
    totalBytes -= audios.get(index)?.bytes.byteLength ?? 0;
    audios.delete(index);
  }

  return {
    has: (index) => audios.has(index),
    get: (index) => audios.get(index),
    delete: remove,
    set(index, audio, { first, last }) {
      remove(index);
      audios.set(index, audio);
      totalBytes += audio.bytes.byteLength;
      while (totalBytes > maximumBytes) {
        const { lowest, highest } = findEnds(audios.keys());
        if (lowest < first) remove(lowest);
        else if (highest > last) remove(highest);
        else return;
      }
    },
  };
}

function findEnds(indexes: Iterable<number>): { lowest: number; highest: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const index of indexes) {
    lowest = Math.min(lowest, index);
    highest = Math.max(highest, index);
  }
  return { lowest, highest };
}
