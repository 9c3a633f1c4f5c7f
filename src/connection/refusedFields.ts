import * as vscode from 'vscode';
import { notify } from '../platform/notifications.ts';
import { onSettingsChange, readRequestFields } from '../platform/settings/settings.ts';
import type { Logger } from '../relay/logger.ts';
import { refusedRequestFields } from '../relay/models/modelOverrides.ts';

const mostReportedFields = 10;

/** Reports request fields that can't be sent: with a notification after a change, and in the log on startup. */
export function reportRefusedFields(logger: Logger): vscode.Disposable {
  const { t } = vscode.l10n;
  let reported = '';
  function report(): boolean {
    const refused = refusedRequestFields(readRequestFields()).slice(0, mostReportedFields).join(', ');
    const isNews = refused !== '' && refused !== reported;
    reported = refused;
    if (isNews) logger.warn(words());
    return isNews;
  }
  const words = () =>
    t(
      '{0}: these fields are invalid or set by Model Relay, and were not sent: {1}',
      'modelRelay.chat.requestFields',
      reported,
    );
  report();
  return onSettingsChange(['modelRelay.chat.requestFields'], () => {
    if (report()) void notify('warning', words());
  });
}
