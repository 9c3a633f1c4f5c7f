import * as vscode from 'vscode';
import { commands, views } from '../ids.ts';
import type { BaseAddress } from '../relay/address.ts';
import type { Logger } from '../relay/logger.ts';
import type { ModelList } from '../relay/models/models.ts';
import { connect } from './connectCommand.ts';
import type { ConnectionStore } from './connectionStore.ts';

export interface ConnectionFeaturePorts {
  readonly store: ConnectionStore;
  readonly logger: Logger;
  readonly onConnected: (base: string, list: ModelList) => Promise<void>;
}

export function registerConnectionCommands(ports: ConnectionFeaturePorts): vscode.Disposable {
  const { store, logger } = ports;
  const { t } = vscode.l10n;
  const memory = { typedAddress: '' };

  async function onConnected(address: BaseAddress, list: ModelList): Promise<void> {
    await ports.onConnected(address.base, list);
    vscode.window.setStatusBarMessage(
      t('Connected to {0}: {1} models.', address.host, list.models.length),
      10_000,
    );
  }

  async function connectAndChat(step: unknown): Promise<void> {
    const isConnected = await connect(
      { store, logger, t, onConnected, memory },
      step === 'key' ? 'key' : 'address',
    );
    if (isConnected) await vscode.commands.executeCommand(`${views.chat}.focus`);
  }

  async function forgetKeys(): Promise<void> {
    const origins = await store.storedOrigins();
    if (origins.length === 0) {
      return void vscode.window.showInformationMessage(t('No key is stored.'));
    }
    const chosen = await vscode.window.showQuickPick(origins, {
      canPickMany: true,
      title: t('Forget Keys'),
      placeHolder: t('Choose the relays whose keys are to be forgotten'),
    });
    for (const origin of chosen ?? []) await store.forgetKey(origin);
  }

  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.connect, connectAndChat),
    vscode.commands.registerCommand(commands.forgetKey, forgetKeys),
  );
}
