import { type IndentStyle, indentOf, reindent } from '../../../platform/diffPreview/indentation.ts';
import type { Declaration } from './outline.ts';

/** Replaces the lines [first, end) of a text. */
export interface LineEdit {
  readonly first: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The file that code is merged into. */
export interface MergePlace {
  readonly lines: readonly string[];
  readonly declared: readonly Declaration[];
  /** All of them, with their members, by name. */
  readonly named: ReadonlyMap<string, readonly Declaration[]>;
  readonly style: IndentStyle;
  readonly cursor: number | undefined;
}

/** Number of brackets that a text leaves open: merged code must not change it for the rest of the file. */
export function openBrackets(lines: readonly string[]): number {
  let open = 0;
  for (const line of lines)
    for (const [sign] of line.matchAll(/[()[\]{}]/g)) open += '([{'.includes(sign) ? 1 : -1;
  return open;
}

/** The keyword before the name that a line declares: `function`, `class`, or '' for a method. */
export function keywordOf(line: string): string {
  return (
    /\b(?:function|class|interface|enum|struct|trait|record|object|module|namespace|def|fn|func|fun|type|const|let|var|val)\b/.exec(
      line.split('(')[0] ?? '',
    )?.[0] ?? ''
  );
}

/** Among more declarations with one name, none is looked for: the code would be compared with each of them. */
const mostAlike = 200;

/** The declaration of the file that a unit replaces; undefined if it is new. */
export function findReplaced(
  unit: Declaration,
  code: readonly string[],
  { lines, named, cursor }: MergePlace,
): Declaration | 'unclear' | undefined {
  const header = (code[unit.header] ?? '').trim();
  const hasKeyword = keywordOf(header) !== '';
  const namesakes = named.get(unit.name) ?? [];
  if (namesakes.length > mostAlike) return 'unclear';
  const alike = namesakes.filter((each) => (keywordOf(lines[each.header] ?? '') !== '') === hasKeyword);
  if (alike.length === 0) return undefined;
  const same = alike.filter((each) => (lines[each.header] ?? '').trim() === header);
  const around = alike.filter(({ first, last }) => cursor !== undefined && first <= cursor && cursor <= last);
  const target = [alike, same, around].find(({ length }) => length === 1)?.[0];
  if (!target) return 'unclear';
  const written = new Set(unit.members.map(({ name }) => name));
  // It is unclear whether members that the code lacks should be removed or were only left out.
  return target.members.every(({ name }) => written.has(name)) ? target : 'unclear';
}

export function indentLike(code: readonly string[], line: string, style: IndentStyle): string[] {
  return reindent(code.join('\n'), indentOf(line), style).split('\n');
}
