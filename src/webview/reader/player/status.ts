import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import { hasSound, type Run } from './run.ts';

/** Tells what the player does. */
export interface StatusReader {
  read(run: Run | undefined, before: ReaderStatus): ReaderStatus;
  /** Another reading begins: its first silence is its own. */
  reset(): void;
}

/** A shorter silence is the change from one source to the next, and no waiting that anyone should be told of. */
const graceMs = 250;

export function createStatusReader(audio: HTMLAudioElement): StatusReader {
  let silentSince: number | undefined;
  return {
    read(run, before) {
      if (!run) return 'idle';
      if (run.isFailed) return 'failed';
      if (run.isFinished) return 'finished';
      if (run.isPaused || run.isAsleep) return 'paused';
      if (run.isBlocked) return 'blocked';
      if (run.source && hasSound(audio) && (audio.ended || !audio.paused)) silentSince = undefined;
      else silentSince ??= performance.now();
      if (silentSince === undefined) return 'playing';
      return before === 'playing' && performance.now() - silentSince < graceMs ? 'playing' : 'loading';
    },
    reset() {
      silentSince = undefined;
    },
  };
}
