import * as vscode from 'vscode';

/** Progress is shown for work that takes longer than this. */
const patienceMs = 1_000;

/** Runs work with cancelable progress that is shown after a second. Undefined if it was canceled. */
export async function withDelayedProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  const done = work(abort.signal);
  const settled = done.then(
    () => {},
    () => {},
  );
  const cancelled = new Promise<undefined>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(undefined));
  });
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (_, token) => {
      token.onCancellationRequested(() => abort.abort());
      return Promise.race([settled, cancelled]);
    });
  }, patienceMs);
  try {
    // Not all work can be stopped: after a cancellation, its result is ignored.
    return await Promise.race([done, cancelled]);
  } catch (error) {
    if (abort.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
