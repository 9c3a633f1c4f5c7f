import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ToolCallView } from '../../protocol/protocolViews.ts';
import type { RequestPhase, RetryWait } from '../../relay/callOptions.ts';
import type { ChatEvent } from '../../relay/chat/chatEvent.ts';
import type { ChatRequest, ChatTool } from '../../relay/chat/chatRequest.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ConfigurableModel } from '../../relay/models/modelConfiguration.ts';
import type { Translate } from '../../text/translate.ts';
import type { ChatMemory } from '../storage/chatMemory.ts';
import type { Journal } from '../storage/journal.ts';
import type { PersistedQueue } from '../storage/persistedQueue.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import type { Question } from './message.ts';
import type { ModelRefusals } from './modelRefusals.ts';
import type { ModelTargets } from './modelTargets.ts';
import type { PictureRecord } from './records.ts';
import type { SentImage } from './sentImages.ts';
import type { ToolOutcome } from './turn.ts';

/** What a question to the relay is asked with. */
export interface AskCall {
  readonly signal: AbortSignal;
  readonly onRetryWait: (wait: RetryWait) => void;
  readonly onPhase: (phase: RequestPhase) => void;
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

/** Of which response a call is, and who is told how it goes. */
export interface CallContext {
  readonly conversationId: string;
  readonly signal: AbortSignal;
  readonly onStatus: (change: Partial<Pick<ToolCallView, 'status' | 'question' | 'isAskedByEditor'>>) => void;
}

/** The tools that VS Code offers. */
export interface ChatTools {
  /** What the model is given. */
  readonly given: () => readonly ChatTool[];
  readonly titleOf: (name: string) => string;
  /** Asks the person where need be, and runs the tool. Never rejects: what goes wrong is an outcome. */
  readonly run: (call: WantedCall, context: CallContext) => Promise<ToolOutcome>;
  /** Asks whether a response may go on with this call after so many rounds. Rejects when it is stopped meanwhile. */
  readonly mayGoOn: (rounds: number, next: WantedCall, context: CallContext) => Promise<boolean>;
}

/** What happens in a session: what its views are told as it is, and what is to be shown anew. */
export type SessionEvent =
  | HostMessage
  /** Other turns are shown, or the same ones otherwise. */
  | { readonly type: 'branch' }
  /** Another conversation is open. */
  | { readonly type: 'switch' }
  /** The conversation's models respond in another way from now on. */
  | { readonly type: 'configured' }
  | { readonly type: 'answering'; readonly isAnswering: boolean }
  /** The history could not be written. Told once until it can be again. */
  | { readonly type: 'unwritable' }
  /** The conversation that was open could not be read: another one is begun. */
  | { readonly type: 'unreadable' };

/** What a chat works with: made once for a window, and handed on as it is. */
export interface ChatServices {
  readonly journal: Journal;
  readonly pictures: PictureStore;
  /** As it goes to a model; undefined where it is too large. */
  readonly readSentImage: (picture: PictureRecord) => Promise<SentImage | undefined>;
  readonly memory: Pick<ChatMemory, 'openConversation'>;
  readonly queue: Pick<PersistedQueue, 'load' | 'keep'>;
  readonly modelTargets: Pick<ModelTargets, 'others' | 'host'>;
  readonly refusals: Pick<ModelRefusals, 'note'>;
  readonly tools: ChatTools;
  /** With this model, or else the chosen one. Rejects with a NotReadyError when something is missing. */
  readonly prepare: (model?: string) => Promise<Preparation>;
  /** The system prompt of conversations that have none of their own. */
  readonly defaultSystem: () => string;
  /** Whether a model may be asked for a title. */
  readonly wantsTitle: () => boolean;
  /** Asks whether a conversation that was with one relay may go to another, with all that was said. */
  readonly confirmOtherRelay: (from: string, to: string) => Promise<boolean>;
  /** Puts a question back into the input, before what is there, whether the view is open or not. */
  readonly putBack: (question: Question) => void;
  readonly tell: (event: SessionEvent) => void;
  readonly t: Translate;
  readonly logger: Logger;
}
