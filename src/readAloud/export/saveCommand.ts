import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import * as vscode from 'vscode';
import { confirm, notify, offerToOpen, plainText } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import { joinSentences } from '../../text/joinText.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import { mayCost } from '../view/costQuestion.ts';
import type { CurrentReading } from '../view/readingControl.ts';
import { captionsPathOf, saveReading, UnjoinableSoundError } from './saveReading.ts';

interface SavingPorts {
  readonly logger: Logger;
  /** Describes why the relay did not generate speech. */
  readonly describe: (error: unknown) => string;
}

/** Saves a whole reading as an MP3 with chapters and, next to it, the times of its sentences. */
export async function saveReadingAs(
  { readable, speech, granularity }: CurrentReading,
  { logger, describe }: SavingPorts,
): Promise<void> {
  const { t } = vscode.l10n;
  const utterances = planAll(readable.plan(granularity));
  if (!utterances) {
    return void notify('info', t('The response is still streaming. Save it when it is complete.'));
  }
  if (utterances.length === 0) return;
  const planned = { title: readable.title, planned: utterances, isMore: false };
  if (!(await mayCost(planned, speech))) return;
  const target = await vscode.window.showSaveDialog({
    title: t('Save Speech'),
    filters: { MP3: ['mp3'] },
    defaultUri: defaultPlace(readable.title),
  });
  if (!target || !(await mayReplaceCaptions(target))) return;
  const isLocal = target.scheme === 'file';
  const path = isLocal ? target.fsPath : join(tmpdir(), `model-relay-${process.pid}-${Date.now()}.mp3`);
  const abort = new AbortController();
  try {
    const leftOut = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Saving “{0}”', plainText(readable.title)),
        cancellable: true,
      },
      (progress, token) => {
        token.onCancellationRequested(() => abort.abort());
        const step = 100 / utterances.length;
        let saved = t('{0} of {1}', 0, utterances.length);
        return saveReading({
          title: readable.title,
          utterances,
          speech,
          path,
          signal: abort.signal,
          onProgress(done) {
            saved = t('{0} of {1}', done, utterances.length);
            progress.report({ increment: step, message: saved });
          },
          onWait: (wait) => progress.report({ message: wait ? describe(wait.error) : saved }),
        });
      },
    );
    if (!isLocal) await moveOut(path, target);
    const words = savedWords(posix.basename(target.path), leftOut);
    void offerToOpen(target, leftOut === 0 ? 'info' : 'warning', words);
  } catch (error) {
    if (abort.signal.aborted) return;
    logger.warn(`Read Aloud: failed to save the speech: ${String(error)}`);
    const reason =
      error instanceof UnjoinableSoundError
        ? t(
            'The relay sent {0}, which can’t be joined into one file. Select another model or voice.',
            error.format,
          )
        : describe(error);
    void notify('warning', t('The speech could not be saved. {0}', reason));
  }
}

function savedWords(name: string, leftOut: number): string {
  const saved = vscode.l10n.t('Saved as {0}. The sentence timings are in a file next to it.', name);
  return joinSentences(saved, leftOut === 0 ? undefined : skippedWords(leftOut));
}

/** Describes how many sentences of a reading could not be spoken. */
export function skippedWords(count: number): string {
  const { t } = vscode.l10n;
  return count === 1
    ? t('One sentence could not be synthesized and was skipped.')
    : t('{0} sentences could not be synthesized and were skipped.', count);
}

/** Undefined while the text is streaming. */
function planAll(source: ReturnType<CurrentReading['readable']['plan']>): Utterance[] | undefined {
  const utterances: Utterance[] = [];
  let next = source.next();
  for (; next && next !== 'later'; next = source.next()) utterances.push(next);
  return next === 'later' ? undefined : utterances;
}

/** Asks about an existing captions file: the save dialog asked only about the audio file. */
async function mayReplaceCaptions(target: vscode.Uri): Promise<boolean> {
  const { t } = vscode.l10n;
  const captions = target.with({ path: captionsPathOf(target.path) });
  try {
    await vscode.workspace.fs.stat(captions);
  } catch {
    return true;
  }
  return confirm(
    'warning',
    t('Replace {0}?', posix.basename(captions.path)),
    t('The sentence timings are saved in this file, next to the audio file.'),
    t('Replace'),
  );
}

/** A file in the open folder, or else in the home folder, which the dialog opens by default. */
function defaultPlace(title: string): vscode.Uri {
  const name = `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'reading'}.mp3`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder?.scheme === 'file' ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name);
}

/** Moves a file to a location that only VS Code can write to, such as the person's own machine from a remote one. */
async function moveOut(path: string, target: vscode.Uri): Promise<void> {
  const files: readonly [string, vscode.Uri][] = [
    [path, target],
    [captionsPathOf(path), target.with({ path: captionsPathOf(target.path) })],
  ];
  for (const [from, to] of files) {
    await vscode.workspace.fs.copy(vscode.Uri.file(from), to, { overwrite: true });
    await rm(from, { force: true });
  }
}
