import { basename } from 'node:path';
import * as vscode from 'vscode';

const previewEditor = 'vscode.markdown.preview.editor';

/** The document that the Markdown preview in front shows; undefined where no preview is in front. */
export async function findPreviewedDocument(): Promise<vscode.TextDocument | undefined> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab?.input instanceof vscode.TabInputCustom && tab.input.viewType === previewEditor)
    return vscode.workspace.openTextDocument(tab.input.uri);
  if (!(tab?.input instanceof vscode.TabInputWebview) || !/markdown\.preview$/.test(tab.input.viewType))
    return undefined;
  // Such a preview doesn't say what it shows, but its tab is called after it, and its text is open behind it.
  const open = vscode.workspace.textDocuments.filter(
    ({ languageId, fileName, isClosed }) =>
      !isClosed && languageId === 'markdown' && ` ${tab.label}`.endsWith(` ${basename(fileName)}`),
  );
  if (open.length === 1) return open[0];
  // Two of the same name: VS Code knows, and shows the right one.
  await vscode.commands.executeCommand('markdown.showSource');
  return vscode.window.activeTextEditor?.document;
}
