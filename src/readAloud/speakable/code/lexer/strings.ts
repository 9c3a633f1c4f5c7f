import type { StringRule } from '../languages/codeLanguage.ts';

/** How far a text reaches: to its end, or to the code in it. */
export interface StringPiece {
  readonly contentEnd: number;
  readonly end: number;
  /** What ends the code that begins at `end`. */
  readonly holeClose?: string;
}

/** Reads a text from behind its opening mark, or from behind code in it. One that is never closed ends anyway. */
export function readString(
  text: string,
  from: number,
  end: number,
  { escaping, isMultiline, holes = [] }: StringRule,
  close: string,
): StringPiece {
  const closeCode = close.charCodeAt(0);
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === closeCode && text.startsWith(close, at)) {
      if (escaping === 'doubled' && text.startsWith(close, at + close.length)) {
        at += 2 * close.length;
        continue;
      }
      return { contentEnd: at, end: Math.min(end, at + close.length) };
    }
    if (!isMultiline && (code === 10 || code === 13)) return { contentEnd: at, end: at };
    const hole = holes.find(({ open }) => code === open.charCodeAt(0) && text.startsWith(open, at));
    if (hole) {
      if (hole.open !== '{' || text.charAt(at + 1) !== '{') {
        return { contentEnd: at, end: Math.min(end, at + hole.open.length), holeClose: hole.close };
      }
      at += 2;
    } else {
      at += code === 92 && escaping === 'backslash' ? 2 : 1;
    }
  }
  return { contentEnd: end, end };
}

/** A regular expression is never longer, and so looking for its end costs little. */
const longestExpression = 2000;

/** Where a regular expression ends that begins at `start`, or undefined where none does. */
export function endOfRegularExpression(text: string, start: number, end: number): number | undefined {
  const limit = Math.min(end, start + longestExpression);
  let isInClass = false;
  for (let at = start + 1; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || character === '\r') return undefined;
    if (character === '\\') at += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) {
      let flagsEnd = at + 1;
      while (flagsEnd < limit && /[a-z]/.test(text.charAt(flagsEnd))) flagsEnd += 1;
      return at === start + 1 ? undefined : flagsEnd;
    }
  }
  return undefined;
}

/** Ends of heredocs that were looked for in vain; with too many of them, they are no heredocs. */
const mostMissing = 20;

/** Finds the texts that begin below a line with `<<END` in it. */
export function createHeredocs(text: string, end: number) {
  const opening = /<<<?[-~]?[ ]?(["'`]?)([A-Za-z_]\w{0,60})\1/y;
  let waiting: string[] = [];
  let missing = 0;
  return {
    /** Takes note of an opening at this place; where it ends, or undefined. */
    open(at: number): number | undefined {
      if (missing > mostMissing || waiting.length > mostMissing) return undefined;
      opening.lastIndex = at;
      const found = opening.exec(text);
      const tag = found?.[2];
      if (!found || !tag || (found[0] === `<<${tag}` && tag !== tag.toUpperCase())) return undefined;
      waiting.push(tag);
      return at + found[0].length;
    },
    /** What lies below the line that ends here: the bodies of the texts that wait, and the rest of their last line. */
    read(lineStart: number): { readonly contentEnd: number; readonly end: number } | undefined {
      let at = lineStart;
      let body: { contentEnd: number; end: number } | undefined;
      for (const tag of waiting) {
        const found = findLine(text, at, end, tag);
        if (!found) {
          missing += 1;
          break;
        }
        body = found;
        at = found.end;
      }
      waiting = [];
      return body;
    },
  };
}

function findLine(text: string, from: number, end: number, tag: string) {
  let at = text.indexOf(tag, from);
  while (at !== -1 && at + tag.length <= end) {
    const lineStart = startOfLine(text, at, from);
    if (lineStart !== undefined && !/\w/.test(text.charAt(at + tag.length))) {
      return { contentEnd: lineStart, end: at + tag.length };
    }
    at = text.indexOf(tag, at + tag.length);
  }
  return undefined;
}

/** Where the line begins, when nothing but white space stands before this place. */
function startOfLine(text: string, at: number, from: number): number | undefined {
  let start = at;
  while (start > from && at - start < 200 && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start === from || /[\r\n]/.test(text.charAt(start - 1)) ? start : undefined;
}
