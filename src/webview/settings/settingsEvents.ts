import type { FieldName, SettingsWebviewMessage } from '../../protocol/settingsProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'settings-message': CustomEvent<SettingsWebviewMessage>;
    /** The draft of a field changed. */
    'settings-draft': CustomEvent<FieldName>;
    'settings-announce': CustomEvent<Announcement>;
  }
}

export const { emitMessage, announce, failureListeners } =
  createElementEvents<SettingsWebviewMessage>('settings');
