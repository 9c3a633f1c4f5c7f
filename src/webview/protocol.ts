/**
 * The whole language between the extension host and its views. The host owns the state; a view says `ready`,
 * gets one snapshot, then facts, and sends intents. Every message is parsed on arrival; bad ones are logged
 * and dropped.
 */
import * as z from 'zod/mini';

// ---------------------------------------------------------------- what both views show

/** What a person can do about a failure. The host knows how each is done. */
export const failureAction = z.object({
  /** Which of the host's known actions; never a command id from elsewhere. */
  id: z.enum([
    'connect',
    'setKey',
    'changeAddress',
    'tryAgain',
    'selectModel',
    'selectVoice',
    'openProxySettings',
    'checkConnection',
    'selectProfile',
    'getStarted',
    'showLog',
  ]),
  label: z.string(),
});
export const failureView = z.object({
  /** One sentence: what happened. */
  title: z.string(),
  /** What to check or do, a line each. */
  advice: z.array(z.string()),
  /** The relay's own words, shown as plain text. */
  relayMessage: z.optional(z.string()),
  requestId: z.optional(z.string()),
  actions: z.array(failureAction),
});
export type FailureAction = z.infer<typeof failureAction>;
export type FailureView = z.infer<typeof failureView>;

// ---------------------------------------------------------------- chat

const usageView = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
});

/** Why an answer that was not broken off ended. */
const finishCause = z.enum(['stop', 'length', 'toolCalls', 'refusal', 'other']);

const answerStatus = z.enum(['waiting', 'running', 'complete', 'stopped', 'interrupted', 'failed']);

/** A wait before the question is sent again, which the person may cut short. */
const retryWaitView = z.object({
  /** Why the last try failed, in a sentence. */
  title: z.string(),
  /** As of now: the clocks of host and view need not agree. */
  remainingMs: z.number(),
});
export type RetryWaitView = z.infer<typeof retryWaitView>;

/** Which of several versions is shown: the second of three is { place: 2, count: 3 }. */
const versionView = z.object({ place: z.number(), count: z.number() });
export type VersionView = z.infer<typeof versionView>;

/** What an answer cost and where it came from, as far as the relay says. */
const receiptView = z.object({
  /** Another name than the model that was asked. */
  servedModel: z.optional(z.string()),
  requestId: z.optional(z.string()),
  firstTokenMs: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  retries: z.optional(z.number()),
  /** The relay's own word. */
  finishReason: z.optional(z.string()),
});
export type ReceiptView = z.infer<typeof receiptView>;

/** What a waiting question waits for. */
const waitPhase = z.enum(['connecting', 'uploading', 'answer']);
export type WaitPhase = z.infer<typeof waitPhase>;

/** One question with its answer. */
const turnView = z.object({
  /** Id of the answer; stable over reloads. */
  id: z.string(),
  prompt: z.string(),
  /** It asks for the rest of the answer before it, which was cut. */
  isContinuation: z.optional(z.boolean()),
  /** Where the question was edited, or asked again: which version it is. Absent where there is only one. */
  promptVersion: z.optional(versionView),
  answerVersion: z.optional(versionView),
  receipt: z.optional(receiptView),
  phase: z.optional(waitPhase),
  model: z.string(),
  status: answerStatus,
  thinking: z.string(),
  /** Markdown, as it came. */
  text: z.string(),
  failure: z.optional(failureView),
  usage: z.optional(usageView),
  cause: z.optional(finishCause),
  /** How many pictures came that are not shown. */
  pictures: z.optional(z.number()),
  retryWait: z.optional(retryWaitView),
});
export type TurnView = z.infer<typeof turnView>;

/** A message that is sent when the running answer is done. */
const queuedView = z.object({ id: z.string(), text: z.string() });
export type QueuedView = z.infer<typeof queuedView>;

const connectionView = z.object({
  /** `missing`: no address or no key. */
  state: z.enum(['connected', 'missing']),
  /** Host name of the relay, for people; while it is missing, of the address that has no key. */
  host: z.optional(z.string()),
  /** True when address and key come from the environment's variables. */
  fromEnvironment: z.boolean(),
  /** Name of the profile in use, where there are several. */
  profile: z.optional(z.string()),
  /** A profile of this name is asked for, and there is none. */
  missingProfile: z.optional(z.string()),
});
export type ConnectionView = z.infer<typeof connectionView>;

const modelView = z.object({ id: z.string(), label: z.string() });
export type ModelView = z.infer<typeof modelView>;

