/** Whether a text has letters and digits, or letters of both cases with signs: not a word of a language. */
export function isMixed(text: string): boolean {
  return /[a-z]/i.test(text) && /\d/.test(text);
}

/** Whether a text looks random, by how evenly its characters are spread: words repeat theirs, random texts don't. */
export function isRandom(text: string): boolean {
  if (text.length < 16) return false;
  const mixes = text.match(/[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  // Names with a number in them have one or two such changes; random texts have many.
  return bitsIn(text) >= 3 && mixes >= Math.max(3, text.length / 12);
}

/** Shannon entropy, in bits per character. */
export function bitsIn(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The rest of a longer word tells nothing new. */
const longestLookedAt = 120;

/**
 * Hashes, meaningless identifiers and base64 data, anywhere: stricter than `isRandom`, which is used where a secret is
 * expected, and would mistake `createHttp2ServerConnection` for one.
 */
export function isHash(word: string): boolean {
  if (/^(?:sha(?:1|256|384|512)[-:])[\w+/=]{16,}$/i.test(word)) return true;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return true;
  if (/^(?:[\da-f]{7,128}|[\dA-F]{7,128})$/.test(word)) {
    const digits = word.replace(/\D/g, '').length;
    return digits >= 2 && digits < word.length;
  }
  if (word.length < 20 || !/^[\w+/-]+={0,2}$/.test(word) || !/\d/.test(word) || !/[a-z]/.test(word))
    return false;
  // Names sometimes change between lower case, upper case and digits, random text at every other character.
  const changes =
    word.slice(0, longestLookedAt).match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g) ?? [];
  return changes.length > Math.min(word.length, longestLookedAt) / 3;
}
