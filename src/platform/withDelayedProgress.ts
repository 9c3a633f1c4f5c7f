import * as vscode from 'vscode';
import { raceAbort } from '../relay/raceAbort.ts';

/** Progress is shown for work that takes longer than this. */
const patienceMs = 1_000;

/** Runs work with cancelable progress that is shown after a second. Undefined if it was canceled. */
export async function withDelayedProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  // Not all work can be stopped: after a cancellation, its result is ignored.
  const done = raceAbort(work(abort.signal), abort.signal);
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (_, token) => {
      token.onCancellationRequested(() => abort.abort());
      return done.catch(() => {});
    });
  }, patienceMs);
  try {
    return await done;
  } catch (error) {
    if (abort.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
