import { readFileSync } from 'node:fs';
import type { Translate } from '../../src/text/translate.ts';

const bundle = new URL('../../l10n/bundle.l10n.zh-cn.json', import.meta.url);
const chinese = JSON.parse(readFileSync(bundle, 'utf8')) as Record<string, string>;

const english: Translate = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_, place) => String(values[Number(place)]));

/** The translations as people get them; what has none comes in English. */
export const languages = {
  english,
  chinese: (text, ...values) => english(chinese[text] ?? text, ...values),
} as const satisfies Record<string, Translate>;

export type Language = keyof typeof languages;