export const chatFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    conversationId: z.string(),
    /** As the person or a model named it; absent while nobody did. */
    title: z.optional(z.string()),
    turns: z.array(turnView),
    queue: z.array(queuedView),
    /** What is queued waits for the person: after a stopped or failed answer, and after a restart. */
    isQueueHeld: z.boolean(),
    connection: connectionView,
    model: z.optional(modelView),
    /** What was typed and not sent, as of the window's last `draft`. */
    draft: z.optional(z.string()),
  }),
  /** Another branch is shown: all of its turns. Those that stay keep their ids. */
  z.object({ type: z.literal('turns'), turns: z.array(turnView) }),
  z.object({ type: z.literal('title'), title: z.optional(z.string()) }),
  z.object({ type: z.literal('queue'), queue: z.array(queuedView), isHeld: z.boolean() }),
  /** What the running question waits for now. */
  z.object({ type: z.literal('phase'), turnId: z.string(), phase: waitPhase }),
  /** A text comes back into the input, before what is there already. */
  z.object({ type: z.literal('putBack'), text: z.string() }),
  /** A turn was added at the end; or more is known of one that is there. */
  z.object({ type: z.literal('turn'), turn: turnView }),
  /** More of the running answer. */
  z.object({
    type: z.literal('delta'),
    turnId: z.string(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
  }),
  /** The running answer waits before it is asked for again; or waits no longer. */
  z.object({ type: z.literal('retryWait'), turnId: z.string(), wait: z.optional(retryWaitView) }),
  /** The answer ended, well or not. */
  z.object({
    type: z.literal('end'),
    turnId: z.string(),
    status: answerStatus,
    failure: z.optional(failureView),
    usage: z.optional(usageView),
    cause: z.optional(finishCause),
    pictures: z.optional(z.number()),
    receipt: z.optional(receiptView),
  }),
  z.object({ type: z.literal('connection'), connection: connectionView }),
  z.object({ type: z.literal('model'), model: z.optional(modelView) }),
  /** A send that the host could not take: the text goes back into the input, nothing is lost. */
  z.object({ type: z.literal('rejected'), text: z.string(), failure: failureView }),
  z.object({ type: z.literal('focusInput') }),
]);
export type ChatFact = z.infer<typeof chatFact>;

export const chatIntent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('send'), text: z.string() }),
  /** What is typed and not sent yet: the host keeps it, since a page's own state is lost in a crash. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  z.object({ type: z.literal('stop') }),
  /** Asks the question of this turn in other words: a version beside it. */
  z.object({ type: z.literal('edit'), turnId: z.string(), text: z.string() }),
  /** Asks the same question again: a version of the answer beside it. */
  z.object({ type: z.literal('retry'), turnId: z.string() }),
  /** Has a cut answer go on. */
  z.object({ type: z.literal('continue'), turnId: z.string() }),
  /** Shows the version before or after this one, of the question or the answer. */
  z.object({
    type: z.literal('chooseVersion'),
    turnId: z.string(),
    of: z.enum(['prompt', 'answer']),
    step: z.union([z.literal(-1), z.literal(1)]),
  }),
  /** Takes a queued message out; with `isEdit` it comes back into the input. */
  z.object({ type: z.literal('dequeue'), id: z.string(), isEdit: z.boolean() }),
  /** Sends a queued message now: a running answer is stopped for it. */
  z.object({ type: z.literal('sendQueued'), id: z.string() }),
  /** Not to wait any longer before asking again. */
  z.object({ type: z.literal('retryNow') }),
  z.object({ type: z.literal('newChat') }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id, turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** The host asks before it opens anything. */
  z.object({ type: z.literal('openLink'), href: z.string() }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type ChatIntent = z.infer<typeof chatIntent>;

// ---------------------------------------------------------------- reader

/** One piece of speech: one request to the relay, one mark in the editor. */
const sentenceView = z.object({ index: z.number(), text: z.string() });
export type SentenceView = z.infer<typeof sentenceView>;

const readerStatus = z.enum(['idle', 'loading', 'playing', 'paused', 'blocked', 'finished', 'failed']);
export type ReaderStatus = z.infer<typeof readerStatus>;

export const readerFact = z.discriminatedUnion('type', [
  /**
   * A new reading begins; whatever played before is dropped. Also sent after `ready` when the view was
   * rebuilt in the middle of a reading: the audio then follows again from `current`.
   */
  z.object({
    type: z.literal('begin'),
    readingId: z.string(),
    /** File name or the like. */
    title: z.string(),
    sentences: z.array(sentenceView),
    /** False while only the beginning of a long text is planned: `sentences` facts follow. */
    isWhole: z.boolean(),
    current: z.number(),
    paused: z.boolean(),
  }),
  /** More of the text became known: sentences behind those that were sent. */
  z.object({
    type: z.literal('sentences'),
    readingId: z.string(),
    sentences: z.array(sentenceView),
    isWhole: z.boolean(),
  }),
  /** The audio of one sentence, in order. */
  z.object({
    type: z.literal('audio'),
    readingId: z.string(),
    index: z.number(),
    format: z.enum(['mp3', 'wav', 'ogg', 'flac', 'aac']),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
  /** No more audio comes for this reading. */
  z.object({ type: z.literal('audioEnd'), readingId: z.string() }),
  z.object({ type: z.literal('pause'), readingId: z.string() }),
  z.object({ type: z.literal('resume'), readingId: z.string() }),
  z.object({ type: z.literal('stop') }),
  /** The reading can't go on; the position is kept. */
  z.object({ type: z.literal('failed'), readingId: z.string(), failure: failureView }),
]);
export type ReaderFact = z.infer<typeof readerFact>;

export const readerIntent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** What the audio element does now. `index` is the sentence being heard. */
  z.object({
    type: z.literal('state'),
    readingId: z.string(),
    status: readerStatus,
    index: z.number(),
  }),
  /** A sentence's audio could not be decoded or played. */
  z.object({ type: z.literal('unplayable'), readingId: z.string(), index: z.number(), message: z.string() }),
  /** The person pressed a control in the view. */
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type ReaderIntent = z.infer<typeof readerIntent>;
