import * as vscode from 'vscode';
import type { TextChange } from '../../text/textChanges.ts';

/** With line feeds only, as code from a response has them; the editor writes the document's own. */
export function readText(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n');
}

/** The same place whatever the document's line ends are. */
export function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset);
  return new vscode.Position(before.split('\n').length - 1, offset - (before.lastIndexOf('\n') + 1));
}

/** Adds changes of a text to an edit, which begin at an offset of the document's. */
export function editText(
  edit: vscode.WorkspaceEdit,
  uri: vscode.Uri,
  text: string,
  changes: readonly TextChange[],
  offset = 0,
): void {
  for (const change of changes) {
    const [start, end] = [change.start, change.end].map((at) => positionAt(text, offset + at));
    if (start && end) edit.replace(uri, new vscode.Range(start, end), change.text);
  }
}
