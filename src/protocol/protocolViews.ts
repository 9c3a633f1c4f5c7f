/** The schemas of what the host's pages show, for the messages in `chatPageProtocol.ts`. */
import * as z from 'zod/mini';

// ---------------------------------------------------------------- what both views show

/** The page got or lost the focus; the number counts how often it got it. */
export const focusWebviewMessage = z.object({
  type: z.literal('focus'),
  isFocused: z.boolean(),
  number: z.number(),
});
/** A key of our command, pressed before VS Code knew about the focus: VS Code would have run its own command. */
export const earlyKeyMessage = z.object({ type: z.literal('earlyKey'), command: z.enum(['find', 'help']) });
export type FocusMessage = z.infer<typeof focusWebviewMessage> | z.infer<typeof earlyKeyMessage>;
/** VS Code's context keys now match this focus of the page. */
export const focusKnownMessage = z.object({ type: z.literal('focusKnown'), number: z.number() });

/** An action for a failure. The host knows how to run it. */
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
  /** What to check or do, one item each. */
  advice: z.array(z.string()),
  /** The relay's own message, shown as plain text. */
  relayMessage: z.optional(z.string()),
  requestId: z.optional(z.string()),
  actions: z.array(failureAction),
});
export type FailureAction = z.infer<typeof failureAction>;
export type FailureView = z.infer<typeof failureView>;

/** Fields of a request for which a form has no control, sent as they are. */
export const furtherParameters = z.record(z.string(), z.json());
export type FurtherParameters = z.infer<typeof furtherParameters>;

// ---------------------------------------------------------------- chat

const usageView = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  /** Input tokens read from the service's cache, and written to it. */
  cachedInputTokens: z.optional(z.number()),
  cacheWrittenTokens: z.optional(z.number()),
});

/** Why a complete response ended. */
const finishCause = z.enum(['stop', 'length', 'toolCalls', 'refusal', 'other']);

/** A response requested more tools, but the person stopped it, or it repeated the same calls. */
const endedBy = z.enum(['person', 'loop']);

const answerStatus = z.enum(['waiting', 'running', 'complete', 'stopped', 'interrupted', 'failed']);

/** A wait before a retry, which the person can end early. */
export const retryWaitView = z.object({
  /** Why the last attempt failed, in a sentence. */
  title: z.string(),
  /** As of now: the clocks of host and view need not agree. */
  remainingMs: z.number(),
});
export type RetryWaitView = z.infer<typeof retryWaitView>;

/** Which of several versions is shown: the second of three is { place: 2, count: 3 }. */
const versionView = z.object({ place: z.number(), count: z.number() });
export type VersionView = z.infer<typeof versionView>;

/** The usage and origin of a response, as far as the relay reports them. */
const receiptView = z.object({
  /** The model that responded, if its name differs from the requested one. */
  servedModel: z.optional(z.string()),
  requestId: z.optional(z.string()),
  firstTokenMs: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  retries: z.optional(z.number()),
  /** The relay's own finish reason. */
  finishReason: z.optional(z.string()),
  /** In US dollars, by the prices of the relay's list. */
  cost: z.optional(z.number()),
});
export type ReceiptView = z.infer<typeof receiptView>;

/** What a request is waiting for. */
export const waitPhase = z.enum(['connecting', 'uploading', 'answer']);
export type WaitPhase = z.infer<typeof waitPhase>;

/** An image: the file's name below the folder that the snapshot names. */
const pictureView = z.object({ file: z.string() });

/** In `ask`, the model gets tools that only read; in `agent`, all that are selected. */
export const chatMode = z.enum(['ask', 'agent']);
export type ChatMode = z.infer<typeof chatMode>;

/** The decisions about a tool call that needs approval. */
export const toolDecision = z.enum(['once', 'conversation', 'always', 'refuse', 'never']);
export type ToolDecision = z.infer<typeof toolDecision>;

