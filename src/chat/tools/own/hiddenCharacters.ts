/**
 * What nobody sees in an editor or a diff and still counts: control characters, those that change the direction of text, and
 * tags. Joiners stay, which emoji and scripts need.
 */
const hidden =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Zl}|\p{Zp}/gu;

/** The code points of those in a text that another text doesn't have; undefined where there are none. */
export function findHiddenCharacters(text: string, known: string): string | undefined {
  const found = new Set(text.match(hidden));
  for (const character of known.match(hidden) ?? []) found.delete(character);
  const names = [...found].slice(0, 5).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, '0')}`;
  });
  return names.length > 0 ? names.join(', ') : undefined;
}
