import * as vscode from 'vscode';
import type { DocumentPlace } from './documentPlace.ts';

/** Marks what is going to be rewritten, in every editor that shows it. */
export function markPlace(place: DocumentPlace): vscode.Disposable {
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    borderColor: new vscode.ThemeColor('focusBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    isWholeLine: true,
  });
  const key = place.uri?.toString();
  function paint(): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === key) editor.setDecorations(decoration, [place.range]);
  }
  paint();
  return vscode.Disposable.from(
    decoration,
    place.onDidChange(paint),
    vscode.window.onDidChangeVisibleTextEditors(paint),
  );
}
