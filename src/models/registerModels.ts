import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { RelayConnection } from '../platform/connectedModel.ts';
import { loadOnce } from '../platform/loadWhenUsed.ts';
import { plainText } from '../platform/notifications.ts';
import { describeProfile } from '../platform/settings/profiles.ts';
import type { ChosenKind } from '../relay/models/modelGroups.ts';
import { joinSentences } from '../text/joinText.ts';
import type { SharedModelPorts } from './modelStore.ts';

interface ModelsFeaturePorts extends SharedModelPorts {
  readonly connection: Pick<RelayConnection, 'view' | 'onDidChange'>;
}

const loadWords = loadOnce(() => import('../messages/failures.ts'));
const loadPicker = loadOnce(() => import('./modelPicker.ts'));

/** Registers the status bar item and the commands of the model list. */
export function registerModels(ports: ModelsFeaturePorts): vscode.Disposable {
  async function open(kind: ChosenKind): Promise<void> {
    const { state, host, missingProfile } = await ports.connection.view();
    if (missingProfile !== undefined) await vscode.commands.executeCommand(commands.selectProfile);
    else if (state === 'missing')
      await vscode.commands.executeCommand(commands.connect, host ? 'key' : 'address');
    else await (await loadPicker()).selectModel(ports, kind);
  }

  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.selectModel, () => open('chat')),
    vscode.commands.registerCommand(commands.selectSpeechModel, () => open('speech')),
    vscode.commands.registerCommand(commands.refreshModels, async () =>
      (await loadPicker()).refreshModels(ports),
    ),
    registerModelStatusBarItem(ports),
  );
}

/** The current model in the status bar; clicking it opens the picker, or the connect command if not connected. */
function registerModelStatusBarItem({ models: store, connection }: ModelsFeaturePorts): vscode.Disposable {
  const { t } = vscode.l10n;
  const item = vscode.window.createStatusBarItem('modelRelay.model', vscode.StatusBarAlignment.Right, 100);
  item.name = t('Model Relay: Model');

  async function update(): Promise<void> {
    const words = store.state.failure === undefined ? undefined : await loadWords();
    const { state, host, fromEnvironment, profile, missingProfile } = await connection.view();
    if (missingProfile !== undefined) {
      show(
        '$(warning)',
        t('Select Profile'),
        t('The selected profile “{0}” does not exist.', missingProfile),
      );
      item.command = commands.selectProfile;
      return;
    }
    if (state === 'missing') {
      const tooltip = host
        ? t('No API key is set for {0}.', host)
        : t('No relay is connected. Connect with its base URL and your API key.');
      show('$(plug)', withProfile(t('Connect to Relay'), profile), tooltip);
      item.command = commands.selectModel;
      return;
    }
    const chat = store.selected('chat');
    const speech = store.selected('speech');
    const { readAt, failure } = store.state;
    const lines = [
      t('Chat: {0}', chat ?? t('no model')),
      t('Reading aloud: {0}', speech ?? t('no model')),
      t('Relay: {0}', host ?? ''),
      profile === undefined ? undefined : t('Profile: {0}', describeProfile(profile, t)),
      fromEnvironment ? t('The base URL and the API key come from environment variables.') : undefined,
      readAt === undefined
        ? undefined
        : t('Model list last updated: {0}', new Date(readAt).toLocaleString(vscode.env.language)),
      failure === undefined ? undefined : words?.summariseFailure(failure, { t, host }),
    ];
    const tooltip = lines.filter((line) => line !== undefined).join('\n');
    const icon = failure === undefined ? '$(sparkle)' : '$(warning)';
    show(icon, withProfile(chat ?? t('Select Model'), profile), tooltip);
    item.command = commands.selectModel;
  }

  function withProfile(text: string, profile: string | undefined): string {
    return profile === undefined ? text : t('{0} ({1})', text, describeProfile(profile, t));
  }

  function show(icon: string, text: string, tooltip: string): void {
    item.text = `${icon} ${plainText(text)}`;
    // A plain string, so that no name from the relay can become markup or a link.
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: joinSentences(t('{0}: {1}', t('Model Relay'), text), tooltip) };
    item.show();
  }

  void update();
  return vscode.Disposable.from(
    item,
    store.onDidChange(() => void update()),
    connection.onDidChange(() => void update()),
  );
}