const toolCallView = z.object({
  callId: z.string(),
  /** The tool's display name; else its name. */
  title: z.string(),
  /** Indented JSON, shortened if it is very long; '' if the title says everything. */
  input: z.string(),
  /** The exact command that it runs. */
  command: z.optional(z.string()),
  /** `asking`: waits for approval. `pending`: not handled yet. */
  status: z.enum(['pending', 'asking', 'running', 'done', 'failed', 'refused', 'cancelled']),
  /** The result that the model got, shortened if it is very long. */
  result: z.optional(z.string()),
  pictures: z.optional(z.array(pictureView)),
  /** The tool's own description of the call, for the approval. */
  question: z.optional(z.string()),
  /** The decisions that can be made; absent: all. */
  decisions: z.optional(z.array(toolDecision)),
  /** What a running call has printed so far, shortened. */
  output: z.optional(z.string()),
  /** How much was read, or how a command ended. */
  summary: z.optional(z.string()),
  /** Whether VS Code may ask for approval as well, in a dialog that does not show the input. */
  isAskedByEditor: z.optional(z.boolean()),
});
export type ToolCallView = z.infer<typeof toolCallView>;

/** A part of a response. */
export const partView = z.discriminatedUnion('type', [
  /** Markdown, as it came. */
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({ type: z.literal('picture'), picture: pictureView }),
  z.object({ type: z.literal('tool'), call: toolCallView }),
]);
export type PartView = z.infer<typeof partView>;

/** Sources that can be attached from a menu, besides files. */
export const attachedSources = [
  'folder',
  'selection',
  'editors',
  'problems',
  'terminal',
  'changes',
  'picture',
] as const;

/** The kind of an attachment. */
const attachmentKind = z.enum(['file', ...attachedSources]);

/** An attachment of a prompt. */
export const attachmentView = z.object({
  /** Identifies an attachment of the draft; '' for one that was sent. */
  id: z.string(),
  kind: attachmentKind,
  name: z.string(),
  /** An estimate. */
  tokens: z.number(),
  picture: z.optional(pictureView),
  /** The size of the image as sent, if it was scaled down. */
  scaled: z.optional(z.object({ width: z.number(), height: z.number(), bytes: z.number() })),
  /** Why it may not be used, for example because the model takes no images. */
  warning: z.optional(z.string()),
});
export type AttachmentView = z.infer<typeof attachmentView>;

/** The facts about a response at its end. */
export const endFields = {
  status: answerStatus,
  receipt: z.optional(receiptView),
  failure: z.optional(failureView),
  usage: z.optional(usageView),
  cause: z.optional(finishCause),
  endedBy: z.optional(endedBy),
  /** Number of images that could not be saved. */
  pictures: z.optional(z.number()),
  /** Images that were withheld, with the relay's reasons; '' if it gave none. */
  withheld: z.optional(z.array(z.string())),
};

const answerFields = {
  ...endFields,
  /** Id of the response; stable over reloads. */
  id: z.string(),
  answerVersion: z.optional(versionView),
  phase: z.optional(waitPhase),
  model: z.string(),
  parts: z.array(partView),
  /** Whether it is from an image model. */
  isImage: z.optional(z.boolean()),
  retryWait: z.optional(retryWaitView),
};

/** One response. */
const answerView = z.object(answerFields);
export type AnswerView = z.infer<typeof answerView>;

/** A prompt with its response. */
export const turnView = z.object({
  ...answerFields,
  /** Id of the prompt, which stays the same when another response is shown. */
  promptId: z.optional(z.string()),
  prompt: z.string(),
  /** When it was sent, in milliseconds since 1970. */
  sentAt: z.optional(z.number()),
  attachments: z.array(attachmentView),
  /** Whether the prompt continues the interrupted response before it. */
  isContinuation: z.optional(z.boolean()),
  /** Whether the response is a summary of everything before it, which is sent in its place from then on. */
  isCompaction: z.optional(z.boolean()),
  /** Which version of the prompt it is. Absent if there is only one. */
  promptVersion: z.optional(versionView),
  /**
   * Responses of several models to be shown side by side, until one is kept; the turn's own response is one of them.
   */
  compared: z.optional(z.array(answerView)),
});
export type TurnView = z.infer<typeof turnView>;

/** The turns that a page has: those from `first` on, of `total` in the conversation. */
export const turnsWindow = z.object({ turns: z.array(turnView), first: z.number(), total: z.number() });
export type TurnsWindow = z.infer<typeof turnsWindow>;

