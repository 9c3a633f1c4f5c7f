import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { FailureListeners } from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'chat-message': CustomEvent<WebviewMessage>;
    /** An announcement for screen readers. */
    'chat-announce': CustomEvent<string>;
    /** The same for something that waits for the person. */
    'chat-question': CustomEvent<string>;
    /** More text of a response was rendered, or all of it. */
    'chat-text-drawn': CustomEvent<void>;
    /** The text in the input changed. */
    'chat-draft': CustomEvent<string>;
    'chat-focus-lost': CustomEvent<void>;
  }
}

export function emitMessage(from: Element, message: WebviewMessage): void {
  from.dispatchEvent(new CustomEvent('chat-message', { bubbles: true, detail: message }));
}

export function announce(from: Element, words: string): void {
  from.dispatchEvent(new CustomEvent('chat-announce', { bubbles: true, detail: words }));
}

/** What the buttons of a failure do: of this turn, or of none. */
export function failureListeners(turnId?: string): FailureListeners {
  return {
    act: (from, action) =>
      emitMessage(from, { type: 'action', action, ...(turnId !== undefined && { turnId }) }),
    copy: copyText,
  };
}

/** Copies text through the host, and announces it. */
export function copyText(from: Element, text: string): void {
  emitMessage(from, { type: 'copy', text });
  announce(from, t('Copied'));
}
