import type { ChatStateView, HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ConnectionView, ContextView, FailureView, ToolsView } from '../../protocol/protocolViews.ts';

/** The page's state of the conversation, other than its turns. */
export interface ChatState extends Omit<ChatStateView, 'connection' | 'context' | 'tools'> {
  readonly conversationId: string;
  /** Ids of all streaming responses. */
  readonly running: ReadonlySet<string>;
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
  title: null,
  queue: [],
  isQueueHeld: false,
  model: null,
  attachments: [],
  suggested: null,
  changes: { files: [], canAllow: false },
  reading: null,
  others: [],
  configuration: null,
  system: { text: '', isOwn: false },
  isTrusted: false,
  accessibility: {
    responses: 'off',
    announcesQuestions: true,
    namesHelp: false,
    signals: { response: 0, question: 0 },
  },
  codeStyles: '',
  rejection: undefined,
};

/** The state after a message; the same object if the message changes nothing here. */
export function applyToState(state: ChatState, message: HostMessage): ChatState {
  switch (message.type) {
    case 'snapshot': {
      // The turns are kept by the conversation alone, the draft by the input.
      const { type: _type, window: _window, draft: _draft, pictures: _pictures, running, ...view } = message;
      return { ...view, running: new Set(running), rejection: undefined };
    }
    case 'turns':
    case 'turn':
      return { ...state, running: new Set(message.running) };
    case 'end':
      return { ...state, running: new Set([...state.running].filter((id) => id !== message.turnId)) };
    case 'state': {
      const { type: _, ...changes } = message;
      return { ...state, ...changes };
    }
    case 'rejected':
      return { ...state, rejection: message.failure };
    default:
      return state;
  }
}
