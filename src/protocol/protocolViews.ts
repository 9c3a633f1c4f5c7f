/** What the host's views show, as the messages of `chatPageProtocol.ts` carry it. */
import * as z from 'zod/mini';

// ---------------------------------------------------------------- what both views show

/** The focus came into the page, or left it; the number counts how often it came. */
export const focusWebviewMessage = z.object({
  type: z.literal('focus'),
  isFocused: z.boolean(),
  number: z.number(),
});
/** Of one of our commands, pressed before VS Code knew of the focus: it would have taken the key for a command of its own. */
export const earlyKeyMessage = z.object({ type: z.literal('earlyKey'), command: z.enum(['find', 'help']) });
export type FocusMessage = z.infer<typeof focusWebviewMessage> | z.infer<typeof earlyKeyMessage>;
/** VS Code knows of this focus in the page, and of our keys in it. */
export const focusKnownMessage = z.object({ type: z.literal('focusKnown'), number: z.number() });

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

export const usageView = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  /** Of the input, what came from the service's cache, and what went to it. */
  cachedInputTokens: z.optional(z.number()),
  cacheWrittenTokens: z.optional(z.number()),
});

/** Why a response that was not broken off ended. */
export const finishCause = z.enum(['stop', 'length', 'toolCalls', 'refusal', 'other']);

/** A response wanted more tools called: the person did not let it go on, or it went in circles. */
export const endedBy = z.enum(['person', 'loop']);

export const answerStatus = z.enum(['waiting', 'running', 'complete', 'stopped', 'interrupted', 'failed']);

/** A wait before the question is sent again, which the person may cut short. */
export const retryWaitView = z.object({
  /** Why the last try failed, in a sentence. */
  title: z.string(),
  /** As of now: the clocks of host and view need not agree. */
  remainingMs: z.number(),
});
export type RetryWaitView = z.infer<typeof retryWaitView>;

/** Which of several versions is shown: the second of three is { place: 2, count: 3 }. */
export const versionView = z.object({ place: z.number(), count: z.number() });
export type VersionView = z.infer<typeof versionView>;

