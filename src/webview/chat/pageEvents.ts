import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';
import type { FailureListeners } from '../ui/failure.ts';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'chat-message': CustomEvent<WebviewMessage>;
    'chat-announce': CustomEvent<Announcement>;
    /** The same for something that waits for the person. */
    'chat-question': CustomEvent<string>;
    /** More text of a response was rendered, or all of it. */
    'chat-text-drawn': CustomEvent<void>;
    /** The text in the input changed. */
    'chat-draft': CustomEvent<string>;
    'chat-focus-lost': CustomEvent<void>;
    /** Requests the focus for the call that waits for approval; prevented if there is one. */
    'chat-to-question': CustomEvent<void>;
  }
}

export const { emitMessage, announce, copyText } = createElementEvents<WebviewMessage>('chat');

/** What a button does that only sends this message. */
export function sends(message: WebviewMessage): (button: Element) => void {
  return (button) => emitMessage(button, message);
}

/** The actions of a failure's buttons, for this turn or for none. */
export function failureListeners(turnId?: string): FailureListeners {
  return {
    act: (from, action) =>
      emitMessage(from, { type: 'action', action, ...(turnId !== undefined && { turnId }) }),
    copy: copyText,
  };
}
