import { readFileSync } from 'node:fs';

const bundle = new URL('../../l10n/bundle.l10n.zh-cn.json', import.meta.url);
const chinese: Readonly<Record<string, string>> = JSON.parse(readFileSync(bundle, 'utf8'));

/**
 * The languages in which pages are checked, with English to translated text, as the host passes it to them. `en-XA` is
 * Chromium's name for English with accents, two fifths longer, like many languages: what fits in it fits in them.
 */
export const languages = {
  en: {},
  'zh-cn': chinese,
  'en-XA': Object.fromEntries(Object.keys(chinese).map((english) => [english, lengthen(english)])),
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as Language[];

/** Every vowel twice, with an accent; placeholders, code, icons, links' targets and names of settings as they are. */
export function lengthen(english: string): string {
  return english.replaceAll(/\{\d\}|`[^`]*`|\$\([\w-]+\)|\]\([^)]*\)|#[\w.]+#|[aeiou]/gi, (found) =>
    found.length > 1 ? found : `${found}\u0308${found.toLowerCase()}\u0301`.normalize('NFC'),
  );
}
