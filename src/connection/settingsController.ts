import * as vscode from 'vscode';
import { unsavedSettingWords } from '../messages/inputProblems.ts';
import type { RelayModels } from '../platform/connectedModel.ts';
import type { Lazy, Pages } from '../platform/loadWhenUsed.ts';
import { confirm, notify, plainText } from '../platform/notifications.ts';
import { registerPageTab } from '../platform/pageTab.ts';
import { runAction } from '../platform/runAction.ts';
import { defaultProfile, describeProfile } from '../platform/settings/profiles.ts';
import {
  addProfile,
  deleteProfile,
  onAnySettingChange,
  readActiveProfile,
  readProfileNames,
  renameProfile,
  useProfile,
  writeProfileSetting,
} from '../platform/settings/settings.ts';
import type { FailureAction } from '../protocol/protocolViews.ts';
import {
  type FieldName,
  type SettingsHostMessage,
  type SettingsWebviewMessage,
  settingsWebviewMessage,
  type TypedVerdict,
} from '../protocol/settingsProtocol.ts';
import { type ChecksPorts, createChecks, type Voices } from './checks.ts';
import { checkField, settingOf, toSettingValue } from './inputChecks.ts';
import { askForProfileName } from './profilePicker.ts';
import {
  accountOf,
  choicesFor,
  chooseShown,
  judgeField,
  kindByField,
  readSettingsState,
} from './settingsState.ts';

export interface SettingsControllerPorts extends ChecksPorts {
  readonly pages: Pages;
  readonly models: Pick<RelayModels, 'accept' | 'ensureListed' | 'listOf' | 'moveLists' | 'onDidChange'>;
  readonly voices: Voices;
  /** Asks for a profile's key, checks it, and saves it. */
  readonly askForKey: (profile: string) => Promise<void>;
  /** The tasks of a renamed profile are moved to its new name; otherwise nobody could look them up. */
  readonly tasks: Lazy<{ moveTasks(from: string, to: string): Promise<void> }>;
}

/** The part of the panel to focus when it opens. */
type SettingsTarget = Extract<SettingsHostMessage, { type: 'focus' }>['target'];

