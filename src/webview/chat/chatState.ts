import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type {
  ConnectionView,
  ContextView,
  FailureView,
  QueuedView,
  ToolsView,
} from '../../protocol/protocolViews.ts';

type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;

/** Parts of a snapshot that are kept elsewhere, or in another form. */
type OtherPart =
  | ('type' | 'window' | 'draft' | 'isTrusted' | 'codeStyles' | 'pictures')
  | ('title' | 'running' | 'queue' | 'isQueueHeld' | 'connection' | 'context' | 'tools');

export interface Queue {
  readonly messages: readonly QueuedView[];
  /** Whether the messages wait for the person, not for a response. */
  readonly isHeld: boolean;
}

/** The page's state of the conversation, other than its turns: that of the snapshot, as later messages changed it. */
export interface ChatState extends Readonly<Omit<Snapshot, OtherPart>> {
  /** Ids of all streaming responses. */
  readonly running: ReadonlySet<string>;
  readonly queue: Queue;
  readonly title?: string | undefined;
  /** Unknown before the first snapshot, like the next two. */
  readonly connection?: ConnectionView;
  readonly context?: ContextView;
  readonly tools?: ToolsView;
  /** Why the last message could not be sent. */
  readonly rejection: FailureView | undefined;
}

export const unknownState: ChatState = {
  conversationId: '',
  running: new Set(),
  queue: { messages: [], isHeld: false },
  attachments: [],
  changes: { files: [], canAllow: false },
  others: [],
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
      // The turns are kept by the conversation alone.
      const { window: _, queue, isQueueHeld, running, ...told } = message;
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
