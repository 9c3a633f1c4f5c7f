import { isHash } from '../../text/randomText.ts';
import type { WordsLanguage } from './block.ts';
import { type Vocabulary, wordMap } from './english.ts';
import { vocabularies } from './wordsLanguage.ts';

/** What programmers write short and say long. */
const longForms = wordMap(
  `a11y accessibility, addr address, arg argument, args arguments, argc argument count,
   argv argument values, arr array, async asynchronous, attr attribute, attrs attributes, bg background,
   bool boolean, btn button, buf buffer, cb callback, cfg config, cmd command, cnt count, col column,
   concat concatenate, conn connection, ctrl control, ctx context, cur current, curr current,
   db database, dest destination, dir directory, dirs directories, dst destination, el element,
   elem element, enum enum, env environment, eq equal, err error, errs errors, evt event, fg foreground,
   fmt format, fn function, func function, i18n internationalization, idx index, img image,
   impl implementation, k8s kubernetes, l10n localization, len length, lhs left-hand side, msg message,
   msgs messages, ms milliseconds, num number, nums numbers, obj object, param parameter,
   params parameters, pkg package, pos position, prev previous, prop property, props properties,
   ptr pointer, qty quantity, req request, resp response, ret return, rhs right-hand side, src source,
   std standard, stderr standard error, stdin standard in, stdout standard out, str string,
   strs strings, tbl table, temp temporary, tmp temporary, uint unsigned int, usr user, val value,
   vals values`,
);

/** Said by their letters, in whatever case they are written. */
const spelled = new Set(
  [
    'api apis aws cd cdn ci cjs cli cpu cpus crlf css csv dns dom dto ffi ftp gb gcp gif gpu gpus gui hsl html http https',
    'ide io ip ipv jpg js jsx jwt kb lf llm lru mb md mdx mjs mp npm ns os pdf php png pr ps rgb rgba rpc rtf',
    'sdk sdks sha smtp sql sse ssh ssl svg tb tcp tls toc ts tsx ttl ttf tts txt udp ui uid ul uri uris url urls utc utf',
    'uuid ux vm vscode wss www xhr xml xss yml',
  ]
    .join(' ')
    .split(' '),
);

/** Capitals that are said as a word anyway. */
const pronounced = new Set(
  'json yaml toml ram rom ascii ajax crud rest saml wasm cors gnu jpeg todo nan ok id ids crypto'.split(' '),
);

/** What people call things whatever their capitals: split, they would only look odd. */
export const brands: ReadonlySet<string> = new Set(
  [
    'JavaScript TypeScript GitHub GitLab BitBucket OpenAI DeepSeek ChatGPT PostgreSQL MySQL SQLite MongoDB GraphQL',
    'macOS iOS iPadOS iPhone iPad YouTube LinkedIn PowerShell PowerPoint JetBrains IntelliJ PyCharm WebStorm NumPy',
    'PyTorch TensorFlow FastAPI DevOps WebGL WebSocket WebSockets OAuth LaTeX FreeBSD OpenBSD OpenSSL WiFi eBay',
    'CoffeeScript ActionScript VSCode DevTools CloudFlare DockerHub McDonald MacBook AppleScript Vue.js Node.js Next.js',
    'Express.js Three.js D3.js',
  ]
    .join(' ')
    .split(' '),
);

/** One part of a name as it is said. */
function partInWords(part: string, isAllCapitals: boolean): string {
  const lowerCase = part.toLowerCase();
  const longForm = longForms.get(lowerCase);
  if (longForm !== undefined) return longForm;
  if (lowerCase === 'vscode') return 'V S code';
  if (spelled.has(lowerCase)) return spell(part);
  if (part.length < 2 || !/^\p{Lu}+s?$/u.test(part) || pronounced.has(lowerCase)) return lowerCase;
  // MAX_RETRIES are words, but HTTPServer begins with letters; what has no vowel is letters anywhere.
  const isWord = isAllCapitals ? /[AEIOUY]/.test(part) : part.length > 5;
  return isWord || !/^[A-Z]+s?$/.test(part) ? lowerCase : spell(part);
}

function spell(part: string): string {
  const plural = /^(?:[A-Z]+s|apis|urls|uris|sdks|cpus|gpus)$/.test(part);
  const letters = plural ? part.slice(0, -1) : part;
  return letters.toUpperCase().split('').join(' ') + (plural ? 's' : '');
}

const shortened = /[iIlLaAkK]\d{1,2}[nNyYsS](?!\p{Ll})/u;
const parts = new RegExp(
  [
    shortened.source,
    String.raw`\p{Lu}{2,}s(?!\p{Ll})`,
    String.raw`\p{Lu}+(?!\p{Ll})`,
    String.raw`\p{Lu}?\p{Ll}+`,
  ]
    .concat(String.raw`\p{Nd}+`, String.raw`[^\p{Lu}\p{Ll}\p{Nd}]+`)
    .join('|'),
  'gu',
);
/** Longer ones are not split: nobody named anything so. */
const longestName = 200;

