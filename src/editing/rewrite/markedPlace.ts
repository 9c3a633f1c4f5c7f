import * as vscode from 'vscode';
import { positionAt } from '../../platform/diffPreview/proposedTexts.ts';
import type { RewritePlace } from './documentPlace.ts';

/** Highlights the code to rewrite, in every editor that shows it, until it is disposed. */
export function markPlace(place: RewritePlace): vscode.Disposable {
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    borderColor: new vscode.ThemeColor('focusBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    isWholeLine: true,
  });
  const key = place.uri?.toString();
  function paint(): void {
    const { before, old } = place.text();
    const whole = before + old;
    const range = new vscode.Range(positionAt(whole, before.length), positionAt(whole, whole.length));
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === key) editor.setDecorations(decoration, [range]);
  }
  paint();
  return vscode.Disposable.from(
    decoration,
    place.onDidChange(paint),
    vscode.window.onDidChangeVisibleTextEditors(paint),
  );
}
