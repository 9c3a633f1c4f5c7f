import * as vscode from 'vscode';

/** A size in words. */
export function formatBytes(bytes: number): string {
  const { t } = vscode.l10n;
  if (bytes < 1000) return t('{0} bytes', bytes);
  if (bytes < 1_000_000) return t('{0} KB', (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0));
  return t('{0} MB', (bytes / 1_000_000).toFixed(1));
}