/** Registers the settings panel. Its state is the settings, the keys, and the running check. */
export function registerSettings(ports: SettingsControllerPorts) {
  const { connection: store, models } = ports;
  const { t } = vscode.l10n;
  let shown: string | undefined;
  /** The part of the page to focus as soon as it has a state. */
  let target: SettingsTarget | undefined;
  const checks = createChecks(ports, (check) => panel.post({ type: 'check', check }));
  const panel = registerPageTab<SettingsHostMessage, SettingsWebviewMessage>({
    name: 'settings',
    title: t('Model Relay Settings'),
    icon: 'settings',
    message: settingsWebviewMessage,
    pages: ports.pages,
    extensionUri: ports.context.extensionUri,
    logger: ports.logger,
    handle,
    hasFindWidget: true,
    onClosed: checks.cancel,
  });

  let states = 0;

  /** Sends the current state. If several are read at once, only the latest counts. */
  async function postState(): Promise<void> {
    if (!panel.isOpen) return;
    states += 1;
    const own = states;
    const state = await readSettingsState(chooseShown(shown), ports);
    if (own !== states) return;
    const check = await checks.viewOf(state.shown);
    if (own !== states) return;
    panel.post({ type: 'state', state: { ...state, ...(check && { check }) } });
  }

  let lastWrite: Promise<void> = Promise.resolve();

  /**
   * Writes in the order of the person's actions, and reads of a profile wait for it: the key prompt must be for the
   * base URL that was just typed. Notifies the person of a failure.
   */
  function write(work: () => Promise<void>): Promise<void> {
    lastWrite = lastWrite.then(work).catch((error: unknown) => {
      ports.logger.error(`Settings: ${String(error)}`);
      void notify('warning', unsavedSettingWords(t));
      return postState();
    });
    return lastWrite;
  }

  async function handle(message: SettingsWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        await postState();
        // Without a list, there are no models to select. The page doesn't wait for it.
        void models.ensureListed();
        return goToTarget();
      case 'show':
        shown = message.profile;
        return postState();
      case 'use':
        return write(() => useProfile(message.profile));
      case 'addProfile':
        return add();
      case 'renameProfile':
        return rename(message.profile);
      case 'deleteProfile':
        return remove(message.profile);
      case 'typed': {
        const { profile, field, text } = message;
        const verdict = judgeField(field, text, choicesFor(field, accountOf(profile, store), ports));
        return panel.post({ type: 'verdict', profile, field, text, verdict });
      }
      case 'set':
        return write(() => save(message.profile, message.field, message.value));
      case 'choose':
        return choose(message.profile, message.field);
      case 'setKey':
        await lastWrite;
        return ports.askForKey(message.profile);
      case 'removeKey':
        return removeKey(message.profile);
      case 'check':
        await lastWrite;
        return checks.start(message.profile);
      case 'cancelCheck':
        return checks.cancel();
      case 'answerSpeech':
        return checks.answerSpeech(message.isWanted);
      case 'copyReport':
        return vscode.env.clipboard.writeText(await checks.writeReport());
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'action':
        return act(message.action);
      case 'openSettingsJson':
        return void (await vscode.commands.executeCommand('workbench.action.openSettingsJson'));
      case 'openAllSettings':
        return void (await vscode.commands.executeCommand(
          'workbench.action.openSettings',
          `@ext:${ports.context.extension.id}`,
        ));
      case 'log':
        return ports.logger[message.level](`Settings panel: ${message.message}`);
    }
  }

  /** The buttons of a check's failures apply to the checked profile, which need not be the one in use. */
  async function act(action: FailureAction['id']): Promise<void> {
    const focus = (field: FieldName) => panel.post({ type: 'focus', target: field });
    switch (action) {
      case 'setKey':
        await lastWrite;
        return ports.askForKey(checks.view?.profile ?? chooseShown(shown));
      case 'connect':
      case 'changeAddress':
        return focus('baseUrl');
      case 'selectModel':
        return focus('chat.model');
      case 'selectVoice':
        return focus('speech.voice');
      default:
        return runAction(action);
    }
  }

  async function save(profile: string, field: FieldName, text: string): Promise<void> {
    if (!readProfileNames().includes(profile)) return postState();
    const verdict = checkField(field, text, t);
    const refuse = (refusal: TypedVerdict) =>
      panel.post({ type: 'verdict', profile, field, text, verdict: refusal });
    if (verdict.remark?.severity === 'error') return refuse(verdict);
    try {
      await writeProfileSetting(profile, settingOf(field), toSettingValue(field, text));
    } catch (error) {
      // For example, settings.json has unsaved changes. The panel keeps what was typed.
      ports.logger.error(`Settings: failed to save ${settingOf(field)}: ${String(error)}`);
      return refuse({ ...verdict, remark: { severity: 'error', text: unsavedSettingWords(t) } });
    }
    // If the value is unchanged, no event is fired, but the panel may show a different spelling of it.
    await postState();
  }

  /** Shows the known values of a field in a list, and passes the selected one to the page. */
  async function choose(profile: string, field: FieldName): Promise<void> {
    await lastWrite;
    const { choices, inUse } = choicesFor(field, accountOf(profile, store), ports);
    const chosen = await vscode.window.showQuickPick(
      choices.map(({ value, description = '' }) => ({
        label: `${value === inUse ? '$(check) ' : ''}${plainText(value)}`,
        description: plainText(description),
        value,
      })),
      { title: kindByField[field] ? t('Select Model') : t('Select Voice'), matchOnDescription: true },
    );
    if (chosen) panel.post({ type: 'chosen', profile, field, text: chosen.value });
  }

  async function add(): Promise<void> {
    const name = await askForProfileName(t('Add Profile'), '');
    if (name === undefined) return;
    await write(async () => {
      await addProfile(name);
      shown = name;
      await postState();
      panel.post({ type: 'focus', target: 'baseUrl' });
    });
  }

  async function rename(from: string): Promise<void> {
    if (from === defaultProfile) return;
    const to = await askForProfileName(t('Rename Profile'), from);
    if (to === undefined || to === from) return;
    await write(async () => {
      // Copy the key first, so that the renamed profile always has one.
      await store.keys.copy(from, to);
      // Post this before any state with the new name, or the page would discard what was typed for the old one.
      panel.post({ type: 'renamed', from, to });
      try {
        await renameProfile(from, to);
      } catch (error) {
        await store.keys.removeAll(to);
        throw error;
      }
      await store.keys.removeAll(from);
      await models.moveLists(from, to);
      await (await ports.tasks.get()).moveTasks(from, to);
      shown = to;
      await postState();
    });
  }

  async function remove(profile: string): Promise<void> {
    if (profile === defaultProfile) return;
    const question = t('Delete the profile “{0}”?', describeProfile(profile, t));
    const detail = t('Its settings and its API key will be removed.');
    if (!(await confirm('warning', question, detail, t('Delete')))) return;
    await write(async () => {
      await deleteProfile(profile);
      await store.keys.removeAll(profile);
      await models.moveLists(profile, undefined);
      await postState();
    });
  }

  async function removeKey(profile: string): Promise<void> {
    await lastWrite;
    const connection = await store.connectionOf(profile);
    if (connection?.source !== 'stored') return;
    const { host, origin } = connection.address;
    const detail = t('The API key can’t be restored. Save a copy if you need it again.');
    if (!(await confirm('warning', t('Remove the API key for {0}?', host), detail, t('Remove API Key'))))
      return;
    await store.keys.remove({ profile, origin });
  }

  function goToTarget(): void {
    if (target !== undefined) panel.post({ type: 'focus', target });
    target = undefined;
  }

  function open(wished?: SettingsTarget): void {
    const isThere = panel.isOpen;
    shown = undefined;
    target = wished;
    panel.open();
    // A new page reports by itself when it is ready.
    if (isThere) void postState().then(goToTarget);
  }

  const postQuietly = () =>
    void postState().catch((error: unknown) => ports.logger.error(`Settings panel: ${String(error)}`));
  const subscriptions = vscode.Disposable.from(
    onAnySettingChange(postQuietly),
    store.keys.onDidChange(postQuietly),
    models.onDidChange(postQuietly),
  );

  return {
    /** Opens the panel, with the profile in use. */
    open,
    /** The same, and checks the connection of that profile. */
    openAndCheck(): void {
      // If the profile in use does not exist, there is nothing to check, as a notice at the top of the panel says.
      if (!readActiveProfile().isKnown) return open();
      open('check');
      const { name } = readActiveProfile();
      void checks.start(name).catch((error: unknown) => ports.logger.error(`Check: ${String(error)}`));
    },
    dispose(): void {
      checks.cancel();
      subscriptions.dispose();
    },
  };
}
