import { codePointName } from '../../../text/invisibleCharacters.ts';

/**
 * Characters that are invisible in an editor or a diff but have an effect: control characters, those that change the
 * text direction, and tags. Joiners are not among them, because emoji and some scripts need them.
 */
const hidden =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Zl}|\p{Zp}/gu;

/** The code points of hidden characters in a text that another text doesn't have; undefined if there are none. */
export function findHiddenCharacters(text: string, known: string): string | undefined {
  const found = new Set(text.match(hidden));
  for (const character of known.match(hidden) ?? []) found.delete(character);
  const names = [...found].slice(0, 5).map(codePointName);
  return names.length > 0 ? names.join(', ') : undefined;
}
