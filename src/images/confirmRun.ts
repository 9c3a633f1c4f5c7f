import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { confirm, notify } from '../platform/notifications.ts';
import { readUserValue } from '../platform/settings/settings.ts';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { RunRequest } from '../protocol/imagesProtocol.ts';

const confirmSetting = 'modelRelay.images.confirmAbove';

/** Asks before more images are requested than the limit, and refuses sources that no relay takes. */
export async function confirmRun({ parameters, sources }: RunRequest): Promise<boolean> {
  const { t } = vscode.l10n;
  const { count = 1 } = parameters;
  const set = readUserValue(confirmSetting);
  const limit = typeof set === 'number' ? set : settings[confirmSetting];
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  if (bytes > maximumSourceBytes) {
    void notify('warning', t('The source images exceed 64 MB in total.'));
    return false;
  }
  return (
    limit === 0 ||
    count <= limit ||
    confirm('info', t('Generate {0} images?', count), t('The relay may bill each of them.'), t('Generate'))
  );
}
