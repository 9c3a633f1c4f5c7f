import { firstFitting } from '../../../text/firstFitting.ts';
import type { CodeSymbol } from '../block.ts';
import { lineBefore, linesFrom, type TextRange, trimRange } from '../text/ranges.ts';
import type { Token } from './codeTokens.ts';

/** One comment: a block, or consecutive lines. */
export interface CommentGroup extends TextRange {
  readonly kind: 'comments';
  /** Its lines without comment marks and surrounding white space; blank lines are empty ranges. */
  readonly lines: readonly TextRange[];
  /** Whether only comments precede it. */
  readonly isFirst: boolean;
  /** Whether its marks make it documentation. */
  readonly isDocumentation: boolean;
}

/** Longer comments are narrated in parts. */
const mostLines = 400;

/** The tokens up to `end`, with comments grouped: consecutive line comments are one group. */
export function* groupComments(
  text: string,
  tokens: Iterable<Token>,
  end: number,
): Generator<Token | CommentGroup> {
  let open: Token[] = [];
  /** The line end after the open comments. */
  let newline: Token | undefined;
  let isFirst = true;
  let last: Token | undefined;

  function* flush(): Generator<Token | CommentGroup> {
    if (open.length > 0) yield groupOf(text, open, isFirst);
    if (newline) yield newline;
    open = [];
    newline = undefined;
  }

  for (const token of tokens) {
    if (token.start >= end) break;
    if (token.kind === 'newline') newline = token;
    else if (token.kind === 'comment' || isDocstring(text, token, last)) {
      if (!joins(text, open, token)) yield* flush();
      newline = undefined;
      open.push({ ...token, kind: 'comment' });
    } else {
      yield* flush();
      yield token;
      isFirst = false;
      last = token;
    }
  }
  yield* flush();
}

/** Whether a line comment continues the group: directly below, and after code only in the same column. */
function joins(text: string, open: readonly Token[], token: Token): boolean {
  const [first, above] = [open[0], open.at(-1)];
  if (!first || !above || open.length >= mostLines) return false;
  const mark = markOf(text, above);
  return (
    mark !== '' &&
    mark === markOf(text, token) &&
    /^[^\S\r\n]*(?:\r?\n|\r)[^\S\r\n]*$/.test(
      text.slice(above.end, Math.min(token.start, above.end + 1000)),
    ) &&
    (isOnOwnLine(text, first) ||
      lineBefore(text, above.start).length === lineBefore(text, token.start).length)
  );
}

