import type { Run } from './run.ts';

/** Looks out for the end of what is still to be heard, where the sound of what follows is there already. */
export interface SleepWatch {
  /** Whether it is reached. If it soon is, `onEnd` will be called. */
  isReached(run: Run): boolean;
}

/** The element is looked at more often than this while it plays, so a timer is for the rest alone. */
const soonMs = 300;
/** What was handed to the loudspeaker sounds on for a moment. Sentences begin and end with a longer silence. */
const marginMs = 10;

export function createSleepWatch(audio: HTMLAudioElement, onEnd: () => void): SleepWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isReached({ source, sleepBefore }) {
      clearTimeout(timer);
      const end = sleepBefore === undefined ? undefined : source?.findStart(sleepBefore);
      if (end === undefined) return false;
      const leftMs = ((end - audio.currentTime) * 1000) / audio.playbackRate - marginMs;
      if (leftMs > 0 && leftMs < soonMs) timer = setTimeout(onEnd, leftMs);
      return leftMs <= 0;
    },
  };
}
