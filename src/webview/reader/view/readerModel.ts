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

/** A wait that the relay asked for, and why. */
export interface Wait {
  readonly title: string;
  /** By the clock of this page, in milliseconds. */
  readonly endsAt: number;
}

/** A test of the sound, and what it found so far. */
export interface SoundTest {
  readonly isRunning: boolean;
  readonly checks: readonly SoundCheckView[];
  /** The page itself found that a click is missing. */
  readonly isGestureMissing: boolean;
}

/** All that the view shows. */
export interface ReaderModel {
  readonly status: ReaderStatus;
  /** The current sentence, and how far into it the voice is, at speed 1. */
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

/** What a person can do in the view. */
export interface ReaderActions {
  send(message: ReaderCommand): void;
  /** Silence at once. */
  stop(): void;
  /** The gesture that lets sound begin. */
  listen(): void;
  /** Heard at once. The host is told when the person has made up their mind. */
  setSound(change: Partial<Pick<Sound, 'speed' | 'volume'>>, isFinal: boolean): void;
}

/** What goes away with a reading. */
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
