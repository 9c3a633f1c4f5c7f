import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { FailureListeners } from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';

declare global {
  interface HTMLElementEventMap {
    /** Something that a person wants done, on its way to the host. */
    'chat-intent': CustomEvent<WebviewMessage>;
    /** Words for screen readers. */
    'chat-announce': CustomEvent<string>;
    /** The same of something that waits for the person. */
    'chat-question': CustomEvent<string>;
    /** More of a text of a response is drawn, or all of it. */
    'chat-text-drawn': CustomEvent<void>;
    /** The text in the input is another. */
    'chat-draft': CustomEvent<string>;
    'chat-focus-lost': CustomEvent<void>;
  }
}

export function emitMessage(from: Element, intent: WebviewMessage): void {
  from.dispatchEvent(new CustomEvent('chat-intent', { bubbles: true, detail: intent }));
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

/** Copies by way of the host, and says so. */
export function copyText(from: Element, text: string): void {
  emitMessage(from, { type: 'copy', text });
  announce(from, t('Copied'));
}
