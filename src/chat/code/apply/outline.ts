import { columnsOf, indentOf } from '../../../platform/diffPreview/indentation.ts';

/** A declaration in a text. Lines are counted from 0, and `last` is included. */
export interface Declaration {
  readonly name: string;
  /** The first line, including comments and decorators right above the declaration. */
  readonly first: number;
  /** The line that declares it. */
  readonly header: number;
  readonly last: number;
  /** Members of a class or similar. */
  readonly members: readonly Declaration[];
}

const modifiers =
  /^(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|sealed|async|override|virtual|inline|unsafe|extern|partial|readonly|open|data|suspend|local|get|set|pub(?:\([^)]*\))?)\s+)*/;
const named =
  /^(?:const\s+(?=(?:enum|fn)\b))?(?:function|class|interface|enum|struct|trait|record|object|module|namespace|def|fn|func|fun|sub|proc|type|protocol|extension|mod)\b\s*\*?\s*(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$?!.]*)/u;
const assigned =
  /^(?:(?:const|let|var|val|static)\s+)+(?:mut\s+)?([\p{L}_$][\p{L}\p{N}_$]*)|^([\p{L}_$][\p{L}\p{N}_$.]*)\s*(?::[^=]+)?=\s*(?:async\b|function\b|\(|[\w$]+\s*=>|lambda\b|\{|\[|$)/u;
/** `it('adds', () => {`, `app.get('/users', …`: identified by the called function and its first argument. */
const called = /^([\w$.]+)\(\s*(["'`])(.{1,200}?)\2\s*,/;
/** A method, or a C function: `name(`, possibly after types. Not a call: its statement would end on that line. */
const method =
  /^(?:[\p{L}_$][\p{L}\p{N}_$<>[\],.?&*:]*\s+)*[*&#~]*([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^()]*>)?\(.*[^;]$|^[*&#~]*([\p{L}_$][\p{L}\p{N}_$]*)\($/u;
const statement =
  /^(?:return|if|else|for|foreach|while|switch|catch|try|with|await|new|throw|case|do|elif|except|finally|using|lock|unless|until|when|match|yield|delete|typeof|assert|super|import|from|package|echo|print|go|defer|select|raise|not)\b/;
const container =
  /\b(?:class|interface|enum|struct|trait|record|object|module|namespace|impl|extension|protocol|mod)\b|^(?:describe|suite|context)\b/;
/** Lines that belong to the declaration below them. */
const above =
  /^(?:\/\/|\/\*|\*|--|;;|@|#(?!\s*(?:include|define|if|ifdef|ifndef|endif|else|pragma|import)\b))/;
const closing = /^(?:[)\]}]|end\b|fi\b|done\b|esac\b|<\/)/;
const goesOn = /(?:[({[:,]|=>|=|\bthen|\bdo)$/;

/** The name that a line declares, judging by its form; undefined if it declares nothing. */
export function declaredName(line: string): string | undefined {
  const text = line.trim();
  if (text === '' || text.length > 1_000 || statement.test(text)) return undefined;
  const bare = text.replace(modifiers, '');
  const word = named.exec(bare)?.[1];
  if (word !== undefined) return word;
  const [, constant, value] = assigned.exec(bare) ?? [];
  if (constant ?? value) return constant ?? value;
  const [, callee, , title] = called.exec(bare) ?? [];
  if (callee !== undefined) return goesOn.test(text) ? `${callee} ${title}` : undefined;
  const [, typed, alone] = method.exec(bare) ?? [];
  if ((typed ?? alone) && (goesOn.test(text) || /\}$/.test(text))) return typed ?? alone;
  return /^[^"'`=]+\{$/.test(bare) ? bare.slice(0, -1).trim().replaceAll(/\s+/g, ' ') : undefined;
}

interface Block {
  readonly lines: readonly string[];
  readonly tabSize: number;
}

/** The declarations of a text at its lowest indentation, judging by the form of its lines, in any language. */
export function readOutline(lines: readonly string[], tabSize: number): Declaration[] {
  return readBlock({ lines, tabSize }, 0, lines.length - 1);
}

function readBlock(block: Block, from: number, to: number): Declaration[] {
  const { lines, tabSize } = block;
  const depths = lines
    .slice(from, to + 1)
    .filter((line) => line.trim() !== '')
    .map((line) => columnsOf(indentOf(line), tabSize));
  const depth = depths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const found: Declaration[] = [];
  let free = from;
  for (let at = from; at <= to; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || columnsOf(indentOf(line), tabSize) !== depth) continue;
    // Some styles put the brace on its own line.
    const isBraceBelow = (lines[at + 1] ?? '').trim() === '{';
    const name = above.test(line.trim()) ? undefined : declaredName(isBraceBelow ? `${line} {` : line);
    if (name === undefined) continue;
    const last = endOfBlock(block, at, to);
    let first = at;
    while (first > free && above.test((lines[first - 1] ?? '').trim())) first -= 1;
    const isContainer = container.test(line.trim().replace(modifiers, '')) && last > at + 1;
    const lastInside = closing.test((lines[last] ?? '').trim()) ? last - 1 : last;
    const inside = isBraceBelow ? at + 2 : at + 1;
    const members = isContainer && lastInside >= inside ? readBlock(block, inside, lastInside) : [];
    found.push({ name, first, header: at, last, members });
    at = last;
    free = last + 1;
  }
  return found;
}

/** The last line of the block that begins on a line: all lines that are indented deeper, and the closing line. */
export function endOfBlock({ lines, tabSize }: Block, start: number, to = lines.length - 1): number {
  const depth = columnsOf(indentOf(lines[start] ?? ''), tabSize);
  let last = start;
  for (let at = start + 1; at <= to; at += 1) {
    const text = (lines[at] ?? '').trim();
    if (text === '') continue;
    const columns = columnsOf(indentOf(lines[at] ?? ''), tabSize);
    if (columns > depth) {
      last = at;
      continue;
    }
    const isOpening = text === '{' && last === start;
    if (columns < depth || !(closing.test(text) || isOpening)) break;
    last = at;
    if (!goesOn.test(text)) break;
  }
  return last;
}

export function flatten(declarations: readonly Declaration[]): Declaration[] {
  return declarations.flatMap((each) => [each, ...flatten(each.members)]);
}
