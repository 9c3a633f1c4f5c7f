import type { FieldName, SettingsWebviewMessage } from '../../protocol/settingsProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'settings-message': CustomEvent<SettingsWebviewMessage>;
    /** What is typed in a field is something else now. */
    'settings-draft': CustomEvent<FieldName>;
    'settings-announce': CustomEvent<Announcement>;
  }
}

export const { emitMessage, announce, failureListeners } =
  createElementEvents<SettingsWebviewMessage>('settings');
