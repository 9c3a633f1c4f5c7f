import * as vscode from 'vscode';
import { knownLanguageOf } from '../../text/languages.ts';

/** Opens code as a document without a file, in its language. */
export async function openNewFile(code: string, language: string): Promise<void> {
  const id = knownLanguageOf(language, new Set(await vscode.languages.getLanguages()));
  const content = code === '' || code.endsWith('\n') ? code : `${code}\n`;
  const document = await vscode.workspace.openTextDocument({
    content,
    ...(id !== undefined && { language: id }),
  });
  await vscode.window.showTextDocument(document, { preview: false });
}
