import * as vscode from 'vscode';
import { notify } from '../platform/notifications.ts';
import { onSettingsChange, readRequestFields } from '../platform/settings/settings.ts';
import { refusedRequestFields } from '../relay/models/modelOverrides.ts';

const setting = 'modelRelay.chat.requestFields';
const mostReportedFields = 10;

/** Reports request fields that can't be sent, when they change. */
export function reportRefusedFields(): vscode.Disposable {
  const { t } = vscode.l10n;
  const read = () => refusedRequestFields(readRequestFields()).slice(0, mostReportedFields).join(', ');
  let known = read();
  return onSettingsChange([setting], () => {
    const refused = read();
    if (refused !== '' && refused !== known)
      void notify(
        'warning',
        t('{0}: these fields are invalid or set by Model Relay, and were not sent: {1}', setting, refused),
      );
    known = refused;
  });
}
