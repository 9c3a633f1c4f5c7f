import * as vscode from 'vscode';

/** With line feeds only, as code from an answer has them; the editor writes the document's own. */
export function readText(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n');
}

/** The same place whatever the document's line ends are. */
export function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset);
  return new vscode.Position(before.split('\n').length - 1, offset - (before.lastIndexOf('\n') + 1));
}
