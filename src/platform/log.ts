import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { Logger } from '../relay/logger.ts';

/** The extension's log channel, opened by its command. It is also the Logger for code without the VS Code API. */
export function createLog(context: vscode.ExtensionContext): Logger {
  const channel = vscode.window.createOutputChannel('Model Relay', { log: true });
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand(commands.showLog, () => channel.show()),
  );
  return channel;
}
