import { isMixed, isRandom } from '../../text/randomText.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Lines below each other that may all be of one key. */
interface Chain {
  readonly lines: { readonly place: number; readonly text: string; readonly range: Range }[];
  readonly isBelowBegin: boolean;
  /** What is above it isn't shown. */
  readonly isAtTop: boolean;
}

/** Where a private key begins or ends, in any file. */
const mark = /-{4,5} ?(?<side>BEGIN|END) [A-Z\d ]{0,40}PRIVATE KEY/g;
/** Before the body of a key, or empty, also in a remark. */
const between = /^[\s#*/>|]*$|^\W{0,40}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): /;
/** Also several lines of a key that are one in a string. */
const longBody = /[A-Za-z\d+/]{40}[A-Za-z\d+/=\\]*/d;
/** Alone in its line, but for signs around it: those of a string, a list or a remark. */
const shortBody = /^[^A-Za-z\d]{0,40}(?<body>[A-Za-z\d+/]{1,80}={0,2})(?:\\[nr])*[^A-Za-z\d]{0,40}$/d;
/** A string in code, which may be the end of a key. */
const quotedBody = /["'`](?<body>[A-Za-z\d+/]{4,80}={0,2})(?:\\[nr])*["'`]/d;
/** Keys are written in lines of 64 or more. */
const fullLength = 60;
const longLength = 40;

/**
 * The lines of private keys in a hunk, which may show any part of one: its beginning, its end, or neither. The first of the
 * texts is the line that git names the hunk by, which stands further above. Gives a place in each line that has one.
 */
export function findKeyBodies(hunk: readonly string[]): (Range | undefined)[] {
  const found = hunk.map((): Range | undefined => undefined);
  let chain: Chain = { lines: [], isBelowBegin: false, isAtTop: true };
  for (const [place, text] of hunk.entries()) {
    const sides = [...text.matchAll(mark)].map(({ groups }) => groups?.['side']);
    const range = place === 0 ? findRandomBody(text) : findBody(text);
    if (range && sides[0] !== 'BEGIN')
      chain.lines.push({ place, text: text.slice(range.start, range.end), range });
    // What stands above a hunk doesn't end what begins with it.
    if (sides.length === 0 && (range || place === 0 || between.test(text))) continue;
    for (const line of keyLinesOf(chain, sides[0] === 'END', false)) found[line.place] = line.range;
    if (range && sides[0] === 'BEGIN') found[place] = range;
    chain = { lines: [], isBelowBegin: sides.at(-1) === 'BEGIN', isAtTop: false };
  }
  for (const line of keyLinesOf(chain, false, true)) found[line.place] = line.range;
  return found;
}

function findBody(text: string): Range | undefined {
  const short = shortBody.exec(text) ?? quotedBody.exec(text);
  const [start, end] = longBody.exec(text)?.indices?.[0] ?? short?.indices?.groups?.['body'] ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Where the lines beside it say nothing of it. */
function findRandomBody(text: string): Range | undefined {
  const range = findBody(text);
  const body = range && text.slice(range.start, range.end);
  return body !== undefined && isMixed(body) && isRandom(body) ? range : undefined;
}

function keyLinesOf(
  { lines, isBelowBegin, isAtTop }: Chain,
  isAboveEnd: boolean,
  isAtBottom: boolean,
): Chain['lines'] {
  const isOpen = (isAboveEnd && isAtTop) || (isBelowBegin && isAtBottom);
  const isMarked = isAboveEnd || isBelowBegin;
  if (isMarked && (isOpen || lines.some(({ text }) => text.length >= longLength))) return lines;
  const isFull = ({ text }: { readonly text: string }) => text.length >= fullLength;
  const full = lines.filter(isFull);
  const isKey = full.length >= 2 && full.some(({ text }) => isKeyLike(text));
  const start = lines.findIndex(isFull);
  // The last line of a key is a shorter one.
  const end = lines.findLastIndex(isFull) + 1;
  return lines.filter(({ place }, at) => place === 0 || (isKey && at >= start && at <= end));
}

/** Letters of both cases and digits in turn: no name, path, or number, however long. */
function isKeyLike(text: string): boolean {
  const changes = text.match(/[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && changes >= text.length / 6;
}
