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

/** A picture: the file's name below the folder that the snapshot names. */
const pictureView = z.object({ file: z.string() });
export type PictureView = z.infer<typeof pictureView>;

/** What may be decided about a tool that a model wants to call. */
const toolDecision = z.enum(['once', 'conversation', 'always', 'refuse', 'never']);
export type ToolDecision = z.infer<typeof toolDecision>;

const toolCallView = z.object({
  callId: z.string(),
  /** As the tool's maker calls it, for people; else its name. */
  title: z.string(),
  /** JSON, indented, shortened where it is very long. */
  input: z.string(),
  /** `asking`: waits for the person's decision. `pending`: the call is there, and nothing has been done about it. */
  status: z.enum(['pending', 'asking', 'running', 'done', 'failed', 'refused', 'cancelled']),
  /** What the model got, shortened where it is very long. */
  result: z.optional(z.string()),
  pictures: z.optional(z.array(pictureView)),
  /** What the tool says it is about to do, when it is asked about. */
  question: z.optional(z.string()),
});
export type ToolCallView = z.infer<typeof toolCallView>;

/** A piece of an answer. */
const partView = z.discriminatedUnion('type', [
  /** Markdown, as it came. */
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({ type: z.literal('picture'), picture: pictureView }),
  z.object({ type: z.literal('tool'), call: toolCallView }),
]);
export type PartView = z.infer<typeof partView>;

/** What goes along with a question. */
const attachmentView = z.object({
  /** Of one that is not sent yet; '' for one of a question. */
  id: z.string(),
  kind: z.enum(['file', 'folder', 'selection', 'editors', 'problems', 'terminal', 'changes', 'picture']),
  name: z.string(),
  /** An estimate. */
  tokens: z.number(),
  picture: z.optional(pictureView),
  /** Why it may not arrive: the model takes no pictures, say. */
  warning: z.optional(z.string()),
});
export type AttachmentView = z.infer<typeof attachmentView>;

const answerFields = {
  /** Id of the answer; stable over reloads. */
  id: z.string(),
  answerVersion: z.optional(versionView),
  receipt: z.optional(receiptView),
  phase: z.optional(waitPhase),
  model: z.string(),
  status: answerStatus,
  parts: z.array(partView),
  failure: z.optional(failureView),
  usage: z.optional(usageView),
  cause: z.optional(finishCause),
  /** How many pictures came that were not kept. */
  pictures: z.optional(z.number()),
  retryWait: z.optional(retryWaitView),
};

/** One answer. */
const answerView = z.object(answerFields);
export type AnswerView = z.infer<typeof answerView>;

/** One question with its answer. */
const turnView = z.object({
  ...answerFields,
  prompt: z.string(),
  attachments: z.array(attachmentView),
  /** It asks for the rest of the answer before it, which was cut. */
  isContinuation: z.optional(z.boolean()),
  /** Where the question was edited, or asked again: which version it is. Absent where there is only one. */
  promptVersion: z.optional(versionView),
  /** Answers of several models to be shown side by side, until one is kept; the turn's own answer is one of them. */
  compared: z.optional(z.array(answerView)),
});
export type TurnView = z.infer<typeof turnView>;

/** The turns that a page holds: those from `first` on, of `total` in the conversation. */
const turnsWindow = z.object({ turns: z.array(turnView), first: z.number(), total: z.number() });
export type TurnsWindow = z.infer<typeof turnsWindow>;

/** A message that is sent when the running answer is done. */
const queuedView = z.object({
  id: z.string(),
  text: z.string(),
  /** How many attachments go with it. */
  attachments: z.optional(z.number()),
});
export type QueuedView = z.infer<typeof queuedView>;

/** How full the model's context would be if the draft were sent now. */
const contextView = z.object({
  tokens: z.number(),
  /** A part of it is an estimate, not the relay's word. */
  isEstimate: z.boolean(),
  /** What the model takes, where the relay's list says so. */
  limit: z.optional(z.number()),
});
export type ContextView = z.infer<typeof contextView>;

/** Tools that VS Code offers. */
const toolsView = z.object({
  /** How many the model is given. */
  given: z.number(),
  available: z.number(),
  /** Why the model is given none, or may refuse them. */
  warning: z.optional(z.string()),
});
export type ToolsView = z.infer<typeof toolsView>;

const systemView = z.object({
  /** What counts for this conversation. */
  text: z.string(),
  /** It is the conversation's own, not the setting's. */
  isOwn: z.boolean(),
});
export type SystemView = z.infer<typeof systemView>;

/** Something to choose while typing. */
const suggestionView = z.object({
  /** A file's address, or a prompt's name. */
  value: z.string(),
  label: z.string(),
  detail: z.string(),
});
export type SuggestionView = z.infer<typeof suggestionView>;

