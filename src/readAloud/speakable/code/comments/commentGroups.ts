import { type TextRange, trimRange } from '../../../text/ranges.ts';
import type { CodeLanguage } from '../languages/codeLanguage.ts';
import { isComment, type Token } from '../lexer/token.ts';

/** One comment as a person sees it: a block, or lines that belong together. */
export interface CommentGroup extends TextRange {
  readonly kind: 'comments';
  /** Its lines without marks and without white space around them; blank ones are empty ranges. */
  readonly lines: readonly TextRange[];
  /** Nothing but comments stands above it. */
  readonly isFirst: boolean;
  /** Documentation by its marks, whatever it looks like. */
  readonly isDocumentation: boolean;
}

/** Longer comments are said in parts. */
const mostLines = 400;

/** Code with its comments joined: line comments that stand below each other are one. */
export function* groupComments(
  text: string,
  language: CodeLanguage,
  tokens: Iterable<Token>,
): Generator<Token | CommentGroup> {
  let open: Token[] = [];
  let newlines: Token[] = [];
  let isFirst = true;
  let isOwnLine = true;
  let column = 0;
  let wasOwnLine = true;

  function* flush(): Generator<Token | CommentGroup> {
    if (open.length > 0) yield groupOf(text, language, open, isFirst);
    open = [];
    yield* newlines;
    newlines = [];
  }

  for (const token of tokens) {
    if (token.kind === 'newline') {
      isOwnLine = true;
      if (open.length === 0) yield token;
      else {
        newlines.push(token);
        if (newlines.length > 1) yield* flush();
      }
      continue;
    }
    if (!isComment(token)) {
      yield* flush();
      yield token;
      isFirst = false;
      isOwnLine = false;
      continue;
    }
    const ownColumn = token.kind === 'lineComment' ? columnOf(text, token.start) : 0;
    const joins =
      open.length > 0 &&
      open.length < mostLines &&
      token.kind === 'lineComment' &&
      open.at(-1)?.kind === 'lineComment' &&
      isOwnLine &&
      newlines.length === 1 &&
      (wasOwnLine || column === ownColumn) &&
      markOf(text, token) === markOf(text, open.at(-1));
    if (!joins) {
      yield* flush();
      wasOwnLine = isOwnLine;
    }
    newlines = [];
    open.push(token);
    column = ownColumn;
    isOwnLine = false;
  }
  yield* flush();
}

/** How far a place is from the start of its line; long lines count as one far place. */
function columnOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 1000 && !/[\r\n]/.test(text.charAt(start - 1))) start -= 1;
  return at - start;
}

/** `///` and `//!` are documentation, `//` is not: they are never one comment. */
function markOf(text: string, token: Token | undefined): string {
  if (!token) return '';
  return /^(?:\/\/[/!](?!\/)|;+|#'|--[|^]|.)/.exec(text.slice(token.start, token.start + 6))?.[0] ?? '';
}

function groupOf(
  text: string,
  language: CodeLanguage,
  tokens: readonly Token[],
  isFirst: boolean,
): CommentGroup {
  const first = tokens[0] ?? { kind: 'lineComment', start: 0, end: 0 };
  const lines =
    first.kind === 'lineComment'
      ? tokens.map(({ content, start, end }) => withoutLineMarks(text, content ?? { start, end }, language))
      : linesOfBlock(text, first);
  return {
    kind: 'comments',
    start: first.start,
    end: tokens.at(-1)?.end ?? first.end,
    lines,
    isFirst,
    isDocumentation:
      first.kind === 'docstring' ||
      /^(?:\/\*\*|\/\/[/!]|\/\*!|#'|--[|^])/.test(text.slice(first.start, first.start + 3)),
  };
}

/** What is left of `///`, `//!`, `##`, `;;`, `-- |` behind the first mark. */
function withoutLineMarks(text: string, { start, end }: TextRange, { id }: CodeLanguage): TextRange {
  const marks =
    id === 'haskell' ? /^\s?[-|^]+/ : id === 'r' ? /^[#']{1,3}/ : /^[/!#;%]{0,3}(?:<(?=\s))?(?=[^=-]|$)/;
  const length = marks.exec(text.slice(start, Math.min(end, start + 8)))?.[0].length ?? 0;
  return trimRange(text, { start: start + length, end });
}

function linesOfBlock(text: string, { kind, start, end, content }: Token): TextRange[] {
  const lines: TextRange[] = [];
  const hasStars = kind === 'blockComment' && /[/(]/.test(text.charAt(start));
  const last = content?.end ?? end;
  const newline = /\r\n?|[\n\u2028\u2029]/g;
  let at = content?.start ?? start;
  for (;;) {
    newline.lastIndex = at;
    const found = newline.exec(text);
    const stop = found && found.index < last ? found.index : last;
    const line = trimRange(text, { start: at, end: stop });
    // The stars at the left edge, and those of "/**"; but not of "**bold**".
    const stars = hasStars
      ? (/^(?:\*+|!)(?=\s|$)|^\*(?!\*)<?/.exec(
          text.slice(line.start, Math.min(line.end, line.start + 90)),
        )?.[0] ?? '')
      : '';
    lines.push(trimRange(text, { start: line.start + stars.length, end: line.end }));
    if (!found || found.index >= last) return lines;
    at = found.index + found[0].length;
  }
}
