import { formatNumber, t } from './l10n.ts';

/** Formats a file size. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('{0} bytes', bytes);
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  const number = formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
  return unit === 'KB' ? t('{0} KB', number) : t('{0} MB', number);
}

/** Formats a size in pixels. */
export function formatPixels({ width, height }: { readonly width: number; readonly height: number }): string {
  return width > 0 ? t('{0} × {1}', width, height) : t('unknown size');
}

/** The URL of a file in the folder that the page knows. */
export function fileAddress(folder: string, file: string): string {
  return `${folder}/${encodeURIComponent(file)}`;
}
