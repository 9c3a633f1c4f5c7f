import type { SpokenAudio } from './audioStore.ts';
import type { Utterance } from './plan.ts';

/** One reading for the player: what `begin` needs to show it and to play it from `current`. */
export interface PlayerReading {
  readonly readingId: string;
  readonly title: string;
  readonly sentences: readonly Utterance[];
  readonly isWhole: boolean;
  readonly current: number;
  readonly paused: boolean;
}

/**
 * The audio element's side, in another process: every call is a message, in order, and none answers. Nothing is
 * called before `playerReady` or after `playerGone`.
 */
export interface ReaderPlayer {
  /** Drops what played before. */
  begin(reading: PlayerReading): void;
  /** More of the text became known. */
  sentences(more: Pick<PlayerReading, 'readingId' | 'sentences' | 'isWhole'>): void;
  /** The audio of one utterance; always in order, from `current` on, without gaps. */
  audio(audio: { readonly readingId: string; readonly index: number } & SpokenAudio): void;
  /** No more audio comes. */
  audioEnd(readingId: string): void;
  pause(readingId: string): void;
  resume(readingId: string): void;
  stop(): void;
}
