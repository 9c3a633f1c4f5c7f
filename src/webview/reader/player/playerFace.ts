import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';
import type { Piece, Place } from './audioSource.ts';

/** The sentence that is heard, or that is waited for, and what the player does there. */
export interface PlayerState extends Place {
  readonly status: ReaderStatus;
}

export interface PlayerEvents {
  /** At every change of status and sentence, and now and then while it plays. */
  onState(state: PlayerState): void;
  /** A sentence's audio can't be played; the player goes on with the next. */
  onUnplayable(index: number, message: string): void;
  /** This sentence's audio is good, and its sound can't get out; the player stopped there. */
  onOutputFault(index: number, message: string): void;
  /** Someone else paused or resumed the element, such as a media key. */
  onOutsidePause(): void;
  onOutsideResume(): void;
}

/** Plays one reading at a time in one audio element. Needs no gesture once the element was unlocked by one. */
export interface Player {
  readonly state: PlayerState;
  /** Drops what played before, and waits for the audio from this place on. */
  begin(start: Place, isPaused: boolean): void;
  add(piece: Piece): void;
  /** No piece comes for this sentence. */
  skip(index: number): void;
  /** No more pieces come. */
  end(): void;
  pause(): void;
  resume(): void;
  /** The reading can't go on: silence, until it begins again. */
  fail(): void;
  stop(): void;
  /** To be called in every gesture: the first one lets the element play from then on. */
  unlock(): void;
  /** Gives the element away for a while; the reading then goes on where it was. */
  lend(use: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Takes it back at once. */
  takeBack(): void;
  /** Pauses where this sentence would begin, and tells that it is reached; undefined goes on. For this reading alone. */
  sleepBefore(index: number | undefined): void;
}
