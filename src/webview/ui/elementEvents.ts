import type { FailureAction } from '../../protocol/protocolViews.ts';
import type { FailureListeners } from './failure.ts';
import { t } from './l10n.ts';

/** An announcement of an element to its page. */
export interface Announcement {
  readonly words: string;
  /** Whether it is also shown, not only announced to screen readers. */
  readonly isShown: boolean;
}

/** Messages to the host that elements of every page may send. */
type CommonMessage =
  | { readonly type: 'action'; readonly action: FailureAction['id'] }
  | { readonly type: 'copy'; readonly text: string };

/** Events from elements to their page: they bubble, and their names begin with the page's name. */
export function createElementEvents<Message, Intent = never>(page: 'chat' | 'images' | 'settings' | 'tasks') {
  function emit<Detail>(from: Element, name: string, detail: Detail): void {
    from.dispatchEvent(new CustomEvent(`${page}-${name}`, { bubbles: true, detail }));
  }

  /** Sends a message to the host. */
  function emitMessage(from: Element, message: Message | CommonMessage): void {
    emit(from, 'message', message);
  }

  /** Sends an intent of an element to the page. */
  function emitIntent(from: Element, intent: Intent): void {
    emit(from, 'intent', intent);
  }

  function announce(from: Element, words: string, isShown = false): void {
    emit<Announcement>(from, 'announce', { words, isShown });
  }

  /** Copies text through the host, and announces it. */
  function copyText(from: Element, text: string): void {
    emitMessage(from, { type: 'copy', text });
    announce(from, t('Copied'));
  }

  /** The actions of a failure's buttons, except those that a page handles itself. */
  const failureListeners: FailureListeners = {
    act: (from, action) => emitMessage(from, { type: 'action', action }),
    copy: copyText,
  };

  return { emitMessage, emitIntent, announce, copyText, failureListeners };
}
