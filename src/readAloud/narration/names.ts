import { isHash } from '../../text/randomText.ts';
import { type Vocabulary, wordMap } from './english.ts';

/** Abbreviations that programmers write but pronounce in full. */
const longForms = wordMap(
  `a11y accessibility, addr address, arg argument, args arguments, argc argument count,
   argv argument values, arr array, async asynchronous, attr attribute, attrs attributes, bg background,
   bool boolean, btn button, buf buffer, cb callback, cfg config, cmd command, cnt count, col column,
   concat concatenate, conn connection, ctrl control, ctx context, cur current, curr current,
   db database, dest destination, dir directory, dirs directories, dst destination, el element,
   elem element, enum enum, env environment, eq equal, err error, errs errors, evt event, fg foreground,
   fmt format, fn function, func function, i18n internationalization, idx index, img image,
   impl implementation, k8s kubernetes, l10n localization, len length, lhs left-hand side, msg message,
   msgs messages, ms milliseconds, nth nth, num number, nums numbers, obj object, param parameter,
   params parameters, pkg package, pos position, prev previous, prop property, props properties,
   ptr pointer, qty quantity, req request, resp response, ret return, rhs right-hand side, src source,
   std standard, stderr standard error, stdin standard in, stdout standard out, str string,
   strs strings, tbl table, temp temporary, tmp temporary, uint unsigned int, usr user, val value,
   vals values`,
);

/** Spelled letter by letter, in any case; so are short words without vowels. */
const spelled = new Set(
  [
    'api apis aws ci cli cpu cpus dom dto ffi gif gpu gpus gui https ide io ip ipv llm lru os rgba sdks sha sse toc udp ui uid',
    'ul uri uris url urls utc utf uuid ux',
  ]
    .join(' ')
    .split(' '),
);
const unpronounceable = /^[b-df-hj-np-tv-xz]{2,4}$/;

/** Acronyms that are pronounced as words. */
const pronounced = new Set(
  'json yaml toml ram rom ascii ajax crud rest saml wasm cors gnu jpeg todo nan ok id ids crypto'.split(' '),
);

/** One part of a name as it is spoken. */
function partInWords(part: string, isAllCapitals: boolean): string {
  const lowerCase = part.toLowerCase();
  const longForm = longForms.get(lowerCase);
  if (longForm !== undefined) return longForm;
  if (lowerCase === 'vscode') return 'V S code';
  if (spelled.has(lowerCase) || unpronounceable.test(lowerCase)) return spell(part);
  if (part.length < 2 || !/^\p{Lu}+s?$/u.test(part) || pronounced.has(lowerCase)) return lowerCase;
  // `MAX_RETRIES` is words, but `HTTPServer` starts with an acronym; a part without vowels is always spelled.
  const isWord = isAllCapitals ? /[AEIOUY]/.test(part) : part.length > 5;
  return isWord || !/^[A-Z]+s?$/.test(part) ? lowerCase : spell(part);
}

function spell(part: string): string {
  const plural = /^(?:[A-Z]+s|apis|urls|uris|sdks|cpus|gpus)$/.test(part);
  const letters = plural ? part.slice(0, -1) : part;
  return letters.toUpperCase().split('').join(' ') + (plural ? 's' : '');
}

const parts = new RegExp(
  [
    // `i18n`
    String.raw`[iIlLaAkK]\d{1,2}[nNyYsS](?!\p{Ll})`,
    String.raw`\p{Lu}{2,}s(?!\p{Ll})`,
    String.raw`\p{Lu}+(?!\p{Ll})`,
    String.raw`\p{Lu}?\p{Ll}+`,
    String.raw`\p{Nd}+`,
    String.raw`[^\p{Lu}\p{Ll}\p{Nd}]+`,
  ].join('|'),
  'gu',
);
/** Longer strings are not split: they are not names. */
const longestName = 200;

/**
 * A name as programmers pronounce it: `getUserById` "get user by id", `HTTPServer2` "H T T P server 2". A single letter
 * stays as it is.
 */
