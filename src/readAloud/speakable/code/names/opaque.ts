import type { WordsLanguage } from '../../block.ts';
import { codeWords } from '../words.ts';
import { sayName } from './names.ts';

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
export function sayOpaque(word: string, language: WordsLanguage): string | undefined {
  const words = codeWords[language];
  const address = /^(?:https?|wss?|ftp):\/\/(?:[^\s/@]{1,200}@)?([^\s/?#:]{1,200})/i.exec(word);
  if (address) return words.linkTo(address[1] ?? '');
  if (isHash(word)) return words.hash(word.slice(0, 4));
  const version = /^v(\d{1,8}(?:\.\d{1,8}){1,4})$/i.exec(word);
  if (version) return `${words.version} ${version[1] ?? ''}`;
  const path = sayPath(word, language);
  if (path !== undefined) return path;
  return word.length > longestWord && /^[!-~]+$/.test(word) ? words.longText(word.length) : undefined;
}

/** A file by its last part: `src/a/speech.ts` "speech dot T S". Undefined for what is no path. */
export function sayPath(word: string, language: WordsLanguage): string | undefined {
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
  if (isFile) return sayFile(last, language);
  if (!hasSlash || !/^[./~]|^[A-Za-z]:/.test(word)) return undefined;
  const named = segments.filter((segment) => !/^[.~]+$/.test(segment));
  if (named.length === 0) return undefined;
  const { slash } = codeWords[language];
  const said = (named.length > 3 ? named.slice(-1) : named)
    .map((segment) => sayFile(segment, language))
    .join(` ${slash} `);
  return word.startsWith('/') && named.length <= 3 ? `${slash} ${said}` : said;
}

/** A name with its dots said: `tsconfig.json` "tsconfig dot json". */
export function sayFile(name: string, language: WordsLanguage): string {
  const { dot } = codeWords[language];
  const said = name
    .split('.')
    .filter((part) => part !== '')
    .map(sayName)
    .join(` ${dot} `);
  return name.startsWith('.') ? `${dot} ${said}` : said;
}

/** Hashes, identifiers without a meaning, and data in base64. */
function isHash(word: string): boolean {
  if (/^(?:sha(?:1|256|384|512)[-:])[\w+/=]{16,}$/i.test(word)) return true;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return true;
  if (/^(?:[\da-f]{7,128}|[\dA-F]{7,128})$/.test(word)) {
    const digits = word.replace(/\D/g, '').length;
    return digits >= 2 && digits < word.length;
  }
  if (word.length < 20 || !/^[\w+/-]+={0,2}$/.test(word) || !/\d/.test(word) || !/[a-z]/.test(word))
    return false;
  // Names change from small letters to capitals and digits now and then, random letters at every other one.
  const changes =
    word.slice(0, longestWord * 2).match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g) ?? [];
  return changes.length > Math.min(word.length, longestWord * 2) / 3;
}
