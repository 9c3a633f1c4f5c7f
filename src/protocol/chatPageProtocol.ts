/**
 * All messages between the extension host and the chat's page. The host owns the state; a page sends `ready`, gets
 * one snapshot, then changes, and sends what the person does. Every message of a page is parsed; invalid ones are
 * logged and dropped.
 */
import * as z from 'zod/mini';
import type { ModelListView } from './modelListView.ts';
import {
  type AccessibilityView,
  type AttachmentView,
  type ChangedFilesView,
  type ConfigurationView,
  type ConnectionView,
  type ContextView,
  chatMode,
  type EndView,
  earlyKeyMessage,
  type FailureView,
  type FocusKnownMessage,
  type FoundView,
  failureAction,
  focusWebviewMessage,
  logMessage,
  type ModelView,
  type PartView,
  type QueuedView,
  type RetryWaitView,
  type SystemView,
  type ToolsView,
  type TurnsWindow,
  type TurnView,
  toolDecision,
  type WaitPhase,
} from './protocolViews.ts';
import { type ReadingView, readingAction } from './readerProtocol.ts';
import type { SuggestedView, SuggestionView } from './suggestedView.ts';

/** What a page shows besides the turns. `null`: there is none. */
export interface ChatStateView {
  /** By the person or a model. */
  readonly title: string | null;
  readonly queue: readonly QueuedView[];
  /** Whether queued messages wait for the person: after a stopped or failed response, and after a restart. */
  readonly isQueueHeld: boolean;
  readonly connection: ConnectionView;
  readonly model: ModelView | null;
  /** The attachments of the draft. */
  readonly attachments: readonly AttachmentView[];
  readonly suggested: SuggestedView | null;
  readonly changes: ChangedFilesView;
  /** What is read aloud. */
  readonly reading: ReadingView | null;
  /** Models that are compared with the selected one. */
  readonly others: readonly ModelView[];
  readonly context: ContextView;
  readonly tools: ToolsView;
  /** `null` if none of the models can be configured. */
  readonly configuration: ConfigurationView | null;
  readonly system: SystemView;
  readonly isTrusted: boolean;
  readonly accessibility: AccessibilityView;
  /** Style sheet for code with the colors of the editor's theme; `''` if they are unknown. */
  readonly codeStyles: string;
}

export type HostMessage =
  | ({
      readonly type: 'snapshot';
      readonly conversationId: string;
      readonly window: TurnsWindow;
      /** Ids of all streaming responses. */
      readonly running: readonly string[];
      /** The text of the input that was not sent, as of the last `draft`. */
      readonly draft: string;
      /** URL of the folder with all images. */
      readonly pictures: string;
    } & ChatStateView)
  /** What has changed since the snapshot. */
  | ({ readonly type: 'state' } & Partial<ChatStateView>)
  /** Shows another branch, or another part of it. Turns that stay keep their ids. */
  | { readonly type: 'turns'; readonly window: TurnsWindow; readonly running: readonly string[] }
  /** What the request is waiting for now. */
  | { readonly type: 'phase'; readonly turnId: string; readonly phase: WaitPhase }
  /** Puts a text back into the input, before the text that is there. */
  | { readonly type: 'putBack'; readonly text: string }
  /** A turn was added at the end, which is then the last of `total`; or an existing one changed. */
  | {
      readonly type: 'turn';
      readonly turn: TurnView;
      readonly total: number;
      readonly running: readonly string[];
    }
  /** A new image or tool call of a streaming response; or a change of a call, identified by its `callId`. */
  | { readonly type: 'part'; readonly turnId: string; readonly part: PartView }
  /** Asks the page to scale an image, in base64, because the host can't decode images. */
  | {
      readonly type: 'scaleImage';
      readonly requestId: number;
      readonly mediaType: string;
      readonly bytes: string;
    }
  /** The reply to `suggest`. */
  | {
      readonly type: 'suggestions';
      readonly requestId: number;
      readonly suggestions: readonly SuggestionView[];
      /** Whether the search goes on: more will come in another message. */
      readonly isPartial?: boolean;
    }
  /** The reply to `listModels`: what is known, then what the relay lists now. */
  | { readonly type: 'models'; readonly list: ModelListView }
  /** The reply to `find`: the turns that have the text, in order. */
  | { readonly type: 'found'; readonly requestId: number; readonly found: readonly FoundView[] }
  /** A delta of the streaming response. */
  | {
      readonly type: 'delta';
      readonly turnId: string;
      readonly kind: 'text' | 'thinking';
      readonly text: string;
    }
  /** The wait before the response is retried began, or ended. */
  | { readonly type: 'retryWait'; readonly turnId: string; readonly wait?: RetryWaitView }
  /** The response ended, successfully or not. */
  | ({ readonly type: 'end'; readonly turnId: string } & EndView)
  /** The host could not send a message: its text goes back into the input. */
  | { readonly type: 'rejected'; readonly text: string; readonly failure: FailureView }
  /** This text was sent from another page that shows the chat. */
  | { readonly type: 'sentElsewhere'; readonly text: string }
  | { readonly type: 'focusInput' }
  /** Returns the focus to the element that had it, or else to the input. */
  | { readonly type: 'focusBack' }
  | FocusKnownMessage
  /** Scrolls to a prompt that comes from the editor. */
  | { readonly type: 'followConversation' }
  /** Moves the focus to the message before or after the focused one, or to the last response. */
  | { readonly type: 'focusMessage'; readonly which: 'previous' | 'next' | 'lastResponse' }
  /** With a text, searches for it. */
  | { readonly type: 'openFind'; readonly text?: string }
  | { readonly type: 'openSystem' };

