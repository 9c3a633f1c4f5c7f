import { endOfBlock } from './outline.ts';
import type { LineEdit } from './placement.ts';

const importing =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.:=\s]+;|use\s+[\w:]|require(?:_relative)?\b|@import\b|(?:const|let|var)\s+[\w${},:\s]+=\s*require\()/;
const head = /^(?:#!|['"]use \w+['"];?$|package\b|\/\/|\/\*|\*|#(?!\s*include)|--|<\?php)/;
const namedImport = /^(import\s+(?:type\s+)?\{)([^{}]*)(\}\s*from\s*(["'])([^"']+)\4;?)$/;

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
  const edits: LineEdit[] = [];
  const added: string[] = [];
  const own: { readonly at: number; readonly end: number; readonly text: string }[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = importEnd(lines, at, tabSize);
    if (end === undefined) continue;
    own.push({ at, end, text: oneLine(lines.slice(at, end + 1)) });
    at = end;
  }
  for (const block of wanted) {
    const text = oneLine(block);
    if (own.some((each) => each.text === text)) continue;
    const [, start, names = '', , , source] = namedImport.exec(text) ?? [];
    const same = own.find(({ text: other }) => {
      const match = namedImport.exec(other);
      return source !== undefined && match?.[5] === source && match[1] === start;
    });
    if (!same) {
      added.push(...block);
      continue;
    }
    const [, open = '', ownNames = '', close = ''] = namedImport.exec(same.text) ?? [];
    const all = [...new Set([ownNames, names].flatMap(readNames))];
    if (all.length === readNames(ownNames).length) continue;
    // Wrapping a long import is left to the person's formatter.
    edits.push({ first: same.at, end: same.end + 1, lines: [`${open} ${all.join(', ')} ${close}`] });
  }
  if (added.length === 0) return edits;
  const behind = own.at(-1);
  if (behind) edits.push({ first: behind.end + 1, end: behind.end + 1, lines: added });
  else {
    const at = lines.findIndex((line) => line.trim() !== '' && !head.test(line.trim()));
    if (at === -1) return undefined;
    edits.push({ first: at, end: at, lines: [...added, ''] });
  }
  return edits;
}

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function oneLine(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/,\s*\}/, ' }')
    .trim();
}
