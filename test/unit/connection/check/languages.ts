import { readFileSync } from 'node:fs';
import type { Translate } from '../../../../src/text/translate.ts';

const bundle = new URL('../../../../l10n/bundle.l10n.zh-cn.json', import.meta.url);
const translations = new Map(
  Object.entries(JSON.parse(readFileSync(bundle, 'utf8')) as Record<string, string>),
);

/** The translations as people get them; what has none comes in English. */
export const languages = {
  english: fill,
  chinese: (text, ...values) => fill(translations.get(text) ?? text, ...values),
} as const satisfies Record<string, Translate>;

export type Language = keyof typeof languages;

function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, place) => String(values[Number(place)]));
}
