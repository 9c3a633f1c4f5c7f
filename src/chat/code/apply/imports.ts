import { endOfBlock } from './outline.ts';
import type { LineEdit } from './placement.ts';

const importing =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s[\w.:=\s]+;|use\s+[\w:]|require(?:_relative)?\b|@import\b|(?:const|let|var)\s[\w${},:\s]+=\s*require\()/;
const head = /^(?:#!|['"]use \w+['"];?$|package\b|\/\/|\/\*|\*|#(?!\s*include)|--|<\?php)/;
/** The parts of an import of names, which has no comment: `type`, the name of the whole, the names, the module. */
const namedImport = /^import (type )?([^{}]*)\{([^{}/]+)\} from ["']([^"']+)["']/;

/** An import of the file, as one line; `end` is the line behind it. */
interface OwnImport {
  readonly first: number;
  readonly end: number;
  readonly text: string;
  readonly named: NamedImport | undefined;
}

interface NamedImport {
  readonly type: string | undefined;
  readonly whole: string | undefined;
  readonly names: readonly string[];
  readonly source: string;
}

/** Whether an import begins on this line. */
export const isImport = (line: string) => importing.test(line);

/** The last line of the import that begins on this line; undefined if none does. */
export function importEnd(lines: readonly string[], at: number, tabSize: number): number | undefined {
  const line = lines[at] ?? '';
  if (!isImport(line)) return undefined;
  return /[({,]$/.test(line.trim()) ? endOfBlock({ lines, tabSize }, at) : at;
}

/** Adds missing names to imports that a file has, and other imports after those. Undefined if their place is not clear. */
export function addImports(
  lines: readonly string[],
  wanted: readonly (readonly string[])[],
  tabSize: number,
): LineEdit[] | undefined {
  const own: OwnImport[] = [];
  for (let first = 0; first < lines.length; first += 1) {
    const last = importEnd(lines, first, tabSize);
    if (last === undefined) continue;
    const text = oneLine(lines.slice(first, last + 1));
    own.push({ first, end: last + 1, text, named: readNamed(text) });
    first = last;
  }
  const known = new Set(own.map(({ text }) => text));
  const ofSource = Map.groupBy(own, ({ named }) => named?.source);
  const edits: LineEdit[] = [];
  const added: string[] = [];
  for (const block of wanted) {
    const text = oneLine(block);
    if (known.has(text)) continue;
    const named = readNamed(text);
    const same =
      named && ofSource.get(named.source)?.find((each) => each.named && takesNames(each.named, named));
    const names = same && named.names.filter((name) => !same.named?.names.includes(name));
    if (!names) added.push(...block);
    else if (names.length > 0)
      edits.push({ ...same, lines: addNames(lines.slice(same.first, same.end), names) });
  }
  if (added.length === 0) return edits;
  const behind = own.at(-1)?.end;
  if (behind !== undefined) return [...edits, { first: behind, end: behind, lines: added }];
  const first = lines.findIndex((line) => line.trim() !== '' && !head.test(line.trim()));
  return first === -1 ? undefined : [{ first, end: first, lines: [...added, ''] }];
}

function readNamed(text: string): NamedImport | undefined {
  const [, type, whole, names = '', source] = namedImport.exec(text) ?? [];
  return source === undefined ? undefined : { type, whole, names: readNames(names), source };
}

/** Whether an import of the file can take the names of another one of the same module. */
function takesNames(own: NamedImport, { type, whole }: NamedImport): boolean {
  return type === own.type && (whole === '' || whole === own.whole);
}

/** Wrapping a long import is left to the person's formatter. */
function addNames(lines: readonly string[], names: readonly string[]): string[] {
  const last = /,?(\s*)\}/;
  return lines
    .join('\n')
    .replace(last, (_, space: string) => `, ${names.join(', ')}${space}}`)
    .split('\n');
}

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** An import as it is compared: on one line, without a comma after its last name. */
function oneLine(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/,\s*\}/, ' }')
    .trim();
}
