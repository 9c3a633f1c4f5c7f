import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { t } from '../ui/l10n.ts';

export function formatPixels({ width, height }: Pick<ImageView, 'width' | 'height'>): string {
  return width > 0 ? t('{0} × {1}', width, height) : t('unknown size');
}

/** Whether an image has another size or aspect ratio than requested. Sizes such as 2K are too vague to compare. */
export function differsFromRequest({ parameters, width, height }: ImageView): boolean {
  if (width === 0) return false;
  const [, wide, high] = /^(\d+)[x×](\d+)$/.exec(parameters.size ?? '') ?? [];
  if (wide && high) return Number(wide) !== width || Number(high) !== height;
  const [across, down] = (parameters.aspectRatio ?? '').split(':').map(Number);
  // Models round the sides to sizes that they can draw.
  return !!across && !!down && Math.abs(Math.log((width * down) / (height * across))) > 0.05;
}

export function describeDeleted(count: number): string {
  return count === 1 ? t('Image deleted.') : t('{0} images deleted.', count);
}

export function describeMissing(count: number): string {
  return count === 1
    ? t('1 source image is no longer available. Add it again.')
    : t('{0} source images are no longer available. Add them again.', count);
}