/** Whether a triple-quoted string that begins a statement is documentation, in languages with docstrings. */
function isDocstring(text: string, { kind, start, isContinued }: Token, last: Token | undefined): boolean {
  if (kind !== 'string' || isContinued || !/^[rRuUbB]{0,2}(?:"""|''')/.test(text.slice(start, start + 5)))
    return false;
  const before = lineBefore(text, start);
  return (
    (before.trim() === '' || /@[a-z]*doc\s+$/.test(before)) &&
    !(last && /[([{,=+]/.test(text.charAt(last.end - 1)))
  );
}

function isOnOwnLine(text: string, { start }: TextRange): boolean {
  return lineBefore(text, start).trim() === '';
}

const blockMark = /^(?:\/\*|<!--|<#|\{|\(\*|--\[=*\[|=\w)/;

/** `///` and `//!` are documentation, `//` is not: they are never one comment. '' for comments that have an end. */
function markOf(text: string, { start, end, content }: Token): string {
  const opening = text.slice(start, Math.min(end, start + 20));
  if (content !== undefined || blockMark.test(opening)) return '';
  return /^(?:\/\/[/!](?!\/)|;+|#'|--[|^]|.)/.exec(opening)?.[0] ?? '';
}

function groupOf(text: string, tokens: readonly Token[], isFirst: boolean): CommentGroup {
  const first = tokens[0] ?? { kind: 'comment', start: 0, end: 0 };
  return {
    kind: 'comments',
    start: first.start,
    end: tokens.at(-1)?.end ?? first.end,
    lines: tokens.flatMap((token) => linesOf(text, token)),
    isFirst,
    isDocumentation:
      first.content !== undefined ||
      /^(?:\/\*[*!]|\/\/[/!]|#'|--\s?[|^]|=\w)/.test(text.slice(first.start, first.start + 6)),
  };
}

/** Matches the mark of a comment line, such as `///`, `//!`, `##`, `;;` or `-- |`. */
const lineMarks =
  /^(?:\/\/[/!]{0,2}(?:<(?=\s))?|::|\s*@?(?:REM|Rem|rem)\b|'{1,3}|--(?:\s?[|^])?|#(?!!\/)[#'!]{0,3}|#!|;{1,4}|%{1,4}|<!--|\/\*+!?)/;
const openings = /^(?:\/\*+[!<]{0,2}|<!--|<#|\{-(?:\s?[|^])?|--\[=*\[|=\w+|\(\*+|\{)/;
const closings = /(?:\*+\/|-->|#>|-?\}|\]=*\]|\n=\w+|\*+\))$/;

function linesOf(text: string, token: Token): TextRange[] {
  const { start, end } = token;
  const written = text.slice(start, end);
  if (markOf(text, token) !== '') {
    return [trimRange(text, { start: start + (lineMarks.exec(written)?.[0].length ?? 0), end })];
  }
  const opening = openings.exec(written)?.[0].length ?? 0;
  const inside: TextRange = token.content ?? {
    start: start + opening,
    end: end - (closings.exec(written.slice(opening))?.[0].length ?? 0),
  };
  const hasStars = /^[/(]/.test(written);
  return Array.from(linesFrom(text, inside), (line) => {
    const range = trimRange(text, line);
    // Strip the stars at the left edge, but not those of "**bold**".
    const stars = hasStars
      ? (/^(?:\*+|!)(?=\s|$)|^\*(?!\*)<?/.exec(text.slice(range.start, range.end))?.[0].length ?? 0)
      : 0;
    return trimRange(text, { start: range.start + stars, end: range.end });
  });
}

/** Maximum distance to search after a comment or before a docstring. */
const farthest = 2000;
/** What may be between a comment and its symbol: annotations and directives for tools. */
const between = /^[ \t]*\r?\n(?:[ \t]*(?:@|#\[|\[|\/\/|#(?!\w)|template\b)[^\r\n]*\r?\n)*[ \t]*$/;

/** The declaration of a comment: the symbol right below it; for a docstring, the one whose body it begins. */
export function ownerOf(
  text: string,
  group: CommentGroup,
  symbols: readonly CodeSymbol[] = [],
): CodeSymbol | undefined {
  const opening = text.slice(group.start, group.start + 3);
  // Comments such as `//!` belong to what contains them, not to what follows.
  if (/^\/[/*]!/.test(opening) || !isOnOwnLine(text, group) || isOfFile(text, group)) return undefined;
  const isDocstring = /^[rRuUbB]{0,2}["']/.test(opening);
  const next = firstFitting(symbols, ({ nameStart }) => nameStart >= group.end);
  const owner = symbols[isDocstring ? next - 1 : next];
  if (!owner || owner.kind === '' || beginsWith(text, group, owner.name)) return undefined;
  const { start, nameStart } = owner;
  if (isDocstring)
    return /[:)]\s*$/.test(text.slice(Math.max(nameStart, group.start - farthest), group.start))
      ? owner
      : undefined;
  // Some language servers include the comment in the symbol's range.
  const head = start < group.end ? nameStart - lineBefore(text, nameStart).length : start;
  return head < group.end + farthest && between.test(text.slice(group.end, head)) ? owner : undefined;
}

/** Whether a comment is the header of a file or the title of a section. */
function isOfFile(text: string, { start, end, isDocumentation }: CommentGroup): boolean {
  const content = text.slice(start, Math.min(end, start + farthest));
  if (/^#!|[@\\](?:file|fileoverview|module|packageDocumentation)\b/i.test(content)) return true;
  return !isDocumentation && (/[-=*#~─═]{4,}/.test(content) || /^\W*(?:MARK|#?region)\b/.test(content));
}

/** Go documentation begins with the name, which must not be spoken twice. */
function beginsWith(text: string, { lines }: CommentGroup, name: string): boolean {
  const first = lines.find(({ start, end }) => end > start);
  if (!first) return false;
  const bare = name.replace(/^[$#]/, '');
  const line = text.slice(first.start, Math.min(first.end, first.start + bare.length + 1));
  return line.toLowerCase().startsWith(bare.toLowerCase()) && !/[\w$]/.test(line.charAt(bare.length));
}
