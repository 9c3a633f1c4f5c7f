import * as vscode from 'vscode';

/**
 * Loads something when it is first asked for. What could not be loaded says so in words, and is tried anew with the next
 * use.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      const [cause = ''] = String(error).split('\n', 1);
      const words = vscode.l10n.t(
        'A part of Model Relay could not be loaded. Try again. If it fails again, reload the window or reinstall the extension. ({0})',
        cause,
      );
      throw new Error(words, { cause: error });
    });
    return loading;
  };
}