export const webviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  focusWebviewMessage,
  earlyKeyMessage,
  z.object({ type: z.literal('send'), text: z.string() }),
  /** The text of the input. The host stores it, because a page's own state is lost in a crash. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** Without a turn: all streaming responses. */
  z.object({ type: z.literal('stop'), turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('keepAnswer'), turnId: z.string() }),
  /** Requests these turns of the conversation. */
  z.object({ type: z.literal('showTurns'), first: z.number(), count: z.number() }),
  z.object({ type: z.literal('find'), requestId: z.number(), text: z.string() }),
  /** Sends an edited prompt as a new version of this turn. */
  z.object({ type: z.literal('edit'), turnId: z.string(), text: z.string() }),
  /** Sends the same prompt again, for a new version of the response. */
  z.object({ type: z.literal('retry'), turnId: z.string() }),
  z.object({ type: z.literal('continue'), turnId: z.string() }),
  /** Shows the version before or after this one, of the prompt or the response. */
  z.object({
    type: z.literal('chooseVersion'),
    turnId: z.string(),
    of: z.enum(['prompt', 'answer']),
    step: z.union([z.literal(-1), z.literal(1)]),
  }),
  /** Removes a queued message; with `isEdit` it goes back into the input. */
  z.object({ type: z.literal('dequeue'), id: z.string(), isEdit: z.boolean() }),
  /** Sends a queued message now. A streaming response is stopped for it. */
  z.object({ type: z.literal('sendQueued'), id: z.string() }),
  z.object({ type: z.literal('retryNow'), turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('newChat') }),
  /** Has the model sum up the conversation, so that later requests contain the summary instead of it. */
  z.object({ type: z.literal('compact') }),
  /** Sends the same prompt again, to a model that the person picks. */
  z.object({ type: z.literal('retryWith'), turnId: z.string() }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id, turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** Reads this response aloud, also while it is streaming. */
  z.object({ type: z.literal('readAnswer'), turnId: z.string() }),
  z.object({ type: z.literal('reading'), action: readingAction }),
  z.object({ type: z.literal('setReadingSpeed'), speed: z.number() }),
  z.object({ type: z.literal('attach') }),
  /** Adds the active file or selection to the message, or leaves it out if it is added automatically. */
  z.object({ type: z.literal('toggleSuggested') }),
  /** Adds it for a starter prompt, with the problems of its file if the prompt is about them. */
  z.object({ type: z.literal('addSuggested'), withProblems: z.boolean() }),
  /** Opens a picker to choose whether it is suggested. */
  z.object({ type: z.literal('configureSuggested') }),
  /** Attaches dropped files or folders, or the selected suggestion. */
  z.object({ type: z.literal('attachAddresses'), addresses: z.array(z.string()) }),
  /** An image or a file that was pasted or dropped with its bytes, in base64. */
  z.object({
    type: z.literal('attachBytes'),
    name: z.string(),
    bytes: z.string(),
    /** The page scaled the image down, or encoded it again. */
    isScaled: z.optional(z.boolean()),
  }),
  /** The reply to `scaleImage`; without bytes if the image can't be decoded. */
  z.object({ type: z.literal('imageScaled'), requestId: z.number(), bytes: z.optional(z.string()) }),
  z.object({ type: z.literal('detach'), id: z.string() }),
  /** Opens an attachment of the draft, by its id; `viewSent` one of a prompt, by its index. */
  z.object({ type: z.literal('viewAttachment'), id: z.string() }),
  z.object({ type: z.literal('viewSent'), turnId: z.string(), place: z.number() }),
  z.object({ type: z.literal('openPicture'), file: z.string() }),
  z.object({ type: z.literal('savePicture'), file: z.string() }),
  z.object({
    type: z.literal('drawnImage'),
    action: z.enum(['useAsSource', 'save', 'insert']),
    turnId: z.string(),
    file: z.string(),
  }),
  /** Requests suggestions for the typed text: files, symbols and chats after `#`, prompts after `/`. */
  z.object({
    type: z.literal('suggest'),
    requestId: z.number(),
    kind: z.enum(['context', 'prompt']),
    text: z.string(),
  }),
  /** Loads the relay's lists again, for the model menu. */
  z.object({ type: z.literal('listModels') }),
  z.object({ type: z.literal('selectModel'), id: z.string() }),
  z.object({ type: z.literal('pinModel'), id: z.string(), isPinned: z.boolean() }),
  z.object({ type: z.literal('manageModels') }),
  z.object({ type: z.literal('compareModels') }),
  z.object({ type: z.literal('configureTools') }),
  /** Sets which tools the models of this conversation get. */
  z.object({ type: z.literal('setMode'), mode: chatMode }),
  /** Opens the picker for the configuration of the conversation's models. */
  z.object({ type: z.literal('configureModel') }),
  z.object({ type: z.literal('decideTool'), turnId: z.string(), callId: z.string(), decision: toolDecision }),
  z.object({ type: z.literal('cancelTool'), turnId: z.string(), callId: z.string() }),
  /** Sets the system prompt of this conversation; without a text, that of the settings applies again. */
  z.object({ type: z.literal('setSystem'), text: z.optional(z.string()) }),
  /** The actions of a code block; `more` opens a picker. */
  z.object({
    type: z.literal('code'),
    action: z.enum(['insert', 'newFile', 'apply', 'runInTerminal', 'preview', 'more']),
    text: z.string(),
    language: z.string(),
  }),
  /** Decides about files that a model changed or wants to change, in one step. */
  z.object({
    type: z.literal('change'),
    action: z.enum(['keep', 'undo', 'open', 'keepInChat']),
    ids: z.array(z.string()),
  }),
  /** The host asks before it opens anything. */
  z.object({ type: z.literal('openLink'), href: z.string() }),
  logMessage,
]);
export type WebviewMessage = z.infer<typeof webviewMessage>;
