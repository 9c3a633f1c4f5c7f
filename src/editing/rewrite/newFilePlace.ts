import * as vscode from 'vscode';
import type { IndentStyle } from '../../platform/diffPreview/indentation.ts';
import type { RewritePlace } from './rewritePlace.ts';

export interface NewFile {
  readonly uri: vscode.Uri;
  /** From its workspace folder on. */
  readonly path: string;
  readonly language: string;
  readonly style: IndentStyle;
}

/** A file that is made when its text is accepted, and not before. */
export function createNewFilePlace({ uri, path, language, style }: NewFile): RewritePlace {
  const { t } = vscode.l10n;
  const never = new vscode.EventEmitter<void>();
  return {
    name: path,
    language,
    style,
    path: uri.path,
    uri: undefined,
    text: () => ({ before: '', old: '', after: '' }),
    isTouched: false,
    onDidChange: never.event,
    reset() {},
    async write(code) {
      const edit = new vscode.WorkspaceEdit();
      const contents = new TextEncoder().encode(code.endsWith('\n') ? code : `${code}\n`);
      edit.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
      const isThere = await vscode.workspace.fs.stat(uri).then(
        () => true,
        () => false,
      );
      if (isThere) return t('{0} is there by now. It was not changed.', path);
      return (await vscode.workspace.applyEdit(edit)) ? undefined : t('{0} could not be made.', path);
    },
    async show() {
      await vscode.window.showTextDocument(uri, { preview: false });
    },
    dispose: () => never.dispose(),
  };
}
