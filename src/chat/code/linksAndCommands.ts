import { codePointName } from '../../text/invisibleCharacters.ts';
import { isSession } from '../../text/languages.ts';

/** The commands of a block; in a session, what follows its prompts. Tabs, which trigger completion, become spaces. */
export function readCommands(code: string, language: string): string {
  const text = code
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .replace(/^(?:[ ]*\n)+|\s+$/g, '');
  const prompt = /^ *(?:\$|%|PS [^>\n]*>|[A-Z]:\\[^>\n]*>|[\w.-]+@[\w.-]+[^$#\n]{0,80}[$#]) +/;
  const lines = text.split('\n');
  if (!isSession(language) && !lines.every((line) => line.trim() === '' || prompt.test(line))) return text;
  const typed = lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, ''));
  return typed.length > 0 ? typed.join('\n') : text;
}

/** Whether a text has control characters, which a terminal would interpret. */
export function hasControlCharacters(commands: string): boolean {
  return /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u.test(commands);
}

const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[^\S \n]/gu;

/** Replaces invisible characters and those that change the text direction by their code points. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) =>
    character === '\n' ? character : `<${codePointName(character)}>`,
  );
}

/** How much of a command a modal dialog can show. */
const shownLength = 2_000;
const shownLines = 30;

/** Whether a dialog can show the whole text: commands are run only if the person saw all of them. */
export function fitsInDialog(commands: string): boolean {
  return showInvisible(commands).length <= shownLength && commands.split('\n').length <= shownLines;
}

/** The target of a link in a response. */
export type LinkTarget =
  /** `isUnasked`: VS Code opens it without asking. */
  | { readonly address: string; readonly isUnasked: boolean }
  /** A file of the workspace; lines and columns are counted from 1. */
  | { readonly path: string; readonly line?: number; readonly column?: number };

const longestAddress = 8_000;

/** Reads a link: the web and mail, or a path below a folder of the workspace with a line. Undefined for all else. */
export function readLink(href: string): LinkTarget | undefined {
  const text = href.trim();
  if (text === '' || text.length > longestAddress || /\p{Cc}/u.test(text)) return undefined;
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^:/?#]+\.\w+(?::\d+){1,2}$/.test(text))
    return readAddress(text);
  return readPath(text);
}

function readAddress(text: string): LinkTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href, hostname } = new URL(text);
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return undefined;
  const isOwnComputer = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
  return { address: href, isUnasked: protocol === 'mailto:' || isOwnComputer };
}

function readPath(text: string): LinkTarget | undefined {
  const [, before = '', hashLine, hashColumn] = /^(.*?)(?:#L(\d+)(?:C(\d+))?.*|#.*)?$/.exec(text) ?? [];
  const [, bare = '', colonLine, colonColumn] = /^(.*?)(?::(\d+)(?::(\d+))?)?$/.exec(before) ?? [];
  const path = decode(bare.split('?')[0] ?? '');
  if (path === undefined || !isBelow(path)) return undefined;
  const line = readNumber(hashLine ?? colonLine);
  const column = readNumber(hashColumn ?? colonColumn);
  return {
    path: path.replace(/^(?:\.\/)+/, ''),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a path stays below the folder that it is read from. */
function isBelow(path: string): boolean {
  if (path === '' || /[\p{Cc}\\:]/u.test(path) || path.startsWith('/')) return false;
  const names = path.split('/');
  return !names.includes('..') && names.some((name) => name !== '.' && name !== '');
}

function readNumber(digits: string | undefined): number | undefined {
  const value = Number(digits);
  return digits !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
