import * as z from 'zod/mini';
import {
  earlyKeyMessage,
  type FailureView,
  type FocusKnownMessage,
  type FocusMessage,
  failureAction,
  focusWebviewMessage,
  logMessage,
  type RetryWaitView,
} from './protocolViews.ts';

/** The messages between the host and the Read Aloud view. */

/** One utterance: one request to the relay, one highlight in the text. */
export interface SentenceView {
  readonly index: number;
  readonly text: string;
  /** Counts paragraphs from 0; sentences of one paragraph follow one another. */
  readonly paragraph: number;
  readonly kind: 'heading' | 'paragraph' | 'listItem' | 'quote' | 'tableRow' | 'comment' | 'code' | 'notice';
}

const readerStatus = z.enum(['idle', 'loading', 'playing', 'paused', 'blocked', 'finished', 'failed']);
export type ReaderStatus = z.infer<typeof readerStatus>;

/** What is read aloud, as other pages show it. */
export interface ReadingView {
  readonly title: string;
  readonly status: ReaderStatus;
  /** Whether the page exists that plays the sound. */
  readonly hasPlayer: boolean;
  /** Which sentence of how many, as far as planned. */
  readonly sentence: number;
  readonly total: number;
  readonly isWhole: boolean;
  readonly speed: number;
}

/** The actions of other pages; `show` goes to the text. */
export const readingAction = z.enum(['toggle', 'previous', 'next', 'stop', 'show']);
export type ReadingAction = z.infer<typeof readingAction>;

/** When the sleep timer stops the reading: after this. */
const sleepAfter = z.enum(['off', 'sentence', 'paragraph', 'reading']);
export type SleepAfter = z.infer<typeof sleepAfter>;

/** The cost of a reading so far and to come. Seconds at speed 1, estimated where no audio has arrived yet. */
export interface AccountView {
  /** Seconds before the current sentence, and from it on, as far as planned. */
  readonly heardSeconds: number;
  readonly leftSeconds: number;
  /** UTF-8 bytes of text: in total, cached, and still to be requested from the relay. */
  readonly totalBytes: number;
  readonly keptBytes: number;
  readonly unpaidBytes: number;
}

type AudioFormat = 'mp3' | 'wav' | 'ogg' | 'flac' | 'aac';

/** One step of the sound test. */
export interface SoundCheckView {
  readonly status: 'ok' | 'failed' | 'unknown';
  /** What was tested, and the result. */
  readonly label: string;
  readonly detail?: string;
}

/** The messages about everything other than the text. */
export type ReaderFact =
  /** A one-line notice during the reading; absent if there is none any more. */
  | { readonly type: 'notice'; readonly readingId: string; readonly text?: string }
  /** The relay asked to wait; absent when the wait is over. */
  | { readonly type: 'waiting'; readonly readingId: string; readonly wait?: RetryWaitView }
  | { readonly type: 'account'; readonly readingId: string; readonly account: AccountView }
  /** Settings of the sound, after `ready` and at every change. `speed` 0.5 to 3 with the pitch kept, `volume` 0 to 1. */
  | {
      readonly type: 'sound';
      readonly speed: number;
      readonly volume: number;
      readonly usesMediaKeys: boolean;
    }
  /** The queue after this reading, and the sleep timer. */
  | {
      readonly type: 'queue';
      readonly items: readonly { readonly id: string; readonly title: string }[];
      readonly sleepAfter: SleepAfter;
    };

/** What is read. */
interface ReaderText {
  /** Such as a file name. */
  readonly title: string;
  readonly sentences: readonly SentenceView[];
  /** False while only the beginning of a long text is planned: `sentences` messages follow. */
  readonly isWhole: boolean;
  /** Indexes of sentences that are skipped because their speech failed. */
  readonly skipped: readonly number[];
}

export type ReaderHostMessage =
  | ReaderFact
  | FocusKnownMessage
  /** Playback begins at `current`, under a new id: earlier audio is dropped. */
  | {
      readonly type: 'begin';
      readonly readingId: string;
      readonly current: number;
      /** Where in the current sentence to begin, at speed 1. */
      readonly startSeconds: number;
      readonly paused: boolean;
      /** Another text, or the same for a page that was rebuilt; absent after a jump in the text that the page shows. */
      readonly text?: ReaderText;
    }
  /** More sentences, after those that were sent. */
  | {
      readonly type: 'sentences';
      readonly readingId: string;
      readonly sentences: readonly SentenceView[];
      readonly isWhole: boolean;
    }
  /** The audio of one sentence, in order; missing ones were `skipped` before. */
  | {
      readonly type: 'audio';
      readonly readingId: string;
      readonly index: number;
      readonly format: AudioFormat;
      readonly bytes: Uint8Array;
      /** The duration of the sound, if its bytes tell: few bytes can be hours of silence. */
      readonly seconds?: number;
    }
  /** A sentence is skipped, and marked. */
  | { readonly type: 'skipped'; readonly readingId: string; readonly index: number }
  /** The first sentence after the sleep timer; absent if the reading does not stop. */
  | { readonly type: 'sleepBefore'; readonly readingId: string; readonly index?: number }
  /** No more audio follows for this reading. */
  | { readonly type: 'audioEnd'; readonly readingId: string }
  | { readonly type: 'pause'; readonly readingId: string }
  | { readonly type: 'resume'; readonly readingId: string }
  | { readonly type: 'stop' }
  /** The reading can't continue; its position is kept. */
  | { readonly type: 'failed'; readonly readingId: string; readonly failure: FailureView }
  /** Plays a test sound, and reports the findings with `soundTested`. A reading is paused before. */
  | {
      readonly type: 'testSound';
      readonly testId: string;
      readonly format: AudioFormat;
      readonly bytes: Uint8Array;
      /** The duration of the sound, if its bytes tell: few bytes can be hours of silence. */
      readonly seconds?: number;
    }
  /** Stops this test sound at once, if it is still playing; the reading keeps its position. */
  | { readonly type: 'stopTest'; readonly testId: string }
  /** The steps of a sound test so far; `undefined` hides it. */
  | {
      readonly type: 'soundChecks';
      readonly isRunning: boolean;
      readonly checks?: readonly SoundCheckView[];
    };

