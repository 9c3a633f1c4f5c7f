import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { formatBytes } from '../platform/formatBytes.ts';
import { confirm, notify } from '../platform/notifications.ts';
import { readUserValue } from '../platform/settings/settings.ts';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { RunRequest } from '../protocol/imagesProtocol.ts';

/** Asks before more images are requested, or more bytes sent, than the limits, and refuses sources that no relay takes. */
export async function confirmRun({ parameters, sources }: RunRequest): Promise<boolean> {
  const { t } = vscode.l10n;
  const { count = 1 } = parameters;
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  if (bytes > maximumSourceBytes) {
    void notify('warning', t('The source images exceed 64 MB in total.'));
    return false;
  }
  const billing = t('The relay may bill each of them.');
  if (exceeds('modelRelay.images.confirmAbove', count))
    return confirm('info', t('Generate {0} images?', count), billing, t('Generate'));
  return (
    !exceeds('modelRelay.images.confirmAboveMegabytes', bytes / 1_000_000) ||
    confirm(
      'info',
      t('Send {0} of source images?', formatBytes(bytes)),
      t('To change this limit, use the setting modelRelay.images.confirmAboveMegabytes.'),
      t('Generate'),
    )
  );
}

function exceeds(
  setting: keyof typeof settings & `modelRelay.images.confirmAbove${string}`,
  value: number,
): boolean {
  const set = readUserValue(setting);
  const limit = typeof set === 'number' ? set : settings[setting];
  return limit !== 0 && value > limit;
}
