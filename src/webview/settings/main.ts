import type { SettingsHostMessage, SettingsWebviewMessage } from '../../protocol/settingsProtocol.ts';
import { connectHost } from '../ui/host.ts';
import { SettingsCheck } from './checkPanel.ts';
import { SettingsField } from './fields/textField.ts';
import { SettingsProfiles } from './profileList.ts';
import { SettingsApp } from './settingsApp.ts';

customElements.define('settings-profiles', SettingsProfiles);
customElements.define('settings-field', SettingsField);
customElements.define('settings-check', SettingsCheck);
customElements.define('relay-settings', SettingsApp);

const app =
  document.querySelector<SettingsApp>('relay-settings') ?? document.body.appendChild(new SettingsApp());
const host = connectHost<SettingsHostMessage, SettingsWebviewMessage>((message) => app.receive(message));

app.addEventListener('settings-message', ({ detail }) => host.send(detail));
void app.updateComplete.then(() => host.send({ type: 'ready' }));
