import type { ReaderHostMessage, SoundFindings } from '../../protocol/readerProtocol.ts';
import { toSound } from '../playback/playerFeed.ts';
import type { SpokenAudio } from '../speech/speechSource.ts';

/** Single sounds in the view, beside the reading. */
export interface PageSounds {
  /**
   * Plays a sound once, and gives what the page found; nothing where something else was played before its end, or
   * where the signal ended it, which is silence at once.
   */
  play(audio: SpokenAudio, signal: AbortSignal): Promise<SoundFindings | undefined>;
  /** The page tells what it found. */
  tested(testId: string, findings: SoundFindings | undefined): void;
}

export function createPageSounds(post: (fact: ReaderHostMessage) => void): PageSounds {
  let count = 0;
  /** What is played, and who waits for its end. */
  const playing = new Map<string, (findings: SoundFindings | undefined) => void>();

  return {
    async play(audio, signal) {
      if (signal.aborted) return undefined;
      count += 1;
      const testId = `sound-${count}`;
      const { promise, resolve } = Promise.withResolvers<SoundFindings | undefined>();
      playing.set(testId, resolve);
      const stop = () => {
        post({ type: 'stopTest', testId });
        resolve(undefined);
      };
      signal.addEventListener('abort', stop, { once: true });
      post({ type: 'testSound', testId, ...toSound(audio) });
      const findings = await promise;
      signal.removeEventListener('abort', stop);
      playing.delete(testId);
      return findings;
    },
    tested(testId, findings) {
      playing.get(testId)?.(findings);
    },
  };
}