/**
 * A name as programmers say it: `getUserById` "get user by id", `HTTPServer2` "H T T P server 2". A single letter
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
    .flatMap((piece) => wordsOfPiece(piece, isAllCapitals))
    .filter((word) => word !== '')
    .join(' ');
}

function wordsOfPiece(piece: string, isAllCapitals: boolean): string[] {
  const whole = /^\p{Ll}+$|^\p{Lu}+$|^\p{L}\d+\p{L}$/u.test(piece);
  if (whole) return [partInWords(piece, isAllCapitals)];
  return (piece.match(parts) ?? []).map((part) => partInWords(part, isAllCapitals));
}

/** Whether a word of a text for people is a name of code, by its form alone. */
export function looksLikeName(word: string): boolean {
  if (word.length > longestName) return false;
  return (
    /\p{Ll}\p{Lu}/u.test(word) ||
    /[\p{L}\p{N}]_+[\p{L}\p{N}]/u.test(word) ||
    /^_+[\p{L}\p{N}]/u.test(word) ||
    /\p{Lu}{2,}\p{Ll}{2,}/u.test(word)
  );
}

const extensions = new Set(
  [
    'ts mts cts tsx js mjs cjs jsx json jsonc jsonl json5 md mdx txt py pyi rs go java kt kts c h cc cpp hpp cs php rb swift',
    'scala dart lua pl r jl hs ex exs erl clj sql sh bash zsh fish ps1 bat cmd yaml yml toml ini cfg conf env lock css scss',
    'less html htm xml svg vue svelte png jpg jpeg gif webp ico pdf csv tsv log zip tar gz tgz wasm mp3 mp4 wav proto graphql',
    'tf nix zig d m mm gradle properties vsix map exe dll so',
  ]
    .join(' ')
    .split(' '),
);

/** Longer words without a space are said to be there. */
const longestWord = 60;

