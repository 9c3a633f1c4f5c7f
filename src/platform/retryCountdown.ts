import * as vscode from 'vscode';
import type { RetryWait } from '../relay/callOptions.ts';
import { joinSentences } from '../text/joinText.ts';
import { plainText } from './notifications.ts';

/** The countdown before a request is sent again, in the status bar: VS Code's own chat and editors have no place to show one. */
export type RetryCountdown = ReturnType<typeof createRetryCountdown>;

/** `tryNow`: id of the command that ends all waits that are shown, and sends the requests now. */
export function createRetryCountdown(tryNow: string) {
  const { t } = vscode.l10n;
  const open = new Set<{ readonly wait: RetryWait; readonly words: string; readonly endsAt: number }>();
  const item = vscode.window.createStatusBarItem('modelRelay.waits', vscode.StatusBarAlignment.Right, 100);
  item.name = t('Model Relay: Waiting for the Relay');
  item.command = tryNow;
  let timer: NodeJS.Timeout | undefined;

  function draw(): void {
    for (const each of open) if (each.endsAt <= Date.now()) open.delete(each);
    const [first] = open;
    if (!first) {
      item.hide();
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const seconds = Math.max(1, Math.ceil((first.endsAt - Date.now()) / 1000));
    item.text = `$(watch) ${t('Relay: retrying in {0} s', seconds)}`;
    item.tooltip = plainText(`${first.words}\n${t('Click to try again now.')}`);
    item.accessibilityInformation = {
      label: joinSentences(t('Relay: retrying in {0} s', seconds), plainText(first.words)),
    };
    item.show();
    timer ??= setInterval(draw, 1000);
  }

  const command = vscode.commands.registerCommand(tryNow, () => {
    const waiting = [...open];
    open.clear();
    draw();
    for (const { wait } of waiting) wait.retryNow();
  });

  return {
    /** Shows the countdown until the wait is over, or its request ends. */
    show(wait: RetryWait, words: string, signal: AbortSignal): void {
      const entry = { wait, words, endsAt: Date.now() + wait.delayMs };
      open.add(entry);
      signal.addEventListener(
        'abort',
        () => {
          open.delete(entry);
          draw();
        },
        { once: true },
      );
      draw();
    },
    dispose(): void {
      clearInterval(timer);
      vscode.Disposable.from(item, command).dispose();
    },
  };
}
