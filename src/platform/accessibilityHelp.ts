import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { commands } from '../manifest.ts';

const scheme = 'model-relay-help';

/** What the help is made of. VS Code has translated its words. */
const manifest = z.lazy(() =>
  z.object({
    contributes: z.object({
      views: z.record(z.string(), z.array(z.object({ accessibilityHelpContent: z.string() }))),
      commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
      keybindings: z.array(z.object({ command: z.string(), key: z.string(), mac: z.optional(z.string()) })),
    }),
  }),
);

/**
 * Shows the help of our views as a document. The manifest has it for VS Code's own help too, which takes such texts from
 * extensions with proposed API alone.
 */
export function registerAccessibilityHelp({ packageJSON }: vscode.Extension<unknown>): vscode.Disposable {
  const address = vscode.Uri.from({ scheme, path: vscode.l10n.t('Accessibility Help') });
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => writeHelp(manifest.parse(packageJSON)),
    }),
    vscode.commands.registerCommand(commands.openAccessibilityHelp, async () => {
      const document = await vscode.workspace.openTextDocument(address);
      await vscode.window.showTextDocument(
        await vscode.languages.setTextDocumentLanguage(document, 'markdown'),
      );
    }),
  );
}

function writeHelp({ contributes }: z.infer<typeof manifest>): string {
  const texts = Object.values(contributes.views).flat();
  return texts
    .map(({ accessibilityHelpContent }) =>
      accessibilityHelpContent.replace(/<keybinding:([\w.]+)>/g, (_, id: string) => describeCommand(id)),
    )
    .join('\n\n');

  /** Its default keys; an extension can't know those that the person has set. */
  function describeCommand(id: string): string {
    const binding = contributes.keybindings.find(({ command }) => command === id);
    if (binding?.mac !== undefined)
      return vscode.l10n.t('{0} (macOS: {1})', nameKeys(binding.key), nameKeys(binding.mac));
    if (binding) return nameKeys(binding.key);
    const found = contributes.commands.find(({ command }) => command === id);
    return vscode.l10n.t('the command “{0}”', `${found?.category}: ${found?.title}`);
  }
}

function nameKeys(keys: string): string {
  return keys.replace(/[^+]+/g, (key) => key.charAt(0).toUpperCase() + key.slice(1));
}
