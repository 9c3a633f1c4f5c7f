import * as vscode from 'vscode';

/** The files that a command is about: those selected in the Explorer, or else the one of the active tab. */
export function filesOfCommand(clicked: unknown, selected: unknown): readonly vscode.Uri[] {
  const all = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const uris = all.filter((each) => each instanceof vscode.Uri);
  if (uris.length > 0) return uris;
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? [input.uri] : [];
}
