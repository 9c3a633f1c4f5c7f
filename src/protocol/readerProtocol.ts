import * as z from 'zod/mini';
import {
  earlyKeyMessage,
  type FocusMessage,
  failureAction,
  failureView,
  focusKnownMessage,
  focusWebviewMessage,
  retryWaitView,
} from './protocolViews.ts';

/** The messages between the host and the Read Aloud view. */

/** One utterance: one request to the relay, one highlight in the text. */
const sentenceView = z.object({
  index: z.number(),
  text: z.string(),
  /** Counts paragraphs from 0; sentences of one paragraph follow one another. */
  paragraph: z.number(),
  kind: z.enum(['heading', 'paragraph', 'listItem', 'quote', 'tableRow', 'comment', 'code', 'notice']),
});
export type SentenceView = z.infer<typeof sentenceView>;

const readerStatus = z.enum(['idle', 'loading', 'playing', 'paused', 'blocked', 'finished', 'failed']);
export type ReaderStatus = z.infer<typeof readerStatus>;

/** What is read aloud, as other pages show it. */
export const readingView = z.object({
  title: z.string(),
  status: readerStatus,
  /** Whether the page exists that plays the sound. */
  hasPlayer: z.boolean(),
  /** Which sentence of how many, as far as planned. */
  sentence: z.number(),
  total: z.number(),
  isWhole: z.boolean(),
  speed: z.number(),
});
export type ReadingView = z.infer<typeof readingView>;

/** The actions of other pages; `show` goes to the text. */
export const readingAction = z.enum(['toggle', 'previous', 'next', 'stop', 'show']);
export type ReadingAction = z.infer<typeof readingAction>;

/** When the sleep timer stops the reading: after this. */
const sleepAfter = z.enum(['off', 'sentence', 'paragraph', 'reading']);
export type SleepAfter = z.infer<typeof sleepAfter>;

/** The cost of a reading so far and to come. Seconds at speed 1. */
const accountView = z.object({
  /** Seconds before the current sentence, and from it on, as far as planned. */
  heardSeconds: z.number(),
  leftSeconds: z.number(),
  /** Whether some of these seconds are estimated from the length of the text. */
  isEstimate: z.boolean(),
  /** UTF-8 bytes of text: in total, cached, and still to be requested from the relay. */
  totalBytes: z.number(),
  keptBytes: z.number(),
  unpaidBytes: z.number(),
});
export type AccountView = z.infer<typeof accountView>;

const audioFormat = z.enum(['mp3', 'wav', 'ogg', 'flac', 'aac']);
const audioBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
/** The duration of a sound, if its bytes tell: few bytes can be hours of silence. */
const soundSeconds = z.optional(z.number());

/** One step of the sound test. */
const soundCheckView = z.object({
  status: z.enum(['ok', 'failed', 'unknown']),
  /** What was tested, and the result. */
  label: z.string(),
  detail: z.optional(z.string()),
});
export type SoundCheckView = z.infer<typeof soundCheckView>;

/** The messages about everything other than the text. */
const readerFacts = [
  /** A one-line notice during the reading; absent if there is none any more. */
  z.object({ type: z.literal('notice'), readingId: z.string(), text: z.optional(z.string()) }),
  /** The relay asked to wait; absent when the wait is over. */
  z.object({ type: z.literal('waiting'), readingId: z.string(), wait: z.optional(retryWaitView) }),
  z.object({ type: z.literal('account'), readingId: z.string(), account: accountView }),
  /** Settings of the sound, after `ready` and at every change. `speed` 0.5 to 3 with the pitch kept, `volume` 0 to 1. */
  z.object({ type: z.literal('sound'), speed: z.number(), volume: z.number(), usesMediaKeys: z.boolean() }),
  /** The queue after this reading, and the sleep timer. */
  z.object({
    type: z.literal('queue'),
    items: z.array(z.object({ id: z.string(), title: z.string() })),
    sleepAfter,
  }),
] as const;
export type ReaderFact = z.infer<(typeof readerFacts)[number]>;