export function splitName(name: string): string {
  const core = name
    .replace(/^[_$#@\-.]{1,20}/, '')
    .replace(/[?!']{1,3}$/, '')
    .slice(0, longestName);
  if (core === '') return name.includes('_') ? 'underscore' : '';
  if (/^\p{L}$/u.test(core)) return core;
  const isAllCapitals = !/\p{Ll}/u.test(core);
  return core
    .split(/[_$\-./\s\u200c\u200d]+/u)
    .flatMap((piece) => piece.match(parts) ?? [])
    .map((part) => partInWords(part, isAllCapitals))
    .filter((word) => word !== '')
    .join(' ');
}

/** Whether a word in prose is an identifier, judged by its form alone. */
export function looksLikeName(word: string): boolean {
  if (word.length > longestName) return false;
  return (
    /\p{Ll}\p{Lu}/u.test(word) ||
    /[\p{L}\p{N}]_+[\p{L}\p{N}]/u.test(word) ||
    /^_+[\p{L}\p{N}]/u.test(word) ||
    /\p{Lu}{2,}\p{Ll}{2,}/u.test(word)
  );
}

/** So many letters without a break are only announced. */
const endless = /[\w+/=]{60}/;

/** The spoken form of a word that nobody would spell: a URL, a path, a hash. Undefined for any other word. */
export function opaqueInWords(word: string, words: Vocabulary): string | undefined {
  const address =
    /^(?:(?:https?|wss?|ftp):\/\/(?:[^\s/@]{1,200}@)?|(?=www\.))(?:www\.)?(\w[\w.-]{0,199})/i.exec(word);
  if (address) return words.linkTo(address[1] ?? '');
  if (isHash(word)) return words.hash(word.slice(0, 4));
  const version = /^v(\d{1,8}(?:\.\d{1,8}){1,4}(?:-[A-Za-z][\w.-]{0,40})?)$/i.exec(word);
  if (version) return `${words.version} ${version[1] ?? ''}`;
  const path = pathInWords(word, words);
  if (path !== undefined) return path;
  return endless.test(word) ? words.longText(word.length) : undefined;
}

/** A path, spoken by its last part: `src/a/speech.ts:3` "speech dot T S line 3". Undefined if the word is not a path. */
function pathInWords(word: string, words: Vocabulary): string | undefined {
  const [, path = '', line] =
    /^((?:[A-Za-z]:)?[\p{L}\p{N}_.@+~[\]\\/-]{2,1000})(?::(\d+)(?:[:-]\d+)?)?$/u.exec(word) ?? [];
  // `\n` is an escape.
  if (!/[\\/]/.test(path) || /^\\[^\\]/.test(path)) return undefined;
  const named = path.split(/[\\/]/).filter((segment) => !/^(?:[.~]*|[A-Za-z]:)$/.test(segment));
  const last = named.at(-1);
  if (last === undefined) return undefined;
  const isPlace = /^(?:[.~/\\]|[A-Za-z]:)/.test(path);
  if ((isPlace && named.length > 3) || /[^.]\.[A-Za-z]\w{0,9}$/.test(last))
    return fileInWords(last, words) + (line === undefined ? '' : ` ${words.line(line)}`);
  if (!isPlace) return undefined;
  const said = named.map((segment) => fileInWords(segment, words)).join(` ${words.slash} `);
  return path.startsWith('/') ? `${words.slash} ${said}` : said;
}

/** A file name with its dots spoken: `tsconfig.json` "tsconfig dot json". */
export function fileInWords(name: string, { dot, hash }: Vocabulary): string {
  if (isHash(name)) return hash(name.slice(0, 4));
  const said = name
    .split('.')
    .filter((part) => part !== '')
    .map(splitName)
    .join(` ${dot} `);
  return name.startsWith('.') ? `${dot} ${said}` : said;
}

/** `0xFFu32` "hex f f": its type suffix is silent. */
export function hexInWords(word: string, hex: string): string | undefined {
  const digits = /^0[xX]([\da-fA-F]{1,16})(?:n|[uUlL]{1,3}|[iu](?:8|16|32|64|128|size))?$/.exec(word)?.[1];
  return digits && `${hex} ${digits.toLowerCase().split('').join(' ')}`;
}

/** `--no-verify` "dash dash no verify", `-la` "dash l a"; undefined if the word is not an option. */
export function optionInWords(word: string, dash: string): string | undefined {
  if (word === '--') return `${dash} ${dash}`;
  const option = /^(--?)([A-Za-z][\w-]{0,60})$/.exec(word);
  const name = option?.[2];
  if (name === undefined) return undefined;
  if (option?.[1] === '--') return `${dash} ${dash} ${splitName(name)}`;
  const isWord = name.length > 3 || /[_-]/.test(name);
  return `${dash} ${isWord ? splitName(name) : name.split('').join(' ')}`;
}
