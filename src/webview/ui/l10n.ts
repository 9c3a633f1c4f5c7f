import { languageOf, type ScriptLanguage } from '../../text/scripts.ts';

/**
 * Words for people, in their language. The host puts the translations into the page as JSON, English text to
 * translated text; without them, or without an entry, the English stands.
 */

let translations: ReadonlyMap<string, string> | undefined;

function readTranslations(): ReadonlyMap<string, string> {
  const json = document.getElementById('l10n-bundle')?.textContent;
  if (!json) return new Map();
  const bundle: unknown = JSON.parse(json);
  if (typeof bundle !== 'object' || bundle === null) return new Map();
  return new Map(
    Object.entries(bundle).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
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

/** A count as people of the page's language write it. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

/** How many words a text has, counted as its script counts them. */
export function countWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(language(), { granularity: 'word' }).segment(text)) {
    if (isWordLike) words += 1;
  }
  return words;
}

/** A count of tokens in short form, as the field writes it in every language: 1.2K, 128K, 1M. */
export function formatCompactly(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** US dollars: of small amounts as many decimals as tell how much it is. */
export function formatDollars(amount: number): string {
  const isSmall = amount > 0 && amount < 0.01;
  const digits = isSmall
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 };
  return new Intl.NumberFormat(language(), { style: 'currency', currency: 'USD', ...digits }).format(amount);
}

/** A share of the whole, as people of the page's language write it. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}

/** A time as people say it: tenths count in a short one only. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 950) return t('{0} ms', formatNumber(Math.round(milliseconds)));
  if (milliseconds >= 9_950) return formatSeconds(Math.round(milliseconds / 1000));
  const tenths = new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t('{0} s', tenths.format(milliseconds / 1000));
}

/** Whole seconds, and the minutes that they are. */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return whole < 60
    ? t('{0} s', whole)
    : t('{0} min {1} s', formatNumber(Math.floor(whole / 60)), whole % 60);
}

/** Enough of a text to tell its language by. */
const sampleLength = 400;
/** Pages in these languages are not written in Latin letters, so that a text in those is in another language. */
const otherScripts: readonly string[] = ['zh', 'ja', 'ko', 'ru'] satisfies ScriptLanguage[];

/** The language of a text that is not in the page's own, for its `lang`: voices and fonts are chosen by that. */
export function foreignLanguage(text: string): ScriptLanguage | undefined {
  const found = languageOf(text.slice(0, sampleLength));
  const [own = ''] = (language() ?? navigator.language).toLowerCase().split('-');
  if (found === own || (found === 'en' && !otherScripts.includes(own))) return undefined;
  return found;
}

/** Says in which language an element is written, where that is not the page's own. */
export function withLanguage<Kind extends HTMLElement>(element: Kind): Kind {
  const found = foreignLanguage(element.textContent ?? '');
  if (found !== undefined) element.lang = found;
  return element;
}
