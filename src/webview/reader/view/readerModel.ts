import type { FailureView } from '../../../protocol/protocolViews.ts';
import type {
  AccountView,
  ReaderCommand,
  ReaderHostMessage,
  ReaderStatus,
  SentenceView,
  SoundCheckView,
} from '../../../protocol/readerProtocol.ts';

export type Queue = Omit<Extract<ReaderHostMessage, { type: 'queue' }>, 'type'>;
export type Sound = Omit<Extract<ReaderHostMessage, { type: 'sound' }>, 'type'>;

/** A wait that the relay requested, and its reason. */
export interface Wait {
  readonly title: string;
  /** By the clock of this page, in milliseconds. */
  readonly endsAt: number;
}

/** A sound test, and its findings so far. */
export interface SoundTest {
  readonly isRunning: boolean;
  readonly checks: readonly SoundCheckView[];
  /** Whether the page found that a user gesture is missing. */
  readonly isGestureMissing: boolean;
}

/** Everything that the view shows. */
export interface ReaderModel {
  readonly status: ReaderStatus;
  /** The current sentence, and the position within it, at speed 1. */
  readonly index: number;
  readonly seconds: number;
  readonly title: string;
  readonly sentences: readonly SentenceView[];
  readonly isWhole: boolean;
  readonly skipped: ReadonlySet<number>;
  readonly account: AccountView | undefined;
  readonly notice: string | undefined;
  readonly wait: Wait | undefined;
  readonly failure: FailureView | undefined;
  readonly sound: Sound;
  readonly queue: Queue;
  readonly soundTest: SoundTest | undefined;
}

/** The actions of the view. */
export interface ReaderActions {
  send(message: ReaderCommand): void;
  /** Stops the sound at once. */
  stop(): void;
  /** Call it in the gesture that unlocks playback. */
  listen(): void;
  /** Applies at once. With `isFinal`, the host is told as well. */
  setSound(change: Partial<Pick<Sound, 'speed' | 'volume'>>, isFinal: boolean): void;
}

/** The state without a reading. */
export const noReading = {
  title: '',
  sentences: [],
  isWhole: true,
  skipped: new Set<number>(),
  account: undefined,
  notice: undefined,
  wait: undefined,
  failure: undefined,
} satisfies Partial<ReaderModel>;

export const emptyModel: ReaderModel = {
  ...noReading,
  status: 'idle',
  index: 0,
  seconds: 0,
  sound: { speed: 1, volume: 1, usesMediaKeys: false },
  queue: { items: [], sleepAfter: 'off' },
  soundTest: undefined,
};
