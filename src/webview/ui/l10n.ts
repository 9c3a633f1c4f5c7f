import { languageOf, type ScriptLanguage } from '../../text/scripts.ts';

/**
 * Localized strings. The host puts the translations into the page as JSON, from English to translated text; without
 * them, or without an entry, the English text is used.
 */

let translations: ReadonlyMap<string, string> | undefined;

function readTranslations(): ReadonlyMap<string, string> {
  const json = document.getElementById('l10n-bundle')?.textContent;
  return new Map(Object.entries<string>(JSON.parse(json || '{}')));
}

/** The English text in the person's language, with `{0}`, `{1}` … replaced by the values. */
export function t(english: string, ...values: readonly (string | number)[]): string {
  translations ??= readTranslations();
  const text = translations.get(english) ?? english;
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}

/** The page's language, or undefined for the browser's own. */
export function language(): string | undefined {
  return document.documentElement.lang || undefined;
}

/** Formats a number for the page's language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), options).format(value);
}

/** The number of words in a text. Each Chinese character counts as one, as in word processors. */
export function countWords(text: string): number {
  let words = 0;
  for (const { segment, isWordLike } of new Intl.Segmenter(language(), { granularity: 'word' }).segment(
    text,
  )) {
    if (isWordLike) words += Math.max(1, segment.match(/\p{Script=Han}/gu)?.length ?? 0);
  }
  return words;
}

/** A token count in short form, which is the same in every language: 1.2K, 128K, 1M. */
export function formatCompactly(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** US dollars: small amounts with as many decimals as needed. */
export function formatDollars(amount: number): string {
  const isSmall = amount > 0 && amount < 0.01;
  const digits = isSmall
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 };
  return formatNumber(amount, { style: 'currency', currency: 'USD', ...digits });
}

/** Formats a percentage for the page's language. */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent' });
}

/** A duration: with tenths of a second only if it is short. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 950) return t('{0} ms', formatNumber(Math.round(milliseconds)));
  if (milliseconds >= 9_950) return formatSeconds(Math.round(milliseconds / 1000));
  return t(
    '{0} s',
    formatNumber(milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
}

/** Whole minutes and seconds. */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return whole < 60
    ? t('{0} s', whole)
    : t('{0} min {1} s', formatNumber(Math.floor(whole / 60)), whole % 60);
}

/** Number of characters that are enough to detect the language. */
const sampleLength = 400;
/** Page languages without Latin script: on such a page, Latin text is in another language. */
const otherScripts: readonly string[] = ['zh', 'ja', 'ko', 'ru'] satisfies ScriptLanguage[];

/** The language of a text if it differs from the page's, for its `lang` attribute, which selects voices and fonts. */
export function foreignLanguage(text: string): ScriptLanguage | undefined {
  const found = languageOf(text.slice(0, sampleLength));
  const [own = ''] = (language() ?? navigator.language).toLowerCase().split('-');
  if (found === own || (found === 'en' && !otherScripts.includes(own))) return undefined;
  return found;
}

/** Sets the `lang` of an element if its language differs from the page's. */
export function withLanguage<Kind extends HTMLElement>(element: Kind): Kind {
  const found = foreignLanguage(element.textContent ?? '');
  if (found !== undefined) element.lang = found;
  return element;
}
