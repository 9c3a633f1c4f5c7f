/** What the host’s pages show, for the messages in the other files, and the messages of several pages. */
import * as z from 'zod/mini';
import type { FinishCause, Usage } from '../relay/chat/chatEvent.ts';
import type { AttachmentKind } from './attachmentKinds.ts';

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
export interface FocusKnownMessage {
  readonly type: 'focusKnown';
  readonly number: number;
}

/** A line for the log, which every page may send. */
export const logMessage = z.object({
  type: z.literal('log'),
  level: z.enum(['warn', 'error']),
  message: z.string(),
});
export type LogMessage = z.infer<typeof logMessage>;

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

/** A wait before a retry, which the person can end early. */
export interface RetryWaitView {
  /** Why the last attempt failed, in a sentence. */
  readonly title: string;
  /** As of now: the clocks of host and view need not agree. */
  readonly remainingMs: number;
}

/** Which of several versions is shown: the second of three is { place: 2, count: 3 }. */
export interface VersionView {
  readonly place: number;
  readonly count: number;
}

/** The usage and origin of a response, as far as the relay reports them. */
export interface ReceiptView {
  /** The model that responded, if its name differs from the requested one. */
  readonly servedModel?: string;
  readonly requestId?: string;
  readonly firstTokenMs?: number;
  readonly durationMs?: number;
  readonly retries?: number;
  /** The relay's own finish reason. */
  readonly finishReason?: string;
  /** In US dollars, by the prices of the relay's list. */
  readonly cost?: number;
}

/** What a request is waiting for. */
export type WaitPhase = 'connecting' | 'uploading' | 'answer';

/** An image: the file's name below the folder that the snapshot names. */
interface PictureView {
  readonly file: string;
}

/** In `ask`, the model gets tools that only read; in `agent`, all that are selected. */
export const chatMode = z.enum(['ask', 'agent']);
export type ChatMode = z.infer<typeof chatMode>;

/** The decisions about a tool call that needs approval. */
export const toolDecision = z.enum(['once', 'conversation', 'always', 'refuse', 'never']);
export type ToolDecision = z.infer<typeof toolDecision>;

export interface ToolCallView {
  readonly callId: string;
  /** The tool's display name; else its name. */
  readonly title: string;
  /** Indented JSON, shortened if it is very long; '' if the title says everything. */
  readonly input: string;
  /** The exact command that it runs. */
  readonly command?: string;
  /** `asking`: waits for approval. `pending`: not handled yet. */
  readonly status: 'pending' | 'asking' | 'running' | 'done' | 'failed' | 'refused' | 'cancelled';
  /** The result that the model got, shortened if it is very long. */
  readonly result?: string;
  readonly pictures?: readonly PictureView[];
  /** The tool's own description of the call, for the approval. */
  readonly question?: string;
  /** The decisions that can be made; absent: all. */
  readonly decisions?: readonly ToolDecision[];
  /** What a running call has printed so far, shortened. */
  readonly output?: string;
  /** How much was read, or how a command ended. */
  readonly summary?: string;
  /** Whether VS Code may ask for approval as well, in a dialog that does not show the input. */
  readonly isAskedByEditor?: boolean;
}

/** A part of a response. */
export type PartView =
  /** Markdown, as it came. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'picture'; readonly picture: PictureView }
  | { readonly type: 'tool'; readonly call: ToolCallView };

/** An attachment of a prompt. */
export interface AttachmentView {
  /** Identifies an attachment of the draft; '' for one that was sent. */
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  /** An estimate. */
  readonly tokens: number;
  readonly picture?: PictureView;
  /** The size of the image as sent, if it was scaled down. */
  readonly scaled?: { readonly width: number; readonly height: number; readonly bytes: number };
  /** Why it may not be used, for example because the model takes no images. */
  readonly warning?: string;
}

/** The facts about a response at its end. */
export interface EndView {
  readonly status: 'waiting' | 'running' | 'complete' | 'stopped' | 'interrupted' | 'failed';
  readonly receipt?: ReceiptView;
  readonly failure?: FailureView;
  readonly usage?: { readonly [Count in keyof Usage]?: number | undefined };
  /** Why a complete response ended. */
  readonly cause?: FinishCause;
  /** It requested more tools, but the person stopped it, or it repeated the same calls. */
  readonly endedBy?: 'person' | 'loop';
  /** Number of images that could not be saved. */
  readonly pictures?: number;
  /** Images that were withheld, with the relay's reasons; '' if it gave none. */
  readonly withheld?: readonly string[];
}

