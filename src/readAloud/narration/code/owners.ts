import type { CodeSymbol } from '../block.ts';
import { type CommentGroup, isOnOwnLine } from './commentGroups.ts';

/** What a comment belongs to. */
export interface Owner {
  readonly kind: string;
  readonly name: string;
}

/** As far behind a comment, or before a docstring, is looked. */
const farthest = 2000;
/** What may stand between a comment and its subject: annotations, and what is said to a tool. */
const between = /^[ \t]*\r?\n(?:[ \t]*(?:@|#\[|\[|\/\/|#(?!\w)|template\b)[^\r\n]*\r?\n)*[ \t]*$/;

/**
 * Whose a comment is: the smallest symbol that starts right behind it. `symbols` are those of the editor in order of
 * their starts; where there are none, the words of the next line of code have to do.
 */
export function ownerOf(
  text: string,
  group: CommentGroup,
  symbols: readonly CodeSymbol[] | undefined,
): Owner | undefined {
  const opening = text.slice(group.start, group.start + 3);
  const isInside = /^[rRuUbB]{0,2}["']/.test(opening);
  // Such comments are of what they stand in.
  if (/^\/[/*]!/.test(opening) || !isOnOwnLine(text, group) || isOfFile(text, group)) return undefined;
  const owner = isInside ? ownerAround(text, group) : ownerBehind(text, group, symbols);
  return owner && owner.kind !== '' && !beginsWith(text, group, owner.name) ? owner : undefined;
}

function ownerBehind(
  text: string,
  group: CommentGroup,
  symbols: readonly CodeSymbol[] | undefined,
): Owner | undefined {
  if (!symbols) return ownerByWords(text, group.end);
  const next = symbols[firstNamedBehind(symbols, group.end)];
  if (!next) return undefined;
  // Some languages count the comment to its symbol.
  const start = next.start < group.end ? next.nameStart : next.start;
  const head = text.slice(group.end, Math.min(start, group.end + farthest));
  const isNext =
    next.start < group.end ? next.start >= group.start - farthest && !/[;{}]/.test(head) : between.test(head);
  return isNext && /^[ \t]*\r?\n[ \t]*\S/.test(text.slice(group.end, group.end + farthest))
    ? next
    : undefined;
}

function firstNamedBehind(symbols: readonly CodeSymbol[], offset: number): number {
  let low = 0;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((symbols[middle]?.nameStart ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|sealed|open|override|async|unsafe|const(?=\\s+(?:fn|enum))|extern|inline|virtual|data|suspend|partial|readonly|pub(?:\\([\\w ]+\\))?)\\s+)*';
const declared = new RegExp(
  `^(?<indent>[ \\t]*)${modifiers}(?<word>function\\*?|class|interface|struct|enum|trait|protocol|record|object|union|type|module|func|fun|fn|def|const|let|var|val|#\\s*define)\\s+(?:\\([^()\\r\\n]{0,100}\\)\\s*|<[^<>\\r\\n]{0,100}>\\s*|self\\.|mut\\s+)?(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*[?!]?)(?<behind>[^\\r\\n]{0,200})`,
  'u',
);
const kinds: Readonly<Record<string, string>> = {
  func: 'function',
  fun: 'function',
  fn: 'function',
  def: 'function',
  const: 'constant',
  let: 'variable',
  val: 'constant',
  var: 'variable',
};

/** By the word that declares it. What is declared within a body belongs to its statements, but for functions. */
function ownerByWords(text: string, end: number): Owner | undefined {
  const behind = text.slice(end, end + farthest);
  const above =
    /^[ \t]*\r?\n(?:[ \t]*(?:@[\w.]+(?:\([^\r\n]*\))?[ \t]*\r?\n|(?:#\[|\[\w+[\](]|\/\/|template\b)[^\r\n]*\r?\n))*/.exec(
      behind,
    )?.[0];
  const found = above === undefined ? null : declared.exec(behind.slice(above.length));
  const { indent = '', word = '', name = '', behind: rest = '' } = found?.groups ?? {};
  if (!found || (indent !== '' && /^(?:const|let|var|val)$/.test(word))) return undefined;
  if (word === 'type' && /^\s+(?:struct|interface)\b/.test(rest))
    return { kind: rest.trim().split(/\W/)[0] ?? 'type', name };
  if (word.startsWith('#')) return { kind: 'macro', name };
  const isFunction =
    /^(?:const|let)$/.test(word) && /^[^=]*=\s*(?:async\b|function\b|\([^()]*\)[^=]*=>|\w+\s*=>)/.test(rest);
  const isMethod = indent !== '' && /^(?:def|fun|func|fn)$/.test(word);
  const isReceived = word === 'func' && /^\s*func\s+\(/.test(found[0].slice(indent.length));
  const kind = kinds[word] ?? word.replace('*', '');
  return { kind: isFunction ? 'function' : isMethod || isReceived ? 'method' : kind, name };
}

/** The head whose body a docstring begins. */
function ownerAround(text: string, { start }: CommentGroup): Owner | undefined {
  const before = text.slice(Math.max(0, start - farthest), start);
  const head =
    /(?:^|\n)(?<indent>[ \t]*)(?:async\s+)?(?<word>def|class|function|struct|module|defmodule)\s+(?<name>\w+)(?:(?!\n[ \t]*(?:async\s+)?(?:def|class|@)\s)[\s\S])*?[:)]?[^\S\n]*\n\s*$/g;
  const found = Array.from(before.matchAll(head)).at(-1)?.groups;
  const { indent = '', word = '', name = '' } = found ?? {};
  if (!found) return undefined;
  return { kind: kinds[word] === 'function' ? (indent === '' ? 'function' : 'method') : word, name };
}

/** The header of a file, or the title of a part of it. */
function isOfFile(text: string, { start, end, isDocumentation }: CommentGroup): boolean {
  const content = text.slice(start, Math.min(end, start + farthest));
  if (/^#!|[@\\](?:file|fileoverview|module|packageDocumentation)\b/i.test(content)) return true;
  return !isDocumentation && (/[-=*#~─═]{4,}/.test(content) || /^\W*(?:MARK|#?region)\b/.test(content));
}

/** Documentation of Go begins with the name: twice would be once too often. */
function beginsWith(text: string, { lines }: CommentGroup, name: string): boolean {
  const first = lines.find(({ start, end }) => end > start);
  if (!first) return false;
  const bare = name.replace(/^[$#]/, '');
  const line = text.slice(first.start, Math.min(first.end, first.start + bare.length + 1));
  return line.toLowerCase().startsWith(bare.toLowerCase()) && !/[\w$]/.test(line.charAt(bare.length));
}
