import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { formatBytes } from '../platform/formatBytes.ts';
import { confirm, notify } from '../platform/notifications.ts';
import { readUserValue } from '../platform/settings/settings.ts';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { RunRequest } from '../protocol/imagesProtocol.ts';
import { joinSentences } from '../text/joinText.ts';
import { bytesOnDisk, type ImageRecord } from './imageStore.ts';

const dayMs = 24 * 3_600_000;

/**
 * Asks for confirmation if a run requests more images, or sends more bytes, than the limits, and rejects sources that
 * no relay accepts. `isOneByOne`: each image is a separate request, with all sources.
 */
export async function confirmRun({ parameters, sources }: RunRequest, isOneByOne: boolean): Promise<boolean> {
  const { t } = vscode.l10n;
  const { count = 1 } = parameters;
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  if (bytes > maximumSourceBytes) {
    void notify('warning', t('The source images exceed 64 MB in total.'));
    return false;
  }
  const sent = isOneByOne ? bytes * count : bytes;
  const questions = [
    ...(exceeds('modelRelay.images.confirmAbove', count) ? [t('Generate {0} images?', count)] : []),
    ...(exceeds('modelRelay.images.confirmAboveMegabytes', sent / 1_000_000)
      ? [t('Send {0} of source images?', formatBytes(sent))]
      : []),
  ];
  const detail = t('The relay may bill you for each image.');
  return questions.length === 0 || confirm('info', joinSentences(...questions), detail, t('Generate'));
}

function exceeds(
  setting: 'modelRelay.images.confirmAbove' | 'modelRelay.images.confirmAboveMegabytes',
  value: number,
): boolean {
  const set = readUserValue(setting);
  const limit = typeof set === 'number' ? set : settings[setting];
  return limit !== 0 && value > limit;
}

/** Asks which images to delete: by age, never a favorite. Resolves to an empty list if the person chose none. */
export async function askCleanUp(images: readonly ImageRecord[]): Promise<readonly ImageRecord[]> {
  const { t } = vscode.l10n;
  const others = images.filter(({ isFavorite }) => !isFavorite);
  const ages = [
    [t('Older than 3 months'), 90],
    [t('Older than a month'), 30],
    [t('Older than a week'), 7],
    [t('All images except favorites'), 0],
  ] as const;
  const rows = ages
    .map(([label, days]) => {
      const found = others.filter(({ createdAt }) => Date.now() - createdAt >= days * dayMs);
      const size = formatBytes(bytesOnDisk(found));
      const description =
        found.length === 1 ? t('1 image, {0}', size) : t('{0} images, {1}', found.length, size);
      return { label, found, description };
    })
    .filter(({ found }) => found.length > 0);
  const picked = await vscode.window.showQuickPick(rows, {
    title: t('Delete Images'),
    placeHolder:
      rows.length === 0
        ? t('There are no images other than favorites.')
        : t('Favorites are not deleted. Images can be restored for a day.'),
  });
  return picked?.found ?? [];
}
