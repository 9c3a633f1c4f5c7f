import * as vscode from 'vscode';
import { indentStyleOf } from '../../platform/diffPreview/indentation.ts';
import { isReadOnly } from '../../platform/diffPreview/readOnly.ts';
import { notify } from '../../platform/notifications.ts';
import { fitCode } from './apply/result.ts';
import type { LastEditor } from './lastEditor.ts';

/** What became of it; `elsewhere`: the person would rather have it in a new file. */
type Insertion = 'done' | 'elsewhere' | 'not done';

/**
 * Puts code where the cursors of the last used editor are, in place of what is selected, and goes there. Undone in
 * one step.
 */
export async function insertCode(
  lastEditor: LastEditor,
  code: string,
  { needsSelection }: { readonly needsSelection: boolean },
): Promise<Insertion> {
  const { t } = vscode.l10n;
  const { document } = lastEditor;
  if (!document) return offerNewFile(t('Open a file in an editor to insert the code.'));
  const name = vscode.workspace.asRelativePath(document.uri);
  if (await isReadOnly(document.uri)) return offerNewFile(t('{0} is read-only and can’t be changed.', name));
  const editor = await lastEditor.show(document);
  if (needsSelection && editor.selections.every(({ isEmpty }) => isEmpty)) {
    await notify('info', t('Select the text in {0} to replace with the code, then try again.', name));
    return 'not done';
  }
  const style = indentStyleOf(editor);
  const replaced = editor.selections.filter(({ isEmpty }) => !needsSelection || !isEmpty);
  const isDone = await editor.edit((edit) => {
    for (const selection of replaced) {
      const lineStart = selection.start.with({ character: 0 });
      const before = document.getText(new vscode.Range(lineStart, selection.start));
      const selected = document.getText(selection).replaceAll('\r\n', '\n');
      const after = document.lineAt(selection.end).text.slice(selection.end.character);
      edit.replace(selection, fitCode(code, { before, selected, after }, style));
    }
  });
  if (!isDone) return offerNewFile(t('{0} is read-only and can’t be changed.', name));
  // The cursors go behind what was put in, as after pasting.
  editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return 'done';
}

async function offerNewFile(words: string): Promise<Insertion> {
  const newFile = vscode.l10n.t('New File');
  return (await notify('info', words, newFile)) === newFile ? 'elsewhere' : 'not done';
}
