import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { language, t } from '../ui/l10n.ts';

/** So much of a prompt names an image to who does not see it. */
const nameLength = 100;

/** The beginning of a prompt, in one line. */
export function shortenPrompt(prompt: string, length = nameLength): string {
  const line = prompt.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : line;
}

/** A size of files, as people write it. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  const digits = value < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
  return unit === 'KB' ? t('{0} KB', number) : t('{0} MB', number);
}

export function formatPixels({ width, height }: Pick<ImageView, 'width' | 'height'>): string {
  return width > 0 ? t('{0} × {1}', width, height) : t('unknown size');
}

/** The name of a format, as people know it. */
export function formatName(mediaType: string): string {
  return mediaType.replace(/^image\//, '').toUpperCase();
}

/** Whether an image has another size or shape than was asked for. Sizes such as 2K say too little to tell. */
export function differsFromRequest({ parameters, width, height }: ImageView): boolean {
  if (width === 0) return false;
  const [, wide, high] = /^(\d+)[x×](\d+)$/.exec(parameters.size ?? '') ?? [];
  if (wide && high) return Number(wide) !== width || Number(high) !== height;
  const [across, down] = (parameters.aspectRatio ?? '').split(':').map(Number);
  // Sides are rounded to what a model can draw.
  return !!across && !!down && Math.abs(Math.log((width * down) / (height * across))) > 0.05;
}

/** The address of an image, of which the page knows the folder. */
export function imageAddress(folder: string, file: string): string {
  return `${folder}/${encodeURIComponent(file)}`;
}
