import * as vscode from 'vscode';
import { rewriteScheme } from '../../manifest.ts';

/** Marks on the tabs of rewrites: a title can't be changed while its diff is open, and screen readers say these too. */
export function createRewriteBadges(
  stateOf: (key: string) => 'writing' | 'whole' | 'cut' | 'accepting' | undefined,
) {
  const { t } = vscode.l10n;
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changes.event,
    provideFileDecoration(uri) {
      if (uri.scheme !== rewriteScheme) return undefined;
      switch (stateOf(uri.toString())) {
        case 'writing':
          return new vscode.FileDecoration('…', t('Rewriting…'));
        case 'cut':
          return new vscode.FileDecoration('!', t('This rewrite is incomplete.'));
        case 'whole':
        case 'accepting':
          return new vscode.FileDecoration('✓', t('Accept or discard this rewrite.'));
        default:
          return undefined;
      }
    },
  });
  return {
    update: (uri: vscode.Uri): void => changes.fire(uri),
    dispose: (): void => void vscode.Disposable.from(changes, provider).dispose(),
  };
}
