import { invisibleCharacters } from '../text/invisibleCharacters.ts';

/** Why pasted text can't be a key. The messages for people are in `src/messages/`. */
export type KeyProblem =
  | 'empty'
  /** A space in the middle: a key never has one, so a key and something else were pasted. */
  | 'whitespaceInside'
  | 'severalKeys'
  /** The base URL was pasted here. */
  | 'looksLikeUrl'
  /** `sk-****abcd`, `sk-ab…yz`: a console's shortened display of a key, not the key. */
  | 'masked'
  /** `<API_KEY>`, `YOUR_API_KEY`, `sk-xxxx`: an example's placeholder. */
  | 'placeholder'
  /** Full-width letters, accents, control characters. */
  | 'unexpectedCharacters'
  | 'tooShort'
  | 'tooLong';

type ParsedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly reason: KeyProblem };

/** The shortest text accepted as a key, and the longest that fits into a request's header. */
const keyLength = { min: 8, max: 2048 };

const surroundings = /^[\s"'`“”„‘’‚«»「」『』（）()，。；,;]+|[\s"'`“”„‘’‚«»「」『』（）()，。；,;]+$/g;

/** What surrounds a key in a header, a command, an environment file, a JSON or YAML line. */
const wrappings = [
  // Anything before the one key that has the usual prefix.
  /^.*[\s"'“:：=](?=sk-)/s,
  // The name of a field, a header or a variable; the look-ahead leaves a key alone that merely ends with "=".
  /^(?!sk-)[\w $:{"'-]*((key|token|authorization|密钥|令牌)["'”’]?\s*[:：]|=(?=\s*[^\s=]))/i,
  /^bearer(\s+|\s*[:：]|$)/i,
  // The end of a JSON object.
  /(?<=["'])\s*\}$/,
];

/** Several keys would be sent as one. */
const keyStarts = /(?<![\w-])sk-/g;

/** Placeholders for the key in guides, and variables that nobody replaced by their values. */
const placeholder = new RegExp(
  [
    '^<.*>$',
    '^\\$?\\{.*\\}$',
    '^[$%]\\w+%?$',
    '^(process\\.env|os\\.(environ|getenv))\\b',
    '^undefined$',
    'your[-_ ]?(api[-_ ]?)?(key|token)',
    '^(sk-)?x{4,}$',
  ].join('|'),
  'i',
);

/**
 * URLs, host names and email addresses. Keys have dots, too (tokens in three parts, an id and its secret), but never
 * only lowercase letters after the last one.
 */
const addressLike = new RegExp(
  [
    '://',
    '^www\\.',
    '^(([a-z0-9-]+\\.)+[a-z]{2,8}|localhost|\\d+\\.\\d+\\.\\d+\\.\\d+)(:\\d+)?(/\\S*)?$',
    '^[^@\\s]+@[\\w-]+(\\.[\\w-]+)+$',
  ].join('|'),
);

/**
 * Reads a key as people paste it: with a byte order mark, quotes, line breaks, `Authorization: Bearer`, or a
 * whole line of an environment file around it. The `sk-` prefix is kept and never added (contract 5, rule 2).
 *
 * A line break in the middle is joined, since terminals wrap long lines. A space in the middle is refused
 * rather than joined: it stands between a key and something else, and a joined key would only fail later,
 * with a 401 that explains nothing.
 */
export function parseApiKey(pasted: string): ParsedKey {
  // Twice, because the text around a key may be as long as the key. The patterns here are fast on any such text.
  if (pasted.length > 2 * keyLength.max) return { ok: false, reason: 'tooLong' };
  const text = pasted.replace(invisibleCharacters, '');
  if ([...text.matchAll(keyStarts)].length > 1) return { ok: false, reason: 'severalKeys' };
  const key = stripSurroundings(stripSurroundings(text).replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ''));
  if (key === '') return { ok: false, reason: 'empty' };
  if (addressLike.test(key)) return { ok: false, reason: 'looksLikeUrl' };
  if (placeholder.test(key)) return { ok: false, reason: 'placeholder' };
  if (/\*{2}|[•●∙·…]|\.{3}/.test(key)) return { ok: false, reason: 'masked' };
  if (/\s/.test(key)) return { ok: false, reason: 'whitespaceInside' };
  // A quote inside is of a line that was not recognized around the key.
  if (!isCleanKey(key) || /["'`]/.test(key)) return { ok: false, reason: 'unexpectedCharacters' };
  if (key.length < keyLength.min) return { ok: false, reason: 'tooShort' };
  if (key.length > keyLength.max) return { ok: false, reason: 'tooLong' };
  return { ok: true, key };
}

/** Whether a string can go into the Authorization header as it is. */
export function isCleanKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Strips quotes and wrappers until none is left: they come in any order, and more than once. */
function stripSurroundings(text: string): string {
  let rest = text;
  for (;;) {
    const before = rest;
    rest = rest.replace(surroundings, '');
    for (const wrapping of wrappings) rest = rest.replace(wrapping, '');
    if (rest === before) return rest;
  }
}