/** One response. */
export interface AnswerView extends EndView {
  /** Id of the response; stable over reloads. */
  readonly id: string;
  readonly answerVersion?: VersionView;
  readonly phase?: WaitPhase;
  readonly model: string;
  readonly parts: readonly PartView[];
  /** Whether it is from an image model. */
  readonly isImage?: boolean;
  readonly retryWait?: RetryWaitView;
}

/** A prompt with its response. */
export interface TurnView extends AnswerView {
  /** Id of the prompt, which stays the same when another response is shown, and so does an unsaved edit. */
  readonly promptId: string;
  readonly prompt: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt?: number;
  readonly attachments: readonly AttachmentView[];
  /** Whether the prompt continues the interrupted response before it. */
  readonly isContinuation?: boolean;
  /** Whether the response is a summary of everything before it, which is sent in its place from then on. */
  readonly isCompaction?: boolean;
  /** Which version of the prompt it is. Absent if there is only one. */
  readonly promptVersion?: VersionView;
  /**
   * Responses of several models to be shown side by side, until one is kept; the turn's own response is one of them.
   */
  readonly compared?: readonly AnswerView[];
}

/** The turns that a page has: those from `first` on, of `total` in the conversation. */
export interface TurnsWindow {
  readonly turns: readonly TurnView[];
  readonly first: number;
  readonly total: number;
}

/** A message that is sent after the streaming response. */
export interface QueuedView {
  readonly id: string;
  readonly text: string;
  /** Number of its attachments. */
  readonly attachments?: number;
}

/** How full the model's context would be if the draft were sent now. */
export interface ContextView {
  readonly tokens: number;
  /** Whether a part of it is an estimate and not counted by the relay. */
  readonly isEstimate: boolean;
  /** The model's context, if it is known. */
  readonly limit?: number;
  /** The part of the tools that are offered to the model; an estimate. */
  readonly toolTokens?: number;
  /** Whether earlier messages are not sent: an image model gets only a message and its attachments. */
  readonly isMessageOnly?: boolean;
  /** Number of older images that exceed the limits of a request. */
  readonly omittedImages?: number;
  /** Total cost of the responses of the chat whose cost is known, in US dollars. */
  readonly cost?: number;
  /** Whether the cost of other responses is unknown. */
  readonly isCostPartial?: boolean;
}

/** The tools of this chat and those that VS Code offers. */
export interface ToolsView {
  readonly mode: ChatMode;
  /** Number of tools that are sent to the model. */
  readonly given: number;
  readonly available: number;
  /** Why none are sent, or the model may refuse them. */
  readonly warning?: string;
}

/** A file that a model changed, or wants to. */
export interface ChangedFileView {
  readonly id: string;
  /** Relative to the workspace. */
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** Whether it is not written yet. */
  readonly isProposed: boolean;
  readonly isNew: boolean;
  readonly responseId?: string;
}

export interface ChangedFilesView {
  readonly files: readonly ChangedFileView[];
  /** Whether a tool waits for approval of some of them, which could be allowed for the whole chat. */
  readonly canAllow: boolean;
}

/** The configuration of the conversation's models, if one of them can be configured. */
export interface ConfigurationView {
  /** The configuration in short; '' if everything is left to the model. */
  readonly short: string;
  /** Each option in a phrase, also those that are left to the model. */
  readonly words: readonly string[];
  /** The options that are not sent. */
  readonly warning?: string;
}
/** The person's settings for screen readers and sounds. */
export interface AccessibilityView {
  /** When the texts of responses are announced. */
  readonly responses: 'off' | 'onComplete' | 'byParagraph';
  /** Whether pending approvals are announced. */
  readonly announcesQuestions: boolean;
  /** Whether labels of inputs name the keybinding of the accessibility help. */
  readonly namesHelp: boolean;
  /** Volumes of the sound signals, from 0 to 1. */
  readonly signals: { readonly response: number; readonly question: number };
}

export interface SystemView {
  /** The system prompt that applies to this conversation. */
  readonly text: string;
  /** Whether it is the conversation's own, not that of the settings. */
  readonly isOwn: boolean;
}

/** A turn in which a text was found: its index in the conversation, and the number of matches. */
export interface FoundView {
  readonly turnId: string;
  readonly place: number;
  readonly count: number;
}

export interface ConnectionView {
  /** `missing`: no base URL or no API key. */
  readonly state: 'connected' | 'missing';
  /** Host name of the relay, for display; also of a base URL without a key. */
  readonly host?: string;
  /** Whether base URL and key come from environment variables. */
  readonly fromEnvironment: boolean;
  /** Name of the profile in use, if there are several. */
  readonly profile?: string;
  /** Name of the profile that is set but does not exist. */
  readonly missingProfile?: string;
}

export interface ModelView {
  readonly id: string;
  readonly label: string;
}