/** A turn in which a text was found: its place in the conversation, and how often it is there. */
const foundView = z.object({ turnId: z.string(), place: z.number(), count: z.number() });
export type FoundView = z.infer<typeof foundView>;

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
    window: turnsWindow,
    /** Ids of all answers that are being written. */
    running: z.array(z.string()),
    queue: z.array(queuedView),
    /** What is queued waits for the person: after a stopped or failed answer, and after a restart. */
    isQueueHeld: z.boolean(),
    connection: connectionView,
    model: z.optional(modelView),
    /** What was typed and not sent, as of the window's last `draft`. */
    draft: z.optional(z.string()),
    /** What goes along with it. */
    attachments: z.array(attachmentView),
    /** Further models that the next question goes to, beside the chosen one. */
    others: z.array(modelView),
    context: z.optional(contextView),
    tools: toolsView,
    system: systemView,
    isTrusted: z.boolean(),
    /** Address of the folder with all pictures. */
    pictures: z.string(),
  }),
  /** Another branch is shown, or another part of it. Turns that stay keep their ids. */
  z.object({ type: z.literal('turns'), window: turnsWindow, running: z.array(z.string()) }),
  z.object({ type: z.literal('title'), title: z.optional(z.string()) }),
  z.object({ type: z.literal('queue'), queue: z.array(queuedView), isHeld: z.boolean() }),
  /** What the running question waits for now. */
  z.object({ type: z.literal('phase'), turnId: z.string(), phase: waitPhase }),
  /** A text comes back into the input, before what is there already. */
  z.object({ type: z.literal('putBack'), text: z.string() }),
  /** A turn was added at the end, which is then the last of `total`; or more is known of one that is there. */
  z.object({ type: z.literal('turn'), turn: turnView, total: z.number(), running: z.array(z.string()) }),
  /** A picture or a tool's call, new in a running answer; or more of a call, known by its `callId`. */
  z.object({ type: z.literal('part'), turnId: z.string(), part: partView }),
  z.object({ type: z.literal('attachments'), attachments: z.array(attachmentView) }),
  z.object({ type: z.literal('others'), others: z.array(modelView) }),
  z.object({ type: z.literal('context'), context: z.optional(contextView) }),
  z.object({ type: z.literal('tools'), tools: toolsView }),
  z.object({ type: z.literal('system'), system: systemView }),
  z.object({ type: z.literal('trust'), isTrusted: z.boolean() }),
  /** What was asked for by `suggest`. */
  z.object({ type: z.literal('suggestions'), requestId: z.number(), suggestions: z.array(suggestionView) }),
  /** What was asked for by `find`: the turns that have the text, in their order. */
  z.object({ type: z.literal('found'), requestId: z.number(), found: z.array(foundView) }),
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
  /** The focus goes to the message before or after the one that has it, or to the last answer. */
  z.object({ type: z.literal('focusMessage'), which: z.enum(['previous', 'next', 'lastAnswer']) }),
  z.object({ type: z.literal('openFind') }),
  z.object({ type: z.literal('openSystem') }),
]);
export type ChatFact = z.infer<typeof chatFact>;

export const chatIntent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('send'), text: z.string() }),
  /** What is typed and not sent yet: the host keeps it, since a page's own state is lost in a crash. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** Without a turn: all answers that run. */
  z.object({ type: z.literal('stop'), turnId: z.optional(z.string()) }),
  /** Of the answers side by side, this one is the conversation's. */
  z.object({ type: z.literal('keepAnswer'), turnId: z.string() }),
  /** The page wants these turns of the conversation. */
  z.object({ type: z.literal('showTurns'), first: z.number(), count: z.number() }),
  z.object({ type: z.literal('find'), requestId: z.number(), text: z.string() }),
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
  z.object({ type: z.literal('retryNow'), turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('newChat') }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id, turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** Has something attached to the draft; `choose` lets the person choose what. */
  z.object({
    type: z.literal('attach'),
    what: z.enum([
      'choose',
      'files',
      'folder',
      'selection',
      'editors',
      'problems',
      'terminal',
      'changes',
      'picture',
    ]),
  }),
  /** Files or folders that were dropped, or chosen from suggestions. */
  z.object({ type: z.literal('attachAddresses'), addresses: z.array(z.string()) }),
  /** A picture or a file that was pasted or dropped with its bytes, in base64. */
  z.object({ type: z.literal('attachBytes'), name: z.string(), bytes: z.string() }),
  z.object({ type: z.literal('detach'), id: z.string() }),
  /** Shows what an attachment of the draft holds; or the one at this place of a question. */
  z.object({ type: z.literal('viewAttachment'), id: z.string() }),
  z.object({ type: z.literal('viewSent'), turnId: z.string(), place: z.number() }),
  z.object({ type: z.literal('openPicture'), file: z.string() }),
  z.object({ type: z.literal('savePicture'), file: z.string() }),
  /** What could be meant by what is typed: files after `#`, prompts after `/`. */
  z.object({
    type: z.literal('suggest'),
    requestId: z.number(),
    kind: z.enum(['file', 'prompt']),
    text: z.string(),
  }),
  z.object({ type: z.literal('chooseOthers') }),
  z.object({ type: z.literal('chooseTools') }),
  z.object({ type: z.literal('decideTool'), turnId: z.string(), callId: z.string(), decision: toolDecision }),
  z.object({ type: z.literal('cancelTool'), turnId: z.string(), callId: z.string() }),
  /** The system prompt of this conversation; without a text it has the one of the settings again. */
  z.object({ type: z.literal('setSystem'), text: z.optional(z.string()) }),
  /** What people do with a block of code; `more` lets them choose. */
  z.object({
    type: z.literal('code'),
    action: z.enum(['insert', 'replace', 'newFile', 'apply', 'runInTerminal', 'preview', 'more']),
    text: z.string(),
    language: z.string(),
  }),
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
