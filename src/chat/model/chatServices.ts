import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ChatMode, ToolCallView } from '../../protocol/protocolViews.ts';
import type { RequestPhase, RetryWait } from '../../relay/callOptions.ts';
import type { ChatEvent } from '../../relay/chat/chatEvent.ts';
import type { ChatRequest, ChatTool } from '../../relay/chat/chatRequest.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ConfigurableModel } from '../../relay/models/modelConfiguration.ts';
import type { ModelPrices } from '../../relay/models/relayModel.ts';
import type { Translate } from '../../text/translate.ts';
import type { Journal } from '../storage/journal.ts';
import type { PersistedQueue } from '../storage/persistedQueue.ts';
import type { ChatMemory } from '../storage/persistence.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import type { DrawnImage, DrawRequest } from './drawnImages.ts';
import type { Question } from './message.ts';
import type { ModelTargets } from './modelTargets.ts';
import type { AnswerEvent, ToolOutcome } from './recordResponse.ts';
import type { PictureRecord } from './records.ts';
import type { SentImage } from './sentImages.ts';

/** A request to the relay. */
export interface AskCall {
  readonly signal: AbortSignal;
  readonly onRetryWait: (wait: RetryWait) => void;
  readonly onPhase: (phase: RequestPhase) => void;
}

/** What is needed to send a prompt. */
export interface Preparation {
  readonly model: string;
  /** Origin of the relay that is asked. */
  readonly relay: string;
  readonly settings: Pick<ChatRequest, 'maxTokens' | 'outputLimit' | 'system' | 'protocol'>;
  /** The parts of the conversation's configuration that the model supports. */
  readonly configurable: ConfigurableModel;
  /** The model's prices, if the relay's list has them. */
  readonly prices?: ModelPrices | undefined;
  readonly ask: (request: ChatRequest, call: AskCall) => AsyncIterable<ChatEvent>;
}

/** What is needed to send a prompt to an image model. */
export interface DrawPreparation extends Pick<Preparation, 'model' | 'relay'> {
  readonly draw: (
    request: DrawRequest,
    call: Pick<AskCall, 'signal' | 'onPhase'>,
  ) => AsyncIterable<AnswerEvent>;
}

export type WantedCall = Extract<ChatEvent, { readonly type: 'toolCall' }>;

/** The part of an unfinished call that is shown. */
export type CallProgress = Pick<
  ToolCallView,
  'status' | 'question' | 'decisions' | 'isAskedByEditor' | 'output' | 'summary'
>;

/** The response that a call belongs to, and the listener for its progress. */
export interface CallContext {
  readonly conversationId: string;
  readonly responseId: string;
  readonly mode: ChatMode;
  readonly signal: AbortSignal;
  readonly onStatus: (change: Partial<CallProgress>) => void;
}

/** If `input` is absent, the view shows the call's input unchanged. */
export type ToolDescription = Pick<ToolCallView, 'title' | 'command'> & Partial<Pick<ToolCallView, 'input'>>;

/** The tools that models are given. */
export interface ChatTools {
  readonly given: (mode: ChatMode) => readonly ChatTool[];
  /** Describes a call for the view: what it does, and the command that it runs. */
  readonly describe: (call: Pick<WantedCall, 'name' | 'input'>) => ToolDescription;
  /** Asks for approval if needed, and runs the tool. Never rejects: a failure is an outcome. */
  readonly run: (call: WantedCall, context: CallContext) => Promise<ToolOutcome>;
  /** Asks whether to continue with this call after this many rounds. Rejects when the response is stopped. */
  readonly mayGoOn: (rounds: number, next: WantedCall, context: CallContext) => Promise<boolean>;
}

/** What happens in a session: messages for its views as they are, and changes that views have to render. */
export type SessionEvent =
  | HostMessage
  /** The turns of the current branch changed. */
  | { readonly type: 'branch' }
  /** Another conversation is open. */
  | { readonly type: 'switch' }
  /** The mode of the conversation, or the configuration of its models, changed. */
  | { readonly type: 'configured' }
  | { readonly type: 'answering'; readonly isAnswering: boolean }
  /** The history could not be written. Emitted once until writing works again. */
  | { readonly type: 'unwritable' }
  /** The conversation that was open could not be read: a new one is opened. */
  | { readonly type: 'unreadable' };

/** The services of a chat, made once for a window. */
export interface ChatServices {
  readonly journal: Journal;
  readonly pictures: PictureStore;
  /** Reads an image as it is sent to a model; undefined if it is too large. */
  readonly readSentImage: (picture: PictureRecord) => Promise<SentImage | undefined>;
  readonly memory: Pick<ChatMemory, 'openConversation' | 'mode'>;
  readonly queue: Pick<PersistedQueue, 'load' | 'keep' | 'close'>;
  readonly modelTargets: Pick<ModelTargets, 'others' | 'host'>;
  readonly tools: ChatTools;
  /**
   * Prepares a prompt for this model, or else the selected one; `isImage`: the selected image model. Rejects with a
   * NotReadyError when something is missing.
   */
  readonly prepare: (model?: string, isImage?: boolean) => Promise<Preparation | DrawPreparation>;
  /** Asks whether to try again to save an image, which is already paid for. `reason`: why saving failed. */
  readonly maySaveAgain: (reason: string) => Promise<boolean>;
  /** Puts images that a response drew into the gallery. Never rejects. */
  readonly addToGallery: (images: readonly DrawnImage[]) => Promise<void>;
  /** The system prompt of conversations that have none of their own. */
  readonly defaultSystem: () => string;
  /** Whether titles are generated with a model. */
  readonly wantsTitle: () => boolean;
  /** Asks whether a conversation with one relay may be sent to another, with all its messages. */
  readonly confirmOtherRelay: (from: string, to: string) => Promise<boolean>;
  /** Puts a prompt back into the input, before its text, whether the view is open or not. */
  readonly putBack: (question: Question) => void;
  readonly tell: (event: SessionEvent) => void;
  readonly t: Translate;
  readonly logger: Logger;
}
