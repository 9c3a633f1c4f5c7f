import type { SpeechAudio } from '../relay/speech/speech.ts';

/** The speech of one utterance. */
export type SpokenAudio = Pick<SpeechAudio, 'bytes' | 'format'>;

/** The audio of one reading by utterance, so that nothing is paid for twice while it fits into memory. */
export interface AudioStore {
  has(index: number): boolean;
  get(index: number): SpokenAudio | undefined;
  /** Keeps an audio. Over the limit, what was heard longest ago goes; never what is at or behind `current`. */
  set(index: number, audio: SpokenAudio, current: number): void;
  delete(index: number): void;
}

export function createAudioStore(maximumBytes: number): AudioStore {
  const audios = new Map<number, SpokenAudio>();

  function totalBytes(): number {
    return Array.from(audios.values()).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }

  return {
    has: (index) => audios.has(index),
    get: (index) => audios.get(index),
    delete: (index) => void audios.delete(index),
    set(index, audio, current) {
      audios.set(index, audio);
      const heard = Array.from(audios.keys())
        .filter((key) => key < current)
        .sort((a, b) => a - b);
      for (const key of heard) {
        if (totalBytes() <= maximumBytes) return;
        audios.delete(key);
      }
    },
  };
}
