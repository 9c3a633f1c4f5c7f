import * as vscode from 'vscode';
import { formatBytes } from '../platform/formatBytes.ts';
import { bytesOnDisk, type ImageRecord } from './imageStore.ts';

const dayMs = 24 * 3_600_000;

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
