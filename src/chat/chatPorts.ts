import type { FailureContext } from '../failures.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import type { ChatRequest } from '../relay/chat/chatRequest.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChatFact, QueuedView, TurnView } from '../webview/protocol.ts';
import type { AskCall } from './answerRun.ts';
import type { Conversation } from './conversation.ts';
import type { Journal } from './journal.ts';

/** What a question is asked with. */
export interface Preparation {
  readonly model: string;
  /** Origin of the relay that is asked. */
  readonly relay: string;
  readonly settings: Pick<ChatRequest, 'maxTokens' | 'system' | 'protocol'>;
  readonly ask: (request: ChatRequest, call: AskCall) => AsyncIterable<ChatEvent>;
}

/** What the chat needs of the rest of the extension. */
export interface ChatPorts {
  readonly journal: Journal;
  /** May have to ask the relay for its models first. Rejects with a NotReadyError when something is missing. */
  readonly prepare: () => Promise<Preparation>;
  /** Asks whether a conversation that was with one relay may go to another, with all that was said. */
  readonly confirmOtherRelay: (from: string, to: string) => Promise<boolean>;
  readonly failureContext: () => FailureContext;
  /** Remembers which conversation is open in this window. */
  readonly rememberConversation: (conversationId: string) => void;
  /** Texts that were queued in this window and not sent. */
  readonly keptQueue: readonly string[];
  readonly keepQueue: (texts: readonly string[]) => void;
  /** Puts a text back into the input, before what is there, whether the view is open or not. */
  readonly putBack: (text: string) => void;
  readonly onFact: (fact: ChatFact) => void;
  /** Another conversation is open: the view wants a new snapshot. */
  readonly onSwitch: () => void;
  readonly onAnswering: (isAnswering: boolean) => void;
  /** The history could not be written. Called once until it can be again. */
  readonly onUnwritable: () => void;
  readonly logger: Logger;
}

/** The conversation of this window: its state, and all that can be done to it. */
export interface ChatSession {
  readonly conversationId: string;
  readonly title: string | undefined;
  turns(): TurnView[];
  readonly queue: readonly QueuedView[];
  /** What is queued waits for the person, since no answer runs that it would follow. */
  readonly isQueueHeld: boolean;
  /** Asks at the end of the conversation; while an answer runs, after it. */
  send(text: string): void;
  /** Asks the question of this turn in other words: a version beside it. A running answer is stopped. */
  edit(answerId: string, text: string): void;
  /** Asks the question of this turn again: a version of the answer beside it. A running answer is stopped. */
  retry(answerId: string): void;
  /** Has the last answer, which was cut, go on. */
  continueAnswer(answerId: string): void;
  chooseVersion(answerId: string, of: 'prompt' | 'answer', step: -1 | 1): void;
  /** Takes a queued message out, and gives its text. */
  dequeue(id: string): string | undefined;
  /** Sends a queued message now. A running answer is stopped for it. */
  sendQueued(id: string): void;
  stop(): void;
  /** Ends the wait before the running answer is asked for again. */
  retryNow(): void;
  newConversation(): void;
  /** Shows another conversation; false when it isn't there. */
  open(conversationId: string): Promise<boolean>;
  readonly conversation: Conversation;
  /** Stops a running answer and waits until all is on the disk. */
  close(): Promise<void>;
}
