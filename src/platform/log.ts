import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { Logger } from '../relay/logger.ts';

/** The extension's log channel, opened by its command. A VS Code channel serves as the Logger that pure code takes. */
export function createLog(context: vscode.ExtensionContext): Logger {
  const channel = vscode.window.createOutputChannel('Model Relay', { log: true });
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand(commands.showLog, () => channel.show()),
  );
  return channel;
}
