import * as vscode from 'vscode';

/** Whether the extension’s files are on the person’s own machine, where its programs can open them. */
export function areFilesLocal(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
}
