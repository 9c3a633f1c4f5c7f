import type { FailureAction } from '../../protocol/protocolViews.ts';
import type { FailureListeners } from './failure.ts';
import { t } from './l10n.ts';

/** What a page's elements announce to it. */
export interface Announcement {
  readonly words: string;
  /** For everybody, and not for screen readers alone. */
  readonly isShown: boolean;
}

/** What elements of every page may want of the host. */
type CommonMessage =
  | { readonly type: 'action'; readonly action: FailureAction['id'] }
  | { readonly type: 'copy'; readonly text: string };

/** How the elements of a page reach it: by events that bubble, whose names begin with the page's. */
export function createElementEvents<Message, Intent = never>(page: 'chat' | 'images' | 'settings' | 'tasks') {
  function emit<Detail>(from: Element, name: string, detail: Detail): void {
    from.dispatchEvent(new CustomEvent(`${page}-${name}`, { bubbles: true, detail }));
  }

  /** Sends a message to the host. */
  function emitMessage(from: Element, message: Message | CommonMessage): void {
    emit(from, 'message', message);
  }

  /** Tells the page what an element wants of it. */
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

  /** What the buttons of a failure do, but for those that a page handles itself. */
  const failureListeners: FailureListeners = {
    act: (from, action) => emitMessage(from, { type: 'action', action }),
    copy: copyText,
  };

  return { emitMessage, emitIntent, announce, copyText, failureListeners };
}
