import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { summariseFailure } from '../messages/failures.ts';
import { loadOnce } from '../platform/loadOnce.ts';
import { notify, notifyBriefly } from '../platform/notifications.ts';
import type { ConnectionView } from '../protocol/protocolViews.ts';
import { registerModelStatusBarItem } from './modelStatusBarItem.ts';
import type { ModelStore } from './modelStore.ts';

interface ModelsFeaturePorts {
  readonly store: ModelStore;
  readonly connection: () => Promise<ConnectionView>;
  readonly onConnectionChange: vscode.Event<void>;
}

const loadPicker = loadOnce(() => import('./modelPicker.ts'));

/** The status bar item, and the commands around the model list. */
export function registerModels({
  store,
  connection,
  onConnectionChange,
}: ModelsFeaturePorts): vscode.Disposable {
  const { t } = vscode.l10n;

  async function open(): Promise<void> {
    const { state, host, missingProfile } = await connection();
    if (missingProfile !== undefined) await vscode.commands.executeCommand(commands.selectProfile);
    else if (state === 'missing')
      await vscode.commands.executeCommand(commands.connect, host ? 'key' : 'address');
    else await (await loadPicker()).selectModel(store, connection);
  }

  async function refresh(): Promise<void> {
    const { host } = await connection();
    const { models, isCapped, failure } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Loading the relay’s model lists…') },
      () => store.refresh(),
    );
    if (failure === undefined) {
      notifyBriefly(
        isCapped
          ? t('The relay lists more than {0} models. Only the first are shown.', models.length)
          : t('The relay lists {0} models.', models.length),
      );
      return;
    }
    const check = t('Check Connection');
    if ((await notify('warning', summariseFailure(failure, { t, host }), check)) === check)
      await vscode.commands.executeCommand(commands.checkConnection);
  }

  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.selectModel, open),
    vscode.commands.registerCommand(commands.refreshModels, refresh),
    registerModelStatusBarItem(store, connection, onConnectionChange),
  );
}
