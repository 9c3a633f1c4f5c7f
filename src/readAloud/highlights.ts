import * as vscode from 'vscode';

/** The mark on the sentence that is being heard, in every editor that shows the document. */
export interface Highlights extends vscode.Disposable {
  /** Marks a range and brings it into view, without moving the cursor. */
  mark(document: vscode.TextDocument, range: vscode.Range): void;
  clear(): void;
}

export function createHighlights(): Highlights {
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('modelRelay.readingSentenceBackground'),
    borderColor: new vscode.ThemeColor('modelRelay.readingSentenceBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
    borderRadius: '2px',
    overviewRulerColor: new vscode.ThemeColor('modelRelay.readingSentenceBackground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  let marked: { readonly document: vscode.TextDocument; readonly range: vscode.Range } | undefined;

  function paint(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(decoration, marked && editor.document === marked.document ? [marked.range] : []);
    }
  }

  const onEditors = vscode.window.onDidChangeVisibleTextEditors(paint);

  return {
    mark(document, range) {
      const isMove = !marked?.range.isEqual(range) || marked.document !== document;
      marked = { document, range };
      paint();
      if (!isMove) return;
      for (const editor of vscode.window.visibleTextEditors) {
        if (editor.document === document) {
          editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
        }
      }
    },
    clear() {
      marked = undefined;
      paint();
    },
    dispose: () => vscode.Disposable.from(onEditors, decoration).dispose(),
  };
}
