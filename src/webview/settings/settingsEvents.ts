import type { FieldName, SettingsWebviewMessage } from '../../protocol/settingsProtocol.ts';
import type { FailureListeners } from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'settings-message': CustomEvent<SettingsWebviewMessage>;
    /** What is typed in a field is something else now. */
    'settings-draft': CustomEvent<FieldName>;
    /** An announcement for screen readers. */
    'settings-announce': CustomEvent<string>;
  }
}

export function emitMessage(from: Element, message: SettingsWebviewMessage): void {
  from.dispatchEvent(new CustomEvent('settings-message', { bubbles: true, detail: message }));
}

export function announce(from: Element, words: string): void {
  from.dispatchEvent(new CustomEvent('settings-announce', { bubbles: true, detail: words }));
}

/** What the buttons of a failure do here. */
export const failureListeners: FailureListeners = {
  act: (from, action) => emitMessage(from, { type: 'action', action }),
  copy(from, text) {
    emitMessage(from, { type: 'copy', text });
    announce(from, t('Copied'));
  },
};