/** What the page found while it played a test sound. */
const soundFindings = z.object({
  /** Length of the decoded sound, if it could be decoded, and its loudest sample, 0 to 1. */
  decodedSeconds: z.optional(z.number()),
  peak: z.optional(z.number()),
  /** Whether the browser requires a click or key press in the view first. */
  isGestureMissing: z.boolean(),
  volume: z.number(),
  /** The element's playback position. */
  playedSeconds: z.number(),
  /** The error of the element, if it failed. */
  error: z.optional(z.string()),
});
export type SoundFindings = z.infer<typeof soundFindings>;

/** The person pressed a control, in the view or in the tab. */
const readerCommands = [
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('jump'), index: z.number() }),
  z.object({
    type: z.literal('step'),
    unit: z.enum(['sentence', 'paragraph']),
    by: z.union([z.literal(1), z.literal(-1)]),
  }),
  z.object({ type: z.literal('setSpeed'), speed: z.number() }),
  z.object({ type: z.literal('setVolume'), volume: z.number() }),
  z.object({ type: z.literal('setSleep'), sleepAfter }),
  z.object({ type: z.literal('playQueued'), id: z.string() }),
  z.object({ type: z.literal('dropQueued'), id: z.string() }),
  /** Ends the wait that the relay asked for. */
  z.object({ type: z.literal('retryNow') }),
  z.object({ type: z.literal('showInEditor') }),
  /** Opens the reader in an editor tab. */
  z.object({ type: z.literal('openInEditor') }),
  z.object({ type: z.literal('save') }),
  z.object({ type: z.literal('selectVoice') }),
  z.object({ type: z.literal('testSound') }),
  z.object({ type: z.literal('closeSoundTest') }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id }),
] as const;
export type ReaderCommand = z.infer<(typeof readerCommands)[number]>;

export const readerWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  focusWebviewMessage,
  earlyKeyMessage,
  /** The state of the audio element: the sentence that is played, and the position in it at speed 1. */
  z.object({
    type: z.literal('state'),
    readingId: z.string(),
    status: readerStatus,
    index: z.number(),
    seconds: z.number(),
  }),
  /**
   * A sentence's audio could not be decoded, and is skipped. If the sound output failed, the audio is
   * good, and the player stopped there.
   */
  z.object({
    type: z.literal('unplayable'),
    readingId: z.string(),
    index: z.number(),
    isOutputFault: z.boolean(),
    message: z.string(),
  }),
  ...readerCommands,
  /** The findings; absent if the sound was stopped or replaced by another. */
  z.object({ type: z.literal('soundTested'), testId: z.string(), findings: z.optional(soundFindings) }),
  logMessage,
]);
export type ReaderWebviewMessage = z.infer<typeof readerWebviewMessage>;
/** Messages that are handled outside of the view. */
export type ReaderRequest = Exclude<ReaderWebviewMessage, FocusMessage>;

/** The messages between the host and the reader in an editor tab, which plays no sound. */
export type ReaderTabHostMessage =
  | ReaderFact
  /** Sentences from index `from` on: 0 begins another text, otherwise the text goes on. */
  | {
      readonly type: 'text';
      readonly title: string;
      readonly from: number;
      readonly sentences: readonly SentenceView[];
      readonly isWhole: boolean;
    }
  /** The state of the playback, as in the view's `state`. */
  | {
      readonly type: 'place';
      readonly status: ReaderStatus;
      readonly index: number;
      readonly seconds: number;
      readonly skipped: readonly number[];
      readonly failure?: FailureView;
    };

export const readerTabWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Shows the view, because a click in it is needed. */
  z.object({ type: z.literal('showView') }),
  ...readerCommands,
  logMessage,
]);
export type ReaderTabWebviewMessage = z.infer<typeof readerTabWebviewMessage>;
