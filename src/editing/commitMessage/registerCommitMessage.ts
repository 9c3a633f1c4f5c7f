import * as vscode from 'vscode';
import { commands, contextKeys } from '../../manifest.ts';
import { type AskModelPorts, createAskModel, offerRetry } from '../../platform/askModel.ts';
import type { Repository } from '../../platform/git.ts';
import { notify, notifyBriefly, plainText } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import { findRepository, type MessageBox, openMessageBox, repositoryName, rootOf } from './messageBox.ts';
import { undoMessage } from './messageText.ts';
import { type MessageOutcome, writeMessage } from './writeMessage.ts';

interface CommitMessagePorts extends AskModelPorts {
  readonly logger: Logger;
}

/** Registers the commands that write commit messages, in the title bar of Source Control. */
export function registerCommitMessage(ports: CommitMessagePorts): vscode.Disposable {
  const { t } = vscode.l10n;
  const { logger } = ports;
  const { ask, describeFailure } = createAskModel(ports);
  /** By the root of the repository: each has a run of its own. */
  const runs = new Map<string, { readonly abort: AbortController; readonly rootUri: vscode.Uri }>();
  const written = new Map<string, string>();

  async function write(place: unknown): Promise<void> {
    const repository = await findRepository(place, logger);
    if (!repository) return;
    // When run from the Command Palette, the view may be hidden, and the message with it.
    if (rootOf(place) === undefined) await vscode.commands.executeCommand('workbench.view.scm');
    await writeFor(repository);
  }

  async function writeFor(repository: Repository): Promise<void> {
    const root = repository.rootUri.toString();
    if (runs.has(root)) return;
    const abort = new AbortController();
    const box = openMessageBox(repository, () => abort.abort());
    runs.set(root, { abort, rootUri: repository.rootUri });
    showRuns();
    const again = () => writeFor(repository);
    try {
      const outcome = await showProgress(repository, (onProgress) =>
        writeMessage({
          ask,
          logger,
          repository,
          box,
          lastWritten: written.get(root),
          signal: abort.signal,
          onProgress,
        }),
      );
      if ('message' in outcome) written.set(root, outcome.message);
      else box.restore();
      void report(outcome, repository, box, again);
    } catch (error) {
      box.restore();
      if (box.isTakenOver())
        notifyBriefly(t('You edited the commit message, so the generated one was not inserted.'));
      else if (!abort.signal.aborted) void reportFailure(error, again);
    } finally {
      // Cancels the request if its response wasn't read to the end.
      abort.abort();
      box.dispose();
      runs.delete(root);
      showRuns();
    }
  }

  /** In the view, where VS Code shows no words, and in the status bar, where it does. */
  function showProgress<Result>(
    repository: Repository,
    work: (onProgress: (words: string) => void) => Promise<Result>,
  ): Thenable<Result> {
    const name = plainText(repositoryName(repository));
    return vscode.window.withProgress({ location: vscode.ProgressLocation.SourceControl }, () =>
      vscode.window.withProgress({ location: vscode.ProgressLocation.Window }, (progress) => {
        progress.report({ message: t('Reading the changes in {0}…', name) });
        return work((words) => progress.report({ message: plainText(words) }));
      }),
    );
  }

  async function report(
    outcome: MessageOutcome,
    repository: Repository,
    { draft }: MessageBox,
    again: () => Promise<void>,
  ): Promise<void> {
    if ('message' in outcome) {
      if (draft.trim() === '') return;
      if ((await notify('info', t('Your commit message was replaced.'), t('Undo'))) !== t('Undo')) return;
      // The notification stays open, and the person may have committed or typed since.
      if (!undoMessage(repository.inputBox, outcome.message, draft))
        await notify('info', t('The input changed in the meantime and was left as is.'));
    } else if (!outcome.canRetry) await notify('info', outcome.reason);
    else if (await offerRetry({ words: outcome.reason })) await again();
  }

  async function reportFailure(error: unknown, again: () => Promise<void>): Promise<void> {
    const failure = describeFailure(error);
    if (failure === undefined) return;
    logger.warn(`Commit message: ${String(error)}`);
    if (await offerRetry(failure)) await again();
  }

  /** The title bar of each repository asks whether its root is among these: addresses, for those of remote folders are others there. */
  function showRuns(): void {
    const roots = [...runs.values()].map(({ rootUri }) => rootUri);
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.isWritingCommitMessage,
      roots.length > 0 ? roots : undefined,
    );
  }

  /** Stops the run of this title bar, or all. */
  function stop(place: unknown): void {
    const root = rootOf(place);
    for (const [each, { abort }] of runs) if (root === undefined || each === root) abort.abort();
  }

  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.writeCommitMessage, write),
    vscode.commands.registerCommand(commands.stopCommitMessage, stop),
    { dispose: () => stop(undefined) },
  );
}
