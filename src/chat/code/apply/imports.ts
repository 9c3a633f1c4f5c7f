import { endOfBlock } from './outline.ts';
import type { LineEdit } from './placement.ts';

const importing =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.:=\s]+;|use\s+[\w:]|require(?:_relative)?\b|@import\b|(?:const|let|var)\s+[\w${},:\s]+=\s*require\()/;
const head = /^(?:#!|['"]use \w+['"];?$|package\b|\/\/|\/\*|\*|#(?!\s*include)|--|<\?php)/;

/** The last line of the import that begins on this line; undefined if none does. */
export function importEnd(lines: readonly string[], at: number, tabSize: number): number | undefined {
  const line = lines[at] ?? '';
  if (!importing.test(line)) return undefined;
  return /[({,]$/.test(line.trim()) ? endOfBlock({ lines, tabSize }, at) : at;
}

/** Adds missing imports after those that a file has. Undefined if their place is not clear. */
export function addImports(
  lines: readonly string[],
  wanted: readonly (readonly string[])[],
  tabSize: number,
): LineEdit[] | undefined {
  const own = new Set<string>();
  let behind: number | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const end = importEnd(lines, at, tabSize);
    if (end === undefined) continue;
    own.add(oneLine(lines.slice(at, end + 1)));
    at = end;
    behind = end + 1;
  }
  const added = wanted.filter((block) => !own.has(oneLine(block))).flat();
  if (added.length === 0) return [];
  if (behind !== undefined) return [{ first: behind, end: behind, lines: added }];
  const first = lines.findIndex((line) => line.trim() !== '' && !head.test(line.trim()));
  return first === -1 ? undefined : [{ first, end: first, lines: [...added, ''] }];
}

/** An import as it is compared: on one line, without a comma after its last name. */
function oneLine(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/,\s*\}/, ' }')
    .trim();
}