/** A message that is sent after the streaming response. */
export const queuedView = z.object({
  id: z.string(),
  text: z.string(),
  /** Number of its attachments. */
  attachments: z.optional(z.number()),
});
export type QueuedView = z.infer<typeof queuedView>;

/** How full the model's context would be if the draft were sent now. */
export const contextView = z.object({
  tokens: z.number(),
  /** Whether a part of it is an estimate and not counted by the relay. */
  isEstimate: z.boolean(),
  /** The model's context, if it is known. */
  limit: z.optional(z.number()),
  /** Whether earlier messages are not sent: an image model gets only a message and its attachments. */
  isMessageOnly: z.optional(z.boolean()),
  /** Number of older images that exceed the limits of a request. */
  omittedImages: z.optional(z.number()),
  /** Total cost of the responses of the chat whose cost is known, in US dollars. */
  cost: z.optional(z.number()),
  /** Whether the cost of other responses is unknown. */
  isCostPartial: z.optional(z.boolean()),
});
export type ContextView = z.infer<typeof contextView>;

/** The tools of this chat and those that VS Code offers. */
export const toolsView = z.object({
  mode: chatMode,
  /** Number of tools that are sent to the model. */
  given: z.number(),
  available: z.number(),
  /** Why none are sent, or the model may refuse them. */
  warning: z.optional(z.string()),
});
export type ToolsView = z.infer<typeof toolsView>;

/** A file that a model changed, or wants to. */
const changedFileView = z.object({
  id: z.string(),
  /** Relative to the workspace. */
  path: z.string(),
  added: z.number(),
  removed: z.number(),
  /** Whether it is not written yet. */
  isProposed: z.boolean(),
  isNew: z.boolean(),
  responseId: z.optional(z.string()),
});
export type ChangedFileView = z.infer<typeof changedFileView>;

export const changedFilesView = z.object({
  files: z.array(changedFileView),
  /** Whether a tool waits for approval of some of them, which could be allowed for the whole chat. */
  canAllow: z.boolean(),
});
export type ChangedFilesView = z.infer<typeof changedFilesView>;

/** The configuration of the conversation's models, if one of them can be configured. */
export const configurationView = z.object({
  /** The configuration in short; '' if everything is left to the model. */
  short: z.string(),
  /** Each option in a phrase, also those that are left to the model. */
  words: z.array(z.string()),
  /** The options that are not sent. */
  warning: z.optional(z.string()),
});
export type ConfigurationView = z.infer<typeof configurationView>;
/** The person's settings for screen readers and sounds. */
export const accessibilityView = z.object({
  /** When the texts of responses are announced. */
  responses: z.enum(['off', 'onComplete', 'byParagraph']),
  /** Whether pending approvals are announced. */
  announcesQuestions: z.boolean(),
  /** Whether labels of inputs name the keybinding of the accessibility help. */
  namesHelp: z.boolean(),
  /** Volumes of the sound signals, from 0 to 1. */
  signals: z.object({ response: z.number(), question: z.number() }),
});
export type AccessibilityView = z.infer<typeof accessibilityView>;

export const systemView = z.object({
  /** The system prompt that applies to this conversation. */
  text: z.string(),
  /** Whether it is the conversation's own, not that of the settings. */
  isOwn: z.boolean(),
});
export type SystemView = z.infer<typeof systemView>;

/** A turn in which a text was found: its index in the conversation, and the number of matches. */
export const foundView = z.object({ turnId: z.string(), place: z.number(), count: z.number() });
export type FoundView = z.infer<typeof foundView>;

export const connectionView = z.object({
  /** `missing`: no base URL or no API key. */
  state: z.enum(['connected', 'missing']),
  /** Host name of the relay, for display; also of a base URL without a key. */
  host: z.optional(z.string()),
  /** Whether base URL and key come from environment variables. */
  fromEnvironment: z.boolean(),
  /** Name of the profile in use, if there are several. */
  profile: z.optional(z.string()),
  /** Name of the profile that is set but does not exist. */
  missingProfile: z.optional(z.string()),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const modelView = z.object({ id: z.string(), label: z.string() });
export type ModelView = z.infer<typeof modelView>;
