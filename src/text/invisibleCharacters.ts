/**
 * Invisible characters: soft hyphen, zero-width spaces, direction marks, byte order mark, fillers, variation
 * selectors. Text copied from web pages and chats contains them, and nobody can see or delete them.
 */
export const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Format}\u2800]/gu;

/** The code point of a character, such as `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
