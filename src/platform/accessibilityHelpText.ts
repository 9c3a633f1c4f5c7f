import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** The texts of the help, which VS Code has already translated. */
const manifest = z.object({
  contributes: z.object({
    views: z.record(z.string(), z.array(z.object({ accessibilityHelpContent: z.string() }))),
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    keybindings: z.array(z.object({ command: z.string(), key: z.string(), mac: z.optional(z.string()) })),
  }),
});

/** The help as a document, from the texts of the manifest. */
export function writeAccessibilityHelp(packageJSON: unknown): string {
  const { contributes } = manifest.parse(packageJSON);
  const texts = Object.values(contributes.views).flat();
  return texts
    .map(({ accessibilityHelpContent }) =>
      accessibilityHelpContent.replace(/<keybinding:([\w.]+)>/g, (_, id: string) => describeCommand(id)),
    )
    .join('\n\n')
    .replaceAll('**', '');

  /** A command with its default keys: an extension can't read the person's own keybindings. */
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
