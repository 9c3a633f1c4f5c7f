/** What a character is to a tokenizer. Numbers, since each character of a long text is asked. */
export const kinds = {
  lower: 0,
  upper: 1,
  /** Latin letters beyond ASCII. */
  accented: 2,
  digit: 3,
  space: 4,
  line: 5,
  sign: 6,
  han: 7,
  kana: 8,
  hangul: 9,
  /** Greek, Cyrillic, Armenian. */
  greek: 10,
  /** Chinese and Japanese punctuation, and whatever else is twice as wide. */
  wide: 11,
  symbol: 12,
  /** One half of a character beyond the first 65,536: emoji, mostly. */
  surrogate: 13,
  otherLetter: 14,
} as const;

export type Kind = (typeof kinds)[keyof typeof kinds];

const asciiKinds: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return kinds.lower;
  if (code >= 0x41 && code <= 0x5a) return kinds.upper;
  if (code >= 0x30 && code <= 0x39) return kinds.digit;
  if (code === 0x0a || code === 0x0d) return kinds.line;
  if (code === 0x20 || code === 0x09) return kinds.space;
  return kinds.sign;
});

/** The kind of a character; behind the text's end, that of a line's end. */
export function kindAt(text: string, index: number): Kind {
  // Behind the end there is NaN, which is below nothing.
  const code = text.charCodeAt(index);
  if (code < 0x80) return asciiKinds[code] ?? kinds.sign;
  if (code >= 0x80) return kindBeyondAscii(code);
  return kinds.line;
}

function kindBeyondAscii(code: number): Kind {
  if (code < 0xc0) return kinds.symbol;
  if (code < 0x250) return kinds.accented;
  if (code < 0x2000) {
    if (code >= 0x370 && code < 0x590) return kinds.greek;
    return code >= 0x1100 && code < 0x1200 ? kinds.hangul : kinds.otherLetter;
  }
  if (code < 0x2e80) return kinds.symbol;
  if (code >= 0x3000 && code < 0x3040) return kinds.wide;
  if (code >= 0x3040 && code < 0x3100) return kinds.kana;
  if (code >= 0xac00 && code < 0xd7b0) return kinds.hangul;
  // With them, what fonts of icons use.
  if (code >= 0xd800 && code < 0xf900) return kinds.surrogate;
  return code >= 0xfe00 ? kinds.wide : kinds.han;
}

/** In characters that simplified Chinese does not have: words that no text does without. */
const traditional = codesOf('這個們為時來說對會過國學與後開關種應無將從當還發現實問經樣');
/** What stories are told with: who, and with hands, eyes and voices; words of one character, all of them. */
const narrative = codesOf('着她他它又却了早走站坐笑手头声边眼像');

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/** Whether a Chinese character says that its text is traditional for certain. */
export function isTraditional(code: number): boolean {
  return traditional.has(code);
}

/** Whether a Chinese character says, with others of its sort, that its text is a story. */
export function isNarrative(code: number): boolean {
  return narrative.has(code);
}
