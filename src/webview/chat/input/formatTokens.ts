import { language } from '../../ui/l10n.ts';

/** A count in as few signs as there is room for: 1.2K. */
export function formatCompactly(value: number): string {
  return new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** A share of the whole, as people of the page's language write it. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}
