import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { loadOnce } from './loadWhenUsed.ts';

const scheme = 'model-relay-help';

const loadText = loadOnce(() => import('./accessibilityHelpText.ts'));

/**
 * Shows the help of our views as a document. VS Code's own help would show it from the manifest, too, but accepts such
 * texts only from extensions with proposed API.
 */
export function registerAccessibilityHelp({ packageJSON }: vscode.Extension<unknown>): vscode.Disposable {
  const address = vscode.Uri.from({ scheme, path: vscode.l10n.t('Accessibility Help') });
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async () => (await loadText()).writeAccessibilityHelp(packageJSON),
    }),
    vscode.commands.registerCommand(commands.openAccessibilityHelp, async () => {
      const document = await vscode.workspace.openTextDocument(address);
      await vscode.window.showTextDocument(
        await vscode.languages.setTextDocumentLanguage(document, 'markdown'),
      );
    }),
  );
}
