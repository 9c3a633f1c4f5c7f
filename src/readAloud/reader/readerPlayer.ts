import type { Utterance } from '../plan/utterance.ts';
import type { ReaderStatus } from './readerState.ts';
import type { SpokenAudio } from './speechSource.ts';

/** Where to begin, and whether to sound at once. */
export interface PlayerStart {
  /** Names what the player plays from now on. */
  readonly readingId: string;
  readonly current: number;
  /** Into the current utterance, at speed 1. */
  readonly startSeconds: number;
  readonly paused: boolean;
}

/** One reading for the player: what `begin` needs to show it and to play it from `current`. */
export interface PlayerReading extends PlayerStart {
  readonly title: string;
  readonly sentences: readonly Utterance[];
  readonly isWhole: boolean;
  readonly skipped: readonly number[];
}

/**
 * The audio element's side, in another process: every call is a message, in order, and none answers. Nothing is
 * called before `playerReady` or after `playerGone`.
 */
export interface ReaderPlayer {
  /** Drops what played before. */
  begin(reading: PlayerReading): void;
  /** The same reading goes on elsewhere: its sentences stay, all audio is dropped. */
  jump(start: PlayerStart): void;
  /** More of the text became known. */
  sentences(more: Pick<PlayerReading, 'readingId' | 'sentences' | 'isWhole'>): void;
  /** The audio of one utterance; always in order, from `current` on, without gaps but for what was `skipped`. */
  audio(audio: { readonly readingId: string; readonly index: number } & SpokenAudio): void;
  /** No audio comes for an utterance that is due next. */
  skipped(utterance: { readonly readingId: string; readonly index: number }): void;
  /** The first utterance that is not to be heard, where the reading goes to sleep; nothing where it goes on. */
  sleepBefore(end: { readonly readingId: string; readonly index: number | undefined }): void;
  /** No more audio comes. */
  audioEnd(readingId: string): void;
  pause(readingId: string): void;
  resume(readingId: string): void;
  stop(): void;
}

/** What the player does now. */
export interface PlayerReport {
  readonly readingId: string;
  readonly status: ReaderStatus;
  readonly index: number;
  /** Into this utterance, at speed 1. */
  readonly seconds: number;
}

/** It passed over an utterance whose audio it can't decode; or it stopped at one, where its sound can't get out. */
export interface UnplayableReport {
  readonly readingId: string;
  readonly index: number;
  readonly isOutputFault: boolean;
  readonly message: string;
}
