import type * as vscode from 'vscode';

/** A signal that aborts when VS Code cancels, until it is disposed. */
export function toSignal(token: vscode.CancellationToken): { readonly signal: AbortSignal; dispose(): void } {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const subscription = token.onCancellationRequested(() => abort.abort());
  return { signal: abort.signal, dispose: () => subscription.dispose() };
}
