import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { confirm } from '../platform/notifications.ts';
import { readUserValue } from '../platform/settings/settings.ts';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { RunRequest } from '../protocol/imagesProtocol.ts';

const confirmSetting = 'modelRelay.images.confirmAbove';

/** Asks before more images or source bytes are sent for than the limits; true where nothing has to be asked. */
export async function confirmRun({ parameters, sources }: RunRequest): Promise<boolean> {
  const { t } = vscode.l10n;
  const { count = 1 } = parameters;
  const set = readUserValue(confirmSetting);
  const limit = typeof set === 'number' ? set : settings[confirmSetting];
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const ask = (question: string, detail: string) => confirm('info', question, detail, t('Generate'));
  if (
    limit !== 0 &&
    count > limit &&
    !(await ask(t('Generate {0} images?', count), t('The relay may bill each of them.')))
  )
    return false;
  return (
    bytes <= maximumSourceBytes ||
    ask(
      t('Send {0} MB of source images?', Math.ceil(bytes / 1024 ** 2)),
      t('Many relays accept at most 64 MB.'),
    )
  );
}
