/**
 * What the pieces of a text cost, in tokens of `o200k_base`. Tokenizers of today cut a text into such pieces first (a word with
 * the space before it, three digits, a run of signs with the line's end behind it, an indentation), and then look for
 * each piece in their vocabulary. The numbers follow the means over the pieces of each sort in some 1,500 texts: code in
 * fifteen languages, data, prose, Chinese.
 */

/** What stands right before a word: nothing, a space, or one sign that a word takes along always, often or never. */
export type Lead = 'none' | 'space' | 'joins' | 'mayJoin' | 'apart';

/** Names in code go on with these: `.name`, `_name`, `(name`, `-name`. */
const joining = ["'", '(', '-', '.', '_'];
/** And with these some do: `/src`, `[index`, `=true`. */
const mayJoin = ['\t', ',', '/', ':', '<', '=', '['];

const leadsOfSigns: readonly Lead[] = Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (joining.includes(sign)) return 'joins';
  return mayJoin.includes(sign) ? 'mayJoin' : 'apart';
});

export function leadOf(code: number): Lead {
  return leadsOfSigns[code] ?? 'apart';
}

/** What is above `free`, at `each`. */
function above(free: number, length: number, each: number): number {
  return length > free ? (length - free) * each : 0;
}

/** Words are in the vocabulary whole, except that longer ones are rarer; past 13 letters, hardly any is. */
function costOfLetters(lead: Lead, length: number, isCapitalized: boolean): number {
  const veryLong = above(13, length, 0.3);
  switch (lead) {
    // Most of the vocabulary is of this kind. Names and nouns with a capital are rarer.
    case 'space':
      return 1 + above(isCapitalized ? 4 : 7, length, 0.055) + veryLong;
    // A line's first word, or, with its capital, the middle of a camelCase name, which is common as such.
    case 'none':
      if (isCapitalized) return 1.03 + above(7, length, 0.06) + veryLong;
      return 1 + above(2, length, 0.035) + above(6, length, 0.08) + veryLong;
    // Short ones are known with their sign; with a capital (`.Foo`, `(Foo`), fewer.
    case 'joins':
      return (isCapitalized ? 1.25 : 1) + above(1, length, 0.05) + above(6, length, 0.1) + veryLong;
    case 'mayJoin':
      return (isCapitalized ? 1.25 : 1) + above(1, length, 0.14) + veryLong;
    // The sign is a token of its own, but before one or two letters, as in `$t`.
    case 'apart':
      return length <= 2 ? 1.2 : 0.9 + costOfLetters('none', length, isCapitalized);
  }
}

/** Words in capitals are cut more often, into pieces of three to four. */
function costOfCapitals(lead: Lead, length: number): number {
  // LICENSE and SELECT are known with the space before them; the middle of a MAX_NAME is less so.
  if (lead === 'space') return 1 + above(2, length, 0.08) + above(7, length, 0.25);
  return (lead === 'none' ? 1 : 1.15) + above(2, length, 0.12) + above(6, length, 0.25);
}

/** A word of capitals first and small letters after, as tokenizers cut camelCase. */
export function costOfWord(lead: Lead, capitals: number, small: number): number {
  if (capitals <= 1) return costOfLetters(lead, capitals + small, capitals === 1);
  if (small === 0) return costOfCapitals(lead, capitals);
  // `HTMLElement`: the last capital belongs to the word behind the others.
  return costOfCapitals(lead, capitals - 1) + costOfLetters('none', small + 1, true);
}

/** Of a word's letters, each that is not ASCII: it cuts the word in two, as do the endings of its language. */
export const perAccentedLetter = 1;

/** Digits go by threes. */
export function costOfDigits(length: number): number {
  return Math.ceil(length / 3);
}

/**
 * Signs that belong together in code are one token, `);` or `===`, up to two different ones in a row. Beyond, every
 * second one begins another. A line of the same sign, as below a heading, is known up to about forty.
 */
export function costOfSigns(changes: number, length: number): number {
  return 1 + (changes > 2 ? 0.25 : 0) + above(3, changes, 0.55) + Math.floor(length / 40);
}

/** What stands between the quotes of JSON, from `":"` to `"},{"`, is known whole, up to five signs. */
export function costOfQuotedSigns(length: number): number {
  return 1 + above(5, length, 0.55);
}

/** Chinese words of two characters are one token as often as not; a character that stands alone has no such luck. */
export function costOfHan(length: number): number {
  return length === 1 ? 1 : length * 0.68;
}

/**
 * What each Chinese character costs more than that, by what its text is. Traditional Chinese has few words in the vocabulary:
 * each character is nearly one token. A few of its characters are enough to know it by, names and quotations are not.
 * Stories have fewer words of two characters than what is written on technical things, and are known by theirs.
 */
export function extraCostOfHan(traditionalShare: number, narrativeShare: number): number {
  return traditionalShare > 0.03 ? 0.29 : Math.min(0.22, narrativeShare * 2);
}

/** Japanese syllables: endings and particles of two are one token; foreign words are spelled. */
export function costOfKana(length: number): number {
  return 0.25 + length * 0.57;
}

/** Korean syllables: a word's first two are one token now and then, with the space before them. */
export function costOfHangul(length: number): number {
  return 0.4 + length * 0.55;
}

/** Words in Greek and Cyrillic: four letters a token, and short ones whole. */
export function costOfGreek(length: number): number {
  return 0.35 + length * 0.21;
}

/** Words in Arabic, Hebrew, Hindi, Thai: two letters a token. */
export const perOtherLetter = 0.5;

/** Chinese punctuation: each its own, but for some that are known with the word behind them. */
export const perWideSign = 0.85;

/** Arrows, dashes, curly quotes: each its own, but for lines that are drawn with them. */
export function costOfSymbols(changes: number, length: number): number {
  return changes + (length - changes) * 0.25;
}

/** Emoji are two or three tokens, and two of these. */
export const perSurrogate = 1.2;

/** Random letters and digits, as in hashes, keys, signatures and base64: pieces of two at most are known by chance. */
export function costOfRandom(length: number, hasCapitals: boolean): number {
  return length * (hasCapitals ? 0.69 : 0.57);
}

/** From so many characters on, letters and digits in a row are random where their pieces are under three long. */
export function isRandom(length: number, pieces: number): boolean {
  return length >= 16 && pieces * 3 > length;
}
