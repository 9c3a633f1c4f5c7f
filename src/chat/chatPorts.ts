import type { FailureContext } from '../failures.ts';
import type { ConfigurableModel, ModelConfiguration } from '../modelConfiguration.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import type { ChatRequest, ChatTool } from '../relay/chat/chatRequest.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChatFact } from '../webview/protocol.ts';
import type {
  FoundView,
  QueuedView,
  SystemView,
  ToolCallView,
  ToolDecision,
  TurnsWindow,
} from '../webview/protocolViews.ts';
import type { AskCall } from './answerRun.ts';
import type { AnswerText } from './answerTexts.ts';
import type { AttachmentRecord, PictureRecord } from './attachment.ts';
import type { Conversation } from './conversation.ts';
import type { Journal } from './journal.ts';
import type { PictureStore } from './pictureStore.ts';
import type { SentImage } from './sentImages.ts';
import type { ToolOutcome } from './turn.ts';

/** What a person asks. */
export interface Question {
  readonly text: string;
  readonly attachments: readonly AttachmentRecord[];
}

/** What a question is asked with. */
export interface Preparation {
  readonly model: string;
  /** Origin of the relay that is asked. */
  readonly relay: string;
  readonly settings: Pick<ChatRequest, 'maxTokens' | 'outputLimit' | 'system' | 'protocol'>;
  /** What of the conversation's configuration the model takes. */
  readonly configurable: ConfigurableModel;
  readonly ask: (request: ChatRequest, call: AskCall) => AsyncIterable<ChatEvent>;
}

/** A call that a model wants made. */
export type WantedCall = Extract<ChatEvent, { readonly type: 'toolCall' }>;

/** Of which answer a call is, and who is told how it goes. */
export interface CallContext {
  readonly conversationId: string;
  readonly signal: AbortSignal;
  readonly onStatus: (change: Partial<Pick<ToolCallView, 'status' | 'question' | 'isAskedByEditor'>>) => void;
}

/** What the chat needs of the tools that VS Code offers. */
export interface ToolPorts {
  /** What the model is given. */
  readonly given: () => readonly ChatTool[];
  readonly titleOf: (name: string) => string;
  /** Asks the person where need be, and runs the tool. Never rejects: what goes wrong is an outcome. */
  readonly run: (call: WantedCall, context: CallContext) => Promise<ToolOutcome>;
  readonly decide: (callId: string, decision: ToolDecision) => void;
  readonly cancel: (callId: string) => void;
  /** Asks whether an answer may go on with this call after so many rounds. Rejects when it is stopped meanwhile. */
  readonly mayGoOn: (rounds: number, next: WantedCall, context: CallContext) => Promise<boolean>;
}

/** What the chat needs of the rest of the extension. */
export interface ChatPorts {
  readonly journal: Journal;
  readonly pictures: PictureStore;
  /** As it goes to a model; undefined where it is too large. */
  readonly readSentImage: (picture: PictureRecord) => Promise<SentImage | undefined>;
  readonly tools: ToolPorts;
  /** With this model, or else the chosen one. Rejects with a NotReadyError when something is missing. */
  readonly prepare: (model?: string) => Promise<Preparation>;
  /** Further models that a question goes to, beside the chosen one. */
  readonly others: () => readonly string[];
  /** How a model took pictures and tools, so that it can be said before the next time. */
  readonly noteOutcome: (
    asked: { readonly relay: string; readonly request: ChatRequest },
    error?: unknown,
  ) => void;
  /** The system prompt of conversations that have none of their own. */
  readonly defaultSystem: () => string;
  /** The conversation's models answer in another way from now on. */
  readonly onConfigured: () => void;
  /** Whether a model may be asked for a title. */
  readonly wantsTitle: () => boolean;
  /** Asks whether a conversation that was with one relay may go to another, with all that was said. */
  readonly confirmOtherRelay: (from: string, to: string) => Promise<boolean>;
  readonly failureContext: () => FailureContext;
  /** Remembers which conversation is open in this window. */
  readonly rememberConversation: (conversationId: string) => void;
  /** Messages that were queued in this window and not sent. */
  readonly keptQueue: readonly Question[];
  readonly keepQueue: (messages: readonly Question[]) => void;
  /** Puts a question back into the input, before what is there, whether the view is open or not. */
  readonly putBack: (question: Question) => void;
  readonly onFact: (fact: ChatFact) => void;
  /** Other turns are shown, or the same ones otherwise. */
  readonly onBranch: () => void;
  /** Another conversation is open: the view wants a new snapshot. */
  readonly onSwitch: () => void;
  readonly onAnswering: (isAnswering: boolean) => void;
  /** The history could not be written. Called once until it can be again. */
  readonly onUnwritable: () => void;
  /** The conversation that was open could not be read: another one is begun. */
  readonly onUnreadable: () => void;
  readonly logger: Logger;
}

/** The conversation of this window: its state, and all that can be done to it. */
export interface ChatSession {
  readonly conversationId: string;
  readonly title: string | undefined;
  readonly conversation: Conversation;
  /** The turns of the current branch from `first` on, `count` at most. */
  turns(first: number, count: number): TurnsWindow;
  /** Ids of all answers that are being written, here or in another window. */
  readonly running: readonly string[];
  /** An answer is being written here, and would be stopped if another conversation were shown. */
  readonly isAnswering: boolean;
  readonly queue: readonly QueuedView[];
  /** What is queued waits for the person, since no answer runs that it would follow. */
  readonly isQueueHeld: boolean;
  readonly system: SystemView;
  /** What went with the question of this turn. */
  attachmentsOf(answerId: string): readonly AttachmentRecord[];
  /** The text of an answer, whether it is shown or not; undefined where there is no such answer. */
  answerText(answerId: string): AnswerText | undefined;
  /** The turns of the current branch in whose question or answer the text is. */
  find(text: string): FoundView[];
  /** Asks at the end of the conversation; while an answer runs, after it. */
  send(question: Question): void;
  /**
   * Asks the question of this turn in other words: a version beside it. A running answer is stopped. False where the turn
   * isn't shown any more.
   */
  edit(answerId: string, text: string): boolean;
  /** Asks the question of this turn again: a version of the answer beside it. A running answer is stopped. */
  retry(answerId: string): void;
  /** Has the last answer, which was cut, go on. */
  continueAnswer(answerId: string): void;
  /** Of several answers side by side, this one is the conversation's. Others that run are stopped. */
  keepAnswer(answerId: string): void;
  chooseVersion(answerId: string, of: 'prompt' | 'answer', step: -1 | 1): void;
  /** Takes a queued message out. */
  dequeue(id: string): Question | undefined;
  /** Sends a queued message now. A running answer is stopped for it. */
  sendQueued(id: string): void;
  /** Without an answer's id, all answers that run. */
  stop(answerId?: string): void;
  /** Ends the wait before this answer is asked for again; without an id, of all that run. */
  retryNow(answerId?: string): void;
  decideTool(callId: string, decision: ToolDecision): void;
  cancelTool(callId: string): void;
  /** Without a text, the conversation has the system prompt of the settings again. */
  setSystem(text: string | undefined): void;
  /** How this conversation's models answer from the next question on. */
  configure(configuration: ModelConfiguration): void;
  newConversation(): void;
  /** Shows another conversation; false when it isn't there. */
  open(conversationId: string): Promise<boolean>;
  /** Stops running answers and waits until all is on the disk. */
  close(): Promise<void>;
}
