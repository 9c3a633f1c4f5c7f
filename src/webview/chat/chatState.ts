import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type {
  AccessibilityView,
  AttachmentView,
  ChangedFilesView,
  ConfigurationView,
  ConnectionView,
  ContextView,
  FailureView,
  ModelView,
  SystemView,
  ToolsView,
} from '../../protocol/protocolViews.ts';
import type { ReadingView } from '../../protocol/readerProtocol.ts';
import type { SuggestedView } from '../../protocol/suggestedView.ts';
import type { Queue } from './input/queueList.ts';

/** The page's state of the conversation, other than its turns. */
export interface ChatState {
  readonly conversationId: string;
  readonly title: string | undefined;
  /** Ids of all streaming responses. */
  readonly running: ReadonlySet<string>;
  readonly queue: Queue;
  readonly connection: ConnectionView | undefined;
  readonly model: ModelView | undefined;
  readonly attachments: readonly AttachmentView[];
  readonly suggested: SuggestedView | undefined;
  /** Files that models changed or want to change. */
  readonly changes: ChangedFilesView;
  /** What is read aloud. */
  readonly reading: ReadingView | undefined;
  readonly others: readonly ModelView[];
  readonly context: ContextView | undefined;
  readonly tools: ToolsView | undefined;
  readonly configuration: ConfigurationView | undefined;
  readonly system: SystemView;
  readonly accessibility: AccessibilityView;
  /** Why the last message could not be sent. */
  readonly rejection: FailureView | undefined;
}

export const unknownState: ChatState = {
  conversationId: '',
  title: undefined,
  running: new Set(),
  queue: { messages: [], isHeld: false },
  connection: undefined,
  model: undefined,
  attachments: [],
  suggested: undefined,
  changes: { files: [], canAllow: false },
  reading: undefined,
  others: [],
  context: undefined,
  tools: undefined,
  configuration: undefined,
  system: { text: '', isOwn: false },
  accessibility: {
    responses: 'off',
    announcesQuestions: true,
    namesHelp: false,
    signals: { response: 0, question: 0 },
  },
  rejection: undefined,
};

/** The state after a message; the same object if the message changes nothing here. */
export function applyToState(state: ChatState, message: HostMessage): ChatState {
  switch (message.type) {
    case 'snapshot': {
      const {
        type: _,
        window: _turns,
        draft: _draft,
        isTrusted: _trusted,
        codeStyles: _styles,
        pictures: _pictures,
        queue,
        isQueueHeld,
        running,
        ...told
      } = message;
      return {
        ...unknownState,
        ...told,
        queue: { messages: queue, isHeld: isQueueHeld },
        running: new Set(running),
      };
    }
    case 'turns':
    case 'turn':
      return { ...state, running: new Set(message.running) };
    case 'end':
      return { ...state, running: new Set([...state.running].filter((id) => id !== message.turnId)) };
    case 'queue':
      return { ...state, queue: { messages: message.queue, isHeld: message.isHeld } };
    // Each of these messages changes one property, which has the name of its type.
    case 'title':
    case 'connection':
    case 'model':
    case 'attachments':
    case 'suggested':
    case 'changes':
    case 'reading':
    case 'others':
    case 'context':
    case 'tools':
    case 'configuration':
    case 'system':
    case 'accessibility': {
      const told: Partial<ChatState> = message;
      return { ...state, [message.type]: told[message.type] };
    }
    case 'rejected':
      return { ...state, rejection: message.failure };
    default:
      return state;
  }
}
