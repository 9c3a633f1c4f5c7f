import { endOfBlock } from './outline.ts';
import type { LineEdit } from './placement.ts';

const importing =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.:=\s]+;|use\s+[\w:]|require(?:_relative)?\b|@import\b|(?:const|let|var)\s+[\w${},:\s]+=\s*require\()/;
const head = /^(?:#!|['"]use \w+['"];?$|package\b|\/\/|\/\*|\*|#(?!\s*include)|--|<\?php)/;
/** The parts of an import of names, which has no comment: `type`, the name of the whole, the names, the module. */
const namedImport = /^import (type )?([^{}]*)\{([^{}/]+)\} from ["']([^"']+)["']/;

/** An import of the file, as one line; `end` is the line behind it. */
interface OwnImport {
  readonly first: number;
  readonly end: number;
  readonly text: string;
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
    own.push({ first, end: last + 1, text: oneLine(lines.slice(first, last + 1)) });
    first = last;
  }
  const edits: LineEdit[] = [];
  const added: string[] = [];
  for (const block of wanted) {
    const text = oneLine(block);
    if (own.some((each) => each.text === text)) continue;
    const same = own.find((each) => missingNames(each.text, text));
    const names = same && missingNames(same.text, text);
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

/** The names that an import of the same module lacks; undefined if it can't take them. */
function missingNames(own: string, wanted: string): string[] | undefined {
  const [, type, whole, names = '', source] = namedImport.exec(wanted) ?? [];
  const [, ownType, ownWhole, ownNames = '', ownSource] = namedImport.exec(own) ?? [];
  if (source === undefined || source !== ownSource || type !== ownType) return undefined;
  if (whole !== '' && whole !== ownWhole) return undefined;
  const known = new Set(readNames(ownNames));
  return readNames(names).filter((name) => !known.has(name));
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