const readerHostMessage = z.discriminatedUnion('type', [
  ...readerFacts,
  focusKnownMessage,
  /**
   * A new reading begins and replaces the one before. Also sent after `ready` when the view was
   * rebuilt in the middle of a reading: the audio then follows again from `current`.
   */
  z.object({
    type: z.literal('begin'),
    readingId: z.string(),
    /** The title, such as a file name. */
    title: z.string(),
    sentences: z.array(sentenceView),
    /** False while only the beginning of a long text is planned: `sentences` messages follow. */
    isWhole: z.boolean(),
    current: z.number(),
    /** Where in the current sentence to begin, at speed 1. */
    startSeconds: z.number(),
    paused: z.boolean(),
    /** Indexes of sentences that are skipped because their speech failed. */
    skipped: z.array(z.number()),
  }),
  /** The reading moved to another sentence, under a new id: the audio is dropped and follows from `current`. */
  z.object({
    type: z.literal('jump'),
    readingId: z.string(),
    current: z.number(),
    startSeconds: z.number(),
    paused: z.boolean(),
  }),
  /** More sentences, after those that were sent. */
  z.object({
    type: z.literal('sentences'),
    readingId: z.string(),
    sentences: z.array(sentenceView),
    isWhole: z.boolean(),
  }),
  /** The audio of one sentence, in order; missing ones were `skipped` before. */
  z.object({
    type: z.literal('audio'),
    readingId: z.string(),
    index: z.number(),
    format: audioFormat,
    bytes: audioBytes,
    seconds: soundSeconds,
  }),
  /** A sentence is skipped, and marked. */
  z.object({ type: z.literal('skipped'), readingId: z.string(), index: z.number() }),
  /** The first sentence after the sleep timer; absent if the reading does not stop. */
  z.object({ type: z.literal('sleepBefore'), readingId: z.string(), index: z.optional(z.number()) }),
  /** No more audio follows for this reading. */
  z.object({ type: z.literal('audioEnd'), readingId: z.string() }),
  z.object({ type: z.literal('pause'), readingId: z.string() }),
  z.object({ type: z.literal('resume'), readingId: z.string() }),
  z.object({ type: z.literal('stop') }),
  /** The reading can't continue; its position is kept. */
  z.object({ type: z.literal('failed'), readingId: z.string(), failure: failureView }),
  /** Plays a test sound, and reports the findings with `soundTested`. A reading is paused before. */
  z.object({
    type: z.literal('testSound'),
    testId: z.string(),
    format: audioFormat,
    bytes: audioBytes,
    seconds: soundSeconds,
  }),
  /** Stops this test sound at once, if it is still playing; the reading keeps its position. */
  z.object({ type: z.literal('stopTest'), testId: z.string() }),
  /** The steps of a sound test so far; `undefined` hides it. */
  z.object({
    type: z.literal('soundChecks'),
    isRunning: z.boolean(),
    checks: z.optional(z.array(soundCheckView)),
  }),
]);
export type ReaderHostMessage = z.infer<typeof readerHostMessage>;

/** What the page found while it played a test sound. */
const soundFindings = z.object({
  /** Whether the browser plays MP3 as one stream, without gaps. */
  canStream: z.boolean(),
  /** Length of the decoded sound, if it could be decoded, and its loudest sample, 0 to 1. */
  decodedSeconds: z.optional(z.number()),
  peak: z.optional(z.number()),
  /** Whether the browser requires a click or key press in the view first. */
  isGestureMissing: z.boolean(),
  isMuted: z.boolean(),
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

const logMessage = z.object({
  type: z.literal('log'),
  level: z.enum(['warn', 'error']),
  message: z.string(),
});

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
const readerTabHostMessage = z.discriminatedUnion('type', [
  ...readerFacts,
  /** Sentences from index `from` on: 0 begins another text, otherwise the text goes on. */
  z.object({
    type: z.literal('text'),
    title: z.string(),
    from: z.number(),
    sentences: z.array(sentenceView),
    isWhole: z.boolean(),
  }),
  /** The state of the playback, as in the view's `state`. */
  z.object({
    type: z.literal('place'),
    status: readerStatus,
    index: z.number(),
    seconds: z.number(),
    skipped: z.array(z.number()),
    failure: z.optional(failureView),
  }),
]);
export type ReaderTabHostMessage = z.infer<typeof readerTabHostMessage>;

export const readerTabWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Shows the view, because a click in it is needed. */
  z.object({ type: z.literal('showView') }),
  ...readerCommands,
  logMessage,
]);
export type ReaderTabWebviewMessage = z.infer<typeof readerTabWebviewMessage>;
