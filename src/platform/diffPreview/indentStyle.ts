import type * as vscode from 'vscode';
import type { IndentStyle } from './indentation.ts';

/** How an editor indents, by its own settings and what it found in the document. */
export function indentStyleOf(editor: vscode.TextEditor | undefined): IndentStyle {
  const { tabSize, insertSpaces } = editor?.options ?? {};
  return {
    tabSize: typeof tabSize === 'number' && tabSize > 0 ? tabSize : 4,
    insertSpaces: insertSpaces !== false,
  };
}
