import * as vscode from 'vscode';
import { proposalScheme } from '../manifest.ts';

/** Schemes of text editors that do not show a document to work on. */
const notForWork = new Set([
  'output',
  'debug',
  'comment',
  'vscode-scm',
  'walkThrough',
  'search-editor',
  proposalScheme,
]);

const rememberedEditors = 20;

/** Remembers the last used text editor. While a tab without text has the focus, VS Code reports none. */
export type LastEditor = ReturnType<typeof createLastEditor>;

export function createLastEditor() {
  /** The latest first. */
  let used: { readonly document: vscode.TextDocument; readonly column: vscode.ViewColumn | undefined }[] = [];

  function remember(editor: vscode.TextEditor | undefined): void {
    if (!editor || notForWork.has(editor.document.uri.scheme)) return;
    const { document, viewColumn: column } = editor;
    used = [{ document, column }, ...used.filter((one) => one.document !== document)].slice(
      0,
      rememberedEditors,
    );
  }

  for (const editor of vscode.window.visibleTextEditors) remember(editor);
  remember(vscode.window.activeTextEditor);
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(remember),
    vscode.workspace.onDidCloseTextDocument((closed) => {
      used = used.filter(({ document }) => document !== closed);
    }),
  );

  function visibleEditor(document: vscode.TextDocument): vscode.TextEditor | undefined {
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    const column = used.find((one) => one.document === document)?.column;
    return editors.find(({ viewColumn }) => viewColumn === column) ?? editors[0];
  }

  return {
    /** The last used document whose tab is still open, even in the background. */
    get document(): vscode.TextDocument | undefined {
      return used.find(({ document }) => !document.isClosed && isOpen(document))?.document;
    },
    /** The active editor, or else the last used one, or else any visible one. */
    get editor(): vscode.TextEditor | undefined {
      const { activeTextEditor, visibleTextEditors } = vscode.window;
      return activeTextEditor ?? (this.document && visibleEditor(this.document)) ?? visibleTextEditors[0];
    },
    /** The selections in a document, if its editor is visible. */
    selectionsIn: (document: vscode.TextDocument): readonly vscode.Selection[] =>
      visibleEditor(document)?.selections ?? [],
    /** Shows the editor of a document in its group, with its selections. */
    async show(document: vscode.TextDocument): Promise<vscode.TextEditor> {
      const editor = visibleEditor(document);
      // A notebook cell has an editor only inside its notebook.
      if (editor && document.uri.scheme === 'vscode-notebook-cell') {
        await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
        return editor;
      }
      const column = editor?.viewColumn ?? used.find((one) => one.document === document)?.column;
      return vscode.window.showTextDocument(document, {
        ...(column !== undefined && { viewColumn: column }),
      });
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** VS Code keeps a document for a while after its tab is closed, so only one with a tab counts as open. */
function isOpen({ uri }: vscode.TextDocument): boolean {
  if (vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString()))
    return true;
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}
