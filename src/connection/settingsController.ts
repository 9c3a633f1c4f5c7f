import * as vscode from 'vscode';
import { unsavedSettingWords } from '../failures.ts';
import { profileSettings } from '../ids.ts';
import { defaultProfile, describeProfile, type ProfileSettingName } from '../profiles.ts';
import type { Logger } from '../relay/logger.ts';
import {
  addProfile,
  deleteProfile,
  onSettingsChange,
  readProfileNames,
  renameProfile,
  useProfile,
  writeProfileSetting,
} from '../settings.ts';
import type { FailureAction } from '../webview/protocol.ts';
import type { FieldName, FieldValue, SettingsIntent } from '../webview/settingsProtocol.ts';
import { type CheckPorts, createChecks } from './checks.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { checkField, settingOf, toSettingValue } from './fields.ts';
import { askForProfileName } from './profilePicker.ts';
import { registerSettingsPanel, type SettingsTarget } from './settingsPanel.ts';
import { chooseShown, readSettingsState, type Suggest } from './settingsState.ts';

export interface SettingsControllerPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly store: ConnectionStore;
  readonly suggest: Suggest;
  /** What is suggested may be something else now. */
  readonly onSuggestionsChange: vscode.Event<void>;
  readonly requestsLeaveFrom: string;
  readonly checkPorts: CheckPorts;
  /** Asks for a profile's key, checks it, and saves it. */
  readonly askForKey: (profile: string) => Promise<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
}

export interface SettingsController extends vscode.Disposable {
  /** Opens the panel, with the profile in use. */
  open(target?: SettingsTarget): void;
  /** The same, and checks the connection of that profile. */
  openAndCheck(): void;
}

/** What the settings panel shows and does: the settings and keys are the state, and the check that runs. */
export function registerSettings(ports: SettingsControllerPorts): SettingsController {
  const { store } = ports;
  const { t } = vscode.l10n;
  let shown: string | undefined;
  const checks = createChecks(ports.checkPorts, (check) => panel.post({ type: 'check', check }));
  const panel = registerSettingsPanel({
    extensionUri: ports.context.extensionUri,
    logger: ports.logger,
    handle,
    onClosed: checks.cancel,
  });

  async function postState(): Promise<void> {
    if (!panel.isOpen) return;
    const state = await readSettingsState(chooseShown(shown), ports);
    const check = checks.view;
    panel.post({ type: 'state', state: { ...state, ...(check && { check }) } });
  }

  async function handle(intent: SettingsIntent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        return postState();
      case 'show':
        shown = intent.profile;
        return postState();
      case 'use':
        return useProfile(intent.profile);
      case 'addProfile':
        return add();
      case 'renameProfile':
        return rename(intent.profile);
      case 'deleteProfile':
        return remove(intent.profile);
      case 'typed': {
        const { field, text } = intent;
        return panel.post({ type: 'verdict', field, text, verdict: checkField(field, text, t) });
      }
      case 'set':
        return save(intent.profile, intent.field, intent.value);
      case 'setKey':
        return ports.askForKey(intent.profile);
      case 'removeKey':
        return removeKey(intent.profile);
      case 'check':
        return checks.start(intent.profile);
      case 'cancelCheck':
        return checks.cancel();
      case 'answerSpeech':
        return checks.answerSpeech(intent.isWanted);
      case 'copyReport':
        return vscode.env.clipboard.writeText(await checks.writeReport());
      case 'copy':
        return vscode.env.clipboard.writeText(intent.text);
      case 'action':
        return ports.runAction(intent.action);
      case 'openSettingsJson':
        return void (await vscode.commands.executeCommand('workbench.action.openSettingsJson'));
      case 'log':
        return ports.logger[intent.level](`Settings panel: ${intent.message}`);
    }
  }

  async function save(profile: string, field: FieldName, value: FieldValue): Promise<void> {
    if (!readProfileNames().includes(profile)) return postState();
    const text = typeof value === 'string' ? value : '';
    const verdict = checkField(field, text, t);
    if (verdict.remark?.severity === 'error') return panel.post({ type: 'verdict', field, text, verdict });
    try {
      await writeProfileSetting(profile, settingOf(field), toSettingValue(field, value));
    } catch (error) {
      // Such as a settings.json with changes that are not saved yet: what was typed stays in the panel.
      ports.logger.error(`${settingOf(field)} could not be written: ${String(error)}`);
      const remark = { severity: 'error', text: unsavedSettingWords(t) } as const;
      return panel.post({ type: 'verdict', field, text, verdict: { ...verdict, remark } });
    }
    // Where nothing changed, no event says so, and the panel may show another spelling of the same.
    await postState();
  }

  async function add(): Promise<void> {
    const name = await askForProfileName(t('Add Profile'), '', readProfileNames());
    if (name === undefined) return;
    shown = name;
    await addProfile(name);
    await postState();
    panel.post({ type: 'focus', target: 'baseAddress' });
  }

  async function rename(from: string): Promise<void> {
    if (from === defaultProfile) return;
    const others = readProfileNames().filter((name) => name !== from);
    const to = await askForProfileName(t('Rename Profile'), from, others);
    if (to === undefined || to === from) return;
    // The key first, so that the renamed profile is never without.
    await store.keys.copy(from, to);
    shown = to;
    await renameProfile(from, to);
    await store.keys.removeAll(from);
    await postState();
  }

  async function remove(profile: string): Promise<void> {
    if (profile === defaultProfile) return;
    const confirmed = t('Delete');
    const answer = await vscode.window.showWarningMessage(
      t('Delete the profile “{0}”?', describeProfile(profile, t)),
      { modal: true, detail: t('Its settings and its key are removed.') },
      confirmed,
    );
    if (answer !== confirmed) return;
    await deleteProfile(profile);
    await store.keys.removeAll(profile);
    await postState();
  }

  async function removeKey(profile: string): Promise<void> {
    const connection = await store.connectionOf(profile);
    if (connection?.source !== 'stored') return;
    const confirmed = t('Remove Key');
    const answer = await vscode.window.showWarningMessage(
      t('Remove the key for {0}?', connection.address.host),
      { modal: true, detail: t('It can’t be got back from here: have it at hand if you need it again.') },
      confirmed,
    );
    if (answer === confirmed) await store.keys.remove({ profile, origin: connection.address.origin });
  }

  function open(target?: SettingsTarget): void {
    shown = undefined;
    panel.open(target);
    void postState();
  }

  const postQuietly = () =>
    void postState().catch((error: unknown) => ports.logger.error(`Settings panel: ${String(error)}`));
  const subscriptions = vscode.Disposable.from(
    panel,
    onSettingsChange(Object.keys(profileSettings) as ProfileSettingName[], postQuietly),
    store.keys.onDidChange(postQuietly),
    ports.onSuggestionsChange(postQuietly),
  );

  return {
    open,
    openAndCheck() {
      open('check');
      checks.start(chooseShown(undefined));
    },
    dispose() {
      checks.cancel();
      subscriptions.dispose();
    },
  };
}
