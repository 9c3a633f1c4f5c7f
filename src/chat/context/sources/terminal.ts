import * as vscode from 'vscode';
import { maxTerminalCharacters } from '../attachmentLimits.ts';
import { cleanName } from './cleanName.ts';
import { type Gathered, gatherText } from './gathered.ts';

/** What of the terminal is meant. The editor has commands that copy it, and no other way to it. */
const copyCommands = {
  selection: 'workbench.action.terminal.copySelection',
  lastCommand: 'workbench.action.terminal.copyLastCommandAndLastCommandOutput',
} as const;

/** What is selected in the terminal, or its last command with its output; undefined where there is none. */
export async function gatherTerminal(what: keyof typeof copyCommands): Promise<Gathered | undefined> {
  const terminal = vscode.window.activeTerminal;
  if (!terminal) return undefined;
  const copied = await copyByCommand(copyCommands[what]);
  const text = copied
    ?.replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
  if (!text) return undefined;
  const name = vscode.l10n.t('Terminal {0}', cleanName(terminal.name));
  // The end of a long output says what went wrong.
  const end = `${text.slice(-maxTerminalCharacters).toWellFormed()}\n`;
  const cut = end.length <= text.length ? `(The beginning was left out.)\n${end}` : end;
  return gatherText({ kind: 'terminal', name, text: cut });
}

/** Runs a command that copies, and leaves the clipboard as it was. */
async function copyByCommand(command: string): Promise<string | undefined> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  // A command that finds nothing leaves the clipboard alone: only another text in it tells that.
  const mark = `model-relay-${Date.now()}`;
  await clipboard.writeText(mark);
  try {
    await vscode.commands.executeCommand(command);
    const copied = await clipboard.readText();
    return copied === mark ? undefined : copied;
  } finally {
    await clipboard.writeText(before);
  }
}