/** What a response cost and where it came from, as far as the relay says. */
export const receiptView = z.object({
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
export const waitPhase = z.enum(['connecting', 'uploading', 'answer']);
export type WaitPhase = z.infer<typeof waitPhase>;

/** An image: the file's name below the folder that the snapshot names. */
export const pictureView = z.object({ file: z.string() });
export type PictureView = z.infer<typeof pictureView>;

/** What may be decided about a tool that a model wants to call. */
export const toolDecision = z.enum(['once', 'conversation', 'always', 'refuse', 'never']);
export type ToolDecision = z.infer<typeof toolDecision>;

export const toolCallView = z.object({
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
  /** VS Code may ask about it as well, in a dialog that does not show the input. */
  isAskedByEditor: z.optional(z.boolean()),
});
export type ToolCallView = z.infer<typeof toolCallView>;

/** A piece of a response. */
export const partView = z.discriminatedUnion('type', [
  /** Markdown, as it came. */
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({ type: z.literal('picture'), picture: pictureView }),
  z.object({ type: z.literal('tool'), call: toolCallView }),
]);
export type PartView = z.infer<typeof partView>;

/** What goes along with a question. */
export const attachmentView = z.object({
  /** Of one that is not sent yet; '' for one of a question. */
  id: z.string(),
  kind: z.enum(['file', 'folder', 'selection', 'editors', 'problems', 'terminal', 'changes', 'picture']),
  name: z.string(),
  /** An estimate. */
  tokens: z.number(),
  picture: z.optional(pictureView),
  /** How large the image is that is sent, where it was scaled down for it. */
  scaled: z.optional(z.object({ width: z.number(), height: z.number(), bytes: z.number() })),
  /** Why it may not arrive: the model takes no images, say. */
  warning: z.optional(z.string()),
});
export type AttachmentView = z.infer<typeof attachmentView>;

const answerFields = {
  /** Id of the response; stable over reloads. */
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
  endedBy: z.optional(endedBy),
  /** How many images came that were not kept. */
  pictures: z.optional(z.number()),
  retryWait: z.optional(retryWaitView),
};

/** One response. */
export const answerView = z.object(answerFields);
export type AnswerView = z.infer<typeof answerView>;

/** One question with its response. */
export const turnView = z.object({
  ...answerFields,
  /** Id of the question, which stays when another response to it is shown. */
  promptId: z.optional(z.string()),
  prompt: z.string(),
  /** When it was sent, in milliseconds since 1970. */
  sentAt: z.optional(z.number()),
  attachments: z.array(attachmentView),
  /** It asks for the rest of the response before it, which was cut. */
  isContinuation: z.optional(z.boolean()),
  /** Where the question was edited, or asked again: which version it is. Absent where there is only one. */
  promptVersion: z.optional(versionView),
  /**
   * Responses of several models to be shown side by side, until one is kept; the turn's own response is one of them.
   */
  compared: z.optional(z.array(answerView)),
});
export type TurnView = z.infer<typeof turnView>;

/** The turns that a page holds: those from `first` on, of `total` in the conversation. */
export const turnsWindow = z.object({ turns: z.array(turnView), first: z.number(), total: z.number() });
export type TurnsWindow = z.infer<typeof turnsWindow>;

/** A message that is sent when the running response is done. */
export const queuedView = z.object({
  id: z.string(),
  text: z.string(),
  /** How many attachments go with it. */
  attachments: z.optional(z.number()),
});
export type QueuedView = z.infer<typeof queuedView>;

/** How full the model's context would be if the draft were sent now. */
export const contextView = z.object({
  tokens: z.number(),
  /** A part of it is an estimate, not the relay's word. */
  isEstimate: z.boolean(),
  /** What the model takes, where the relay's list says so. */
  limit: z.optional(z.number()),
  /** How many older images are left out, since a request takes no more. */
  omittedImages: z.optional(z.number()),
});
export type ContextView = z.infer<typeof contextView>;

/** Tools that VS Code offers. */
export const toolsView = z.object({
  /** How many the model is given. */
  given: z.number(),
  available: z.number(),
  /** Why the model is given none, or may refuse them. */
  warning: z.optional(z.string()),
});
export type ToolsView = z.infer<typeof toolsView>;

/** How the conversation's models are to respond, where one of them lets a person choose. */
export const configurationView = z.object({
  /** What was chosen, as short as can be; '' where nothing was. */
  short: z.string(),
  /** Each choice in a phrase, also those that are left to the model. */
  words: z.array(z.string()),
  /** What of it is not sent. */
  warning: z.optional(z.string()),
});
export type ConfigurationView = z.infer<typeof configurationView>;
/** How the person's settings want the chat to be heard. */
export const accessibilityView = z.object({
  /** When the texts of responses are announced. */
  responses: z.enum(['off', 'onComplete', 'byParagraph']),
  /** Whether it is announced that something waits for the person. */
  announcesQuestions: z.boolean(),
  /** Whether inputs name the key of the help. */
  namesHelp: z.boolean(),
  /** How loud the signals are, from 0 to 1. */
  signals: z.object({ response: z.number(), question: z.number() }),
});
export type AccessibilityView = z.infer<typeof accessibilityView>;

export const systemView = z.object({
  /** What counts for this conversation. */
  text: z.string(),
  /** It is the conversation's own, not the setting's. */
  isOwn: z.boolean(),
});
export type SystemView = z.infer<typeof systemView>;

/** Codicons that stand before a suggestion. */
export const suggestionIcon = z.enum([
  'file',
  'folder',
  'file-media',
  'list-selection',
  'files',
  'error',
  'terminal',
  'git-compare',
]);
export type SuggestionIcon = z.infer<typeof suggestionIcon>;

/** Something to choose while typing. */
export const suggestionView = z.object({
  /** A file's address, or a prompt's name. */
  value: z.string(),
  label: z.string(),
  detail: z.string(),
  /** Absent: that of its kind. */
  icon: z.optional(suggestionIcon),
  /** What stays of an attachment in the sentence that it was chosen in; absent: nothing. */
  mention: z.optional(z.string()),
});
export type SuggestionView = z.infer<typeof suggestionView>;

/** A turn in which a text was found: its place in the conversation, and how often it is there. */
export const foundView = z.object({ turnId: z.string(), place: z.number(), count: z.number() });
export type FoundView = z.infer<typeof foundView>;

export const connectionView = z.object({
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

export const modelView = z.object({ id: z.string(), label: z.string() });
export type ModelView = z.infer<typeof modelView>;