/** A word that nobody says letter by letter: an address, a path, a hash. Undefined for any other. */
export function opaqueInWords(word: string, words: Vocabulary): string | undefined {
  const address = /^(?:https?|wss?|ftp):\/\/(?:[^\s/@]{1,200}@)?([^\s/?#:]{1,200})/i.exec(word);
  if (address) return words.linkTo(address[1] ?? '');
  if (isHash(word)) return words.hash(word.slice(0, 4));
  const version = /^v(\d{1,8}(?:\.\d{1,8}){1,4}(?:-[A-Za-z][\w.-]{0,40})?)$/i.exec(word);
  if (version) return `${words.version} ${version[1] ?? ''}`;
  const path = pathInWords(word, words);
  if (path !== undefined) return path;
  return word.length > longestWord && /^[!-~]+$/.test(word) ? words.longText(word.length) : undefined;
}

/** A file by its last part: `src/a/speech.ts` "speech dot T S". Undefined for what is no path. */
function pathInWords(word: string, words: Vocabulary): string | undefined {
  if (word.length > 1000 || /[\s"'`<>|*?={}()$,;]/.test(word)) return undefined;
  const segments = word
    .replace(/^[A-Za-z]:(?=[\\/])/, '')
    .split(/[\\/]/)
    .filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (
    last === undefined ||
    !segments.every((segment) => /^[\w.@+~\-[\]]+$|^[\p{L}\p{N}._ -]+$/u.test(segment))
  ) {
    return undefined;
  }
  const hasSlash = /[\\/]/.test(word);
  const file = /^(\.?[\w@+-][\w.@+-]*)\.(\w{1,10})$/.exec(last);
  const isFile =
    file !== null &&
    (file[1] ?? '').length > 1 &&
    extensions.has(file[2] ?? '') &&
    !/^\d+$/.test(file[1] ?? '');
  if (isFile) return fileInWords(last, words);
  if (!hasSlash || !/^[./~]|^[A-Za-z]:/.test(word)) return undefined;
  const named = segments.filter((segment) => !/^[.~]+$/.test(segment));
  if (named.length === 0) return undefined;
  const { slash } = words;
  const said = (named.length > 3 ? named.slice(-1) : named)
    .map((segment) => fileInWords(segment, words))
    .join(` ${slash} `);
  return word.startsWith('/') && named.length <= 3 ? `${slash} ${said}` : said;
}

/** A name with its dots said: `tsconfig.json` "tsconfig dot json". */
export function fileInWords(name: string, { dot }: Vocabulary): string {
  const said = name
    .split('.')
    .filter((part) => part !== '')
    .map(splitName)
    .join(` ${dot} `);
  return name.startsWith('.') ? `${dot} ${said}` : said;
}

export function colorInWords(word: string, words: Vocabulary): string | undefined {
  const digits = /^#([\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})$/.exec(word)?.[1];
  return digits && `${words.color} ${digits.split('').join(' ')}`;
}

/** `--no-verify` "dash dash no verify", `-la` "dash l a"; undefined for what is no option. */
export function optionInWords(word: string, dash: string): string | undefined {
  if (word === '--') return `${dash} ${dash}`;
  const option = /^(--?)([A-Za-z][\w-]{0,60})$/.exec(word);
  const name = option?.[2];
  if (name === undefined) return undefined;
  if (option?.[1] === '--') return `${dash} ${dash} ${splitName(name)}`;
  const isWord = name.length > 3 || /[_-]/.test(name);
  return `${dash} ${isWord ? splitName(name) : name.split('').join(' ')}`;
}

/** Signs on keys by their names; in the middle of code they mean something, on a key they don't. */
const signs = "=-+,./\\`;'[]";
const signNames: Readonly<Record<WordsLanguage, string>> = {
  en: 'equals,minus,plus,comma,period,slash,backslash,backtick,semicolon,quote,left bracket,right bracket',
  zh: '等号,减号,加号,逗号,句号,斜杠,反斜杠,反引号,分号,引号,左方括号,右方括号',
};

/** Keys that are held while another one is pressed. */
const modifiers = wordMap(
  `ctrl Control, control Control, ⌃ Control, shift Shift, ⇧ Shift, alt Alt, altgr Alt Graph, option Option, opt Option,
   ⌥ Option, cmd Command, command Command, ⌘ Command, meta Meta, super Super, win Windows, windows Windows`,
);

/** Keys whose name on the key is short, or has no space in code. */
const namedKeys = wordMap(
  `esc Escape, escape Escape, ⎋ Escape, del Delete, delete Delete, ⌫ Delete, ins Insert, insert Insert, pageup Page Up,
   pgup Page Up, pagedown Page Down, pgdn Page Down, pgdown Page Down, printscreen Print Screen, capslock Caps Lock,
   enter Enter, return Return, ⏎ Return, ↩ Return, tab Tab, ⇥ Tab, space Space, backspace Backspace, home Home, end End,
   up Up, down Down, left Left, right Right, uparrow Up Arrow, downarrow Down Arrow, leftarrow Left Arrow,
   rightarrow Right Arrow, ↑ Up, ↓ Down, ← Left, → Right, click click`,
);

function modifierInWords(word: string): string | undefined {
  return modifiers.get(word.toLowerCase());
}

/** A key as people name it: `PgDn` "Page Down", `=` "equals", `l` "L". Undefined for what is no key. */
function keyInWords(word: string, language: WordsLanguage): string | undefined {
  if (/^[A-Za-z\d]$/.test(word) || /^[Ff]\d{1,2}$/.test(word)) return word.toUpperCase();
  const sign = word.length === 1 ? signNames[language].split(',')[signs.indexOf(word)] : undefined;
  return sign ?? namedKeys.get(word.replace(/\s/g, '').toLowerCase());
}

/** Keys with plus signs between them, in the middle of a text: as they stand there, but for names that are short. */
export function heldKeysInWords(keys: string): string {
  const parts = keys.split(/\+(?=.)/);
  return parts.map((part) => modifierInWords(part) ?? namedKeys.get(part.toLowerCase()) ?? part).join(' ');
}

const longestPresses = 60;

/**
 * Keys that are pressed: `Ctrl+F` "Control F", `⌘K ⌘S` "Command K, Command S", `Page Down`. Undefined for anything
 * else.
 */
export function keyPressesInWords(content: string, language: WordsLanguage): string | undefined {
  if (content.length > longestPresses) return undefined;
  // One of these words alone may be anything, but for the names that only keys have.
  if (/^(?:Page ?(?:Up|Down)|Pg(?:Up|Dn|Down)|Esc|Print ?Screen|Caps ?Lock)$/.test(content)) {
    return keyInWords(content, language);
  }
  const presses: string[] = [];
  let hasModifier = false;
  for (const press of content.replace(/(?<=Page|Caps|Print) (?=Up|Down|Lock|Screen)/g, '').split(/\s+/)) {
    const keys = keysOf(press);
    const held = keys.slice(0, -1).map(modifierInWords);
    const last = keys.at(-1) ?? '';
    const pressed = keyInWords(last, language) ?? (held.length > 0 ? modifierInWords(last) : undefined);
    if (pressed === undefined || held.includes(undefined)) return undefined;
    hasModifier ||= held.length > 0;
    presses.push([...held, pressed].join(' '));
  }
  const { comma } = vocabularies[language];
  return hasModifier ? presses.join(comma === ',' ? ', ' : comma) : undefined;
}

/** `Shift+Alt+=`, `Ctrl-C`, `⌘⇧P`; a plus at the end is the key itself. */
function keysOf(press: string): string[] {
  const signs = /^[⌘⇧⌥⌃]+/.exec(press)?.[0] ?? '';
  const rest = press.slice(signs.length).replace(/^\+(?=.)/, '');
  const isHyphened = /^(?:(?:Ctrl|Control|Shift|Alt|Option|Cmd|Command|Meta)-)+(?!$)/.test(rest);
  const keys = rest === '' ? [] : rest.split(isHyphened ? /-(?=.)/ : /\+(?=.)/);
  return [...signs, ...keys];
}
