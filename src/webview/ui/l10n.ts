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
