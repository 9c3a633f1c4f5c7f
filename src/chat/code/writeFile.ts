import * as vscode from 'vscode';
import { editText, readText } from '../../platform/diffPreview/proposedTexts.ts';
import { isReadOnly } from '../../platform/diffPreview/readOnly.ts';
import { fileTypeOf } from '../../platform/fileType.ts';
import { findTextChanges } from '../../text/textChanges.ts';

interface WrittenFile {
  readonly uri: vscode.Uri;
  /** It must not be there yet. */
  readonly isNew: boolean;
  /** Saves it as well, where the person has nothing in it that waits to be saved. */
  readonly isSaved: boolean;
}

/** Makes this the text of a file, with line feeds only, in one step. Returns why it can't, in words. */
export async function writeFile(
  { uri, isNew, isSaved }: WrittenFile,
  text: string,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const name = vscode.workspace.asRelativePath(uri);
  const isThere = uri.scheme === 'untitled' || (await fileTypeOf(uri)) !== undefined;
  if (isNew && isThere) return t('{0} already exists. Nothing was changed.', name);
  if (!isNew && !isThere) return t('{0} no longer exists. Nothing was changed.', name);
  const edit = new vscode.WorkspaceEdit();
  try {
    if (isNew) {
      edit.createFile(uri, { contents: new TextEncoder().encode(text) });
      return (await vscode.workspace.applyEdit(edit)) ? undefined : t('{0} could not be changed.', name);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (await isReadOnly(document)) return t('{0} is read-only and can’t be changed.', name);
    const wasDirty = document.isDirty;
    const current = readText(document);
    editText(edit, uri, current, findTextChanges(current, text));
    if (!(await vscode.workspace.applyEdit(edit))) return t('{0} could not be changed.', name);
    if (isSaved && !wasDirty && !(await document.save())) return t('{0} could not be saved.', name);
    return undefined;
  } catch {
    return t('{0} could not be changed.', name);
  }
}

export async function deleteFile(uri: vscode.Uri): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.deleteFile(uri);
  return vscode.workspace.applyEdit(edit);
}

/** Shows a file, with the cursor on a line. */
export async function revealLine(uri: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const start = new vscode.Position(Math.min(line, document.lineCount - 1), 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
