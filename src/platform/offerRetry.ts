import * as vscode from 'vscode';
import type { AskFailure } from './askModel.ts';
import { notify } from './notifications.ts';
import { runAction } from './runAction.ts';

/**
 * Tells what failed, with a button that tries again, and one that mends it where there is one. Whether it is to be tried
 * again; `label` is the button's, where it opens something first.
 */
export async function offerRetry(
  { words, mending }: AskFailure,
  label = vscode.l10n.t('Try Again'),
): Promise<boolean> {
  const answer = await notify('warning', words, label, ...(mending ? [mending.label] : []));
  if (mending && answer === mending.label) await runAction(mending.id);
  return answer === label;
}
