import * as vscode from 'vscode';
import { type EditorVariable, folderKey, type PromptNeeds } from './promptVariables.ts';

/** What the editor has for a prompt; a value that isn't there is ''. */
export async function readEditorValues(
  { variables, folders }: PromptNeeds,
  selection: string | undefined,
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const variable of variables) {
    values.set(
      variable,
      variable === 'selection' && selection !== undefined ? selection : await readValue(variable),
    );
  }
  for (const name of folders) {
    const folder = vscode.workspace.workspaceFolders?.find((each) => each.name === name);
    if (folder) values.set(folderKey(name), pathOf(folder.uri));
  }
  return values;
}

/** All that is selected in an editor, in the order of the text. */
export function readSelection(editor: vscode.TextEditor): string {
  return editor.selections
    .toSorted((a, b) => a.start.compareTo(b.start))
    .map((selection) => editor.document.getText(selection))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

async function readValue(variable: EditorVariable): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (variable === 'selection') return editor ? readSelection(editor) : '';
  if (variable === 'clipboard') return await vscode.env.clipboard.readText();
  const address = editor?.document.uri;
  if (variable === 'workspaceFolder' || variable === 'workspaceFolderBasename') {
    const folder =
      (address && vscode.workspace.getWorkspaceFolder(address)) ?? vscode.workspace.workspaceFolders?.[0];
    if (!folder) return '';
    return variable === 'workspaceFolder' ? pathOf(folder.uri) : nameOf(folder.uri.path);
  }
  if (!address) return '';
  const name = nameOf(address.path);
  switch (variable) {
    case 'file':
      return pathOf(address);
    case 'fileBasename':
      return name;
    case 'fileBasenameNoExtension':
      return name.replace(/(?<=.)\.[^.]*$/, '');
    case 'fileDirname':
      return pathOf(vscode.Uri.joinPath(address, '..'));
    case 'relativeFile':
      return vscode.workspace.asRelativePath(address, false);
  }
}

/** A path as the system writes it; for what is not on a disk, the whole address. */
function pathOf(address: vscode.Uri): string {
  return address.scheme === 'file' || address.scheme === 'untitled' ? address.fsPath : address.toString(true);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
