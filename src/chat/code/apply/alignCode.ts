import { columnsOf, indentOf, isWritten } from '../../../platform/diffPreview/indentation.ts';
import { addImports, importEnd } from './imports.ts';
import { type Declaration, declaredName, endOfBlock, flatten, readOutline } from './outline.ts';
import { closing } from './placeCode.ts';
import {
  findReplaced,
  indentLike,
  keywordOf,
  type LineEdit,
  type MergePlace,
  openBrackets,
} from './placement.ts';

/** "… existing code …": stands for unchanged lines that the model left out. */
const markers = [
  /^\s*(?:\/\/|#|--|\/\*|<!--|;;?|%|\{\/\*|"""|')?\s*\[?(?:\.{3}|…)(?![\w$[({])/,
  /^\s*(?:\/\/|#|--|\/\*|<!--|;;?|%|\{\/\*)(?:\s*(?:\.{3}|…)|.*(?:\bexisting (?:code|\w+)|\brest of (?:the )?\w+|\bunchanged\b|\bsame as before\b|其余|不变|现有))/i,
];

export function isMarker(line: string): boolean {
  return line.length < 200 && markers.some((marker) => marker.test(line));
}

/** Between two of its lines, code that drops more of the file than this, with few new lines for it, leaves it out. */
const mostDropped = 6;

const countWritten = (lines: readonly string[]) => lines.filter(isWritten).length;

/** A part of the code, with its lines: a whole declaration, the header of another one, an import, a marker, or a line. */
interface Item {
  readonly kind: 'unit' | 'header' | 'import' | 'marker' | 'line';
  readonly own: readonly string[];
}

/** Where an item of the code is in the file, and its new text. */
interface Match {
  readonly first: number;
  readonly end: number;
  readonly text: readonly string[];
  readonly isUnit: boolean;
  /** The line of the file and that of the code that tell how much deeper the file is indented. */
  readonly line: string;
  readonly written: string;
}

/**
 * Finds where code goes in a file. Declarations replace those with the same names. Each other line is found at its only
 * possible place; the lines between two found ones replace those that the file has there; new lines go next to their
 * neighbor. Imports join those of the file. Undefined if there is any doubt.
 */
export function alignCode(place: MergePlace, code: readonly string[]): LineEdit[] | undefined {
  const { lines, declared, style } = place;
  const { tabSize } = style;
  const depth = (line: string) => columnsOf(indentOf(line), tabSize);
  /** Counted once, because lines of the code are compared with the same lines of the file again and again. */
  const depths = lines.map((line) => (isWritten(line) ? depth(line) : Number.POSITIVE_INFINITY));
  const places = Map.groupBy(lines.keys(), (at) => lines[at]?.trim());
  const { items, imports } = readItems(code, tabSize);
  const hasMarkers = items.some(({ kind }) => kind === 'marker');
  const names = new Set(flatten(readOutline(code, tabSize)).map(({ name }) => name));
  const losable = flatten(declared).filter(({ name, header, last }) => last > header && !names.has(name));
  const edits: LineEdit[] = [];
  const matches: Match[] = [];
  /** Code that is not merged yet, whether a line of it declares nothing, and whether lines are left out before it. */
  let waiting: string[] = [];
  let leastWaiting = Number.POSITIVE_INFINITY;
  let isLoose = false;
  let isBehindGap = true;
  /** The next line of the file, and the end of the block that all of the code is in. */
  let next = 0;
  let limit = lines.length;
  /** How much deeper the file is indented. */
  let shift: number | undefined;

  for (const { kind, own } of items) {
    if (kind === 'marker') {
      if (waiting.some(isWritten) && !putBehind()) return undefined;
      waiting = [];
      isBehindGap = true;
    } else if (!own.some(isWritten)) {
      if (waiting.length > 0 || !isBehindGap) waiting.push(...own);
    } else {
      const match = findMatch(kind, own);
      if (match === 'unclear' || (match && !put(match))) return undefined;
      if (match) continue;
      isLoose ||= readOutline(own, tabSize).length === 0;
      waiting.push(...own);
      leastWaiting = Math.min(leastWaiting, leastDepth(own));
    }
  }
  const isAlone = matches.length === 0 && !hasMarkers;
  if (waiting.some(isWritten)) {
    if (!(isAlone ? putLast() : putBehind())) return undefined;
  } else if (!hasMarkers && matches.length < 2 && !matches[0]?.isUnit) return undefined;
  const added = addImports(lines, imports, tabSize);
  return added && [...added, ...edits];

  function findMatch(kind: Item['kind'], own: readonly string[]): Match | 'unclear' | undefined {
    const [written = ''] = own;
    if (kind !== 'unit') {
      const at = findLine(written);
      if (at === 'unclear') return at;
      const line = lines[at ?? -1];
      if (at !== undefined && line !== undefined)
        return { first: at, end: at + 1, text: [line], isUnit: false, line, written };
      // The rest of what it declares may be left out.
      if (kind === 'header') return 'unclear';
    }
    const [unit] = readOutline(own, tabSize);
    const target = unit && findReplaced(unit, own, place);
    if (target === 'unclear') return target;
    if (!unit || !target) return undefined;
    // A header alone does not replace what it declares.
    if (kind === 'line' && target.last > target.header && opensBlock(written)) return 'unclear';
    const line = lines[target.header] ?? '';
    return {
      // The file's comment above the declaration stays if the code has none.
      first: unit.header > unit.first ? target.first : target.header,
      end: target.last + 1,
      text: indentLike(own, line, style),
      isUnit: true,
      line,
      written: own[unit.header] ?? '',
    };
  }

  /** The only place of a line; undefined if it is new. */
  function findLine(line: string): number | 'unclear' | undefined {
    const wanted = line.trim();
    const wantedDepth = shift === undefined ? undefined : depth(line) + shift;
    const isFitting = (at: number) =>
      at >= next && at < limit && (wantedDepth === undefined || depths[at] === wantedDepth);
    const alike = places.get(wanted) ?? [];
    const first = alike.find(isFitting);
    if (first === undefined || (!isBehindGap && first === next)) return first;
    const isOnly = alike.findLast(isFitting) === first;
    if (isBehindGap) return isOnly ? first : 'unclear';
    if (!isBesideLast(first)) return undefined;
    if (isOnly || closing.test(wanted)) return first;
    return hasMarkers ? 'unclear' : undefined;
  }

  /** Whether a line is not further out than the code is from the last line that was found to this one. */
  function isBesideLast(at: number): boolean {
    const least = Math.min(leastWaiting + (shift ?? 0), depths[at] ?? 0);
    for (let between = next; between < at; between += 1) if ((depths[between] ?? 0) < least) return false;
    return true;
  }

  function leastDepth(some: readonly string[]): number {
    return some.reduce(
      (least, line) => (isWritten(line) ? Math.min(least, depth(line)) : least),
      Number.POSITIVE_INFINITY,
    );
  }

  function depthBelow(at: number): number {
    let below = at;
    while (depths[below] === Number.POSITIVE_INFINITY) below += 1;
    return depths[below] ?? 0;
  }

  /** Puts an item at its place in the file, with the new lines before it. */
  function put(match: Match): boolean {
    const { first, end, text, isUnit, line, written } = match;
    const isNew = waiting.some(isWritten);
    if (first < next) {
      // Declarations may be in another order.
      if (!isUnit || isNew || end > next) return false;
      take({ first, end, lines: text });
      return true;
    }
    shift ??= depth(line) - depth(written);
    const between = lines.slice(next, first);
    // Models often write whole declarations without the lines between them: those lines stay.
    const isBesideUnit = isUnit || matches.at(-1)?.isUnit === true;
    const stays = isBehindGap || (isBesideUnit && between.some(isWritten));
    if (end > limit || (stays && isNew && isContradicted(waiting, between))) return false;
    if (!stays) {
      if (countWritten(between) > mostDropped + 3 * countWritten(waiting)) return false;
      if (losable.some(({ header }) => header >= next && header < first)) return false;
      take({ first: next, end, lines: [...(isNew ? indentNew(match) : waiting), ...text] });
    } else if (isNew && isBehindGap) {
      if (isLoose && !hasMarkers) return false;
      take({ first, end, lines: [...spaceOut(indentNew(match), lines[first - 1]), ...text] });
    } else {
      if (isNew && !putBehind()) return false;
      take({ first, end, lines: text });
    }
    if (matches.length === 0 && !isUnit && declaredName(line) !== undefined) {
      const blockEnd = endOfBlock({ lines, tabSize }, first);
      // All of the code is within the declaration that it begins with.
      if (blockEnd > first) limit = blockEnd + 1;
    }
    matches.push(match);
    isBehindGap = false;
    next = end;
    return true;
  }

  /** Puts new lines behind the last one that was found; without markers, only declarations behind another one. */
  function putBehind(): boolean {
    const last = matches.at(-1);
    if (!last || isBehindGap) return false;
    const { isUnit, line } = last;
    if (!hasMarkers && (isLoose || !(isUnit || declaredName(line) !== undefined))) return false;
    take({ first: next, end: next, lines: indentNew(last, depthBelow(next)) });
    return true;
  }

  /** Puts new declarations behind the last one of the file. */
  function putLast(): boolean {
    const target = declared.at(-1);
    const isApart = ({ header }: Declaration) => {
      const line = waiting[header] ?? '';
      // A method alone does not tell which class it belongs to.
      return keywordOf(line) !== '' && !/\((?:self|cls)\b/.test(line);
    };
    if (isLoose || !target || indentOf(lines[target.header] ?? '') !== '') return false;
    if (!readOutline(waiting, tabSize).every(isApart)) return false;
    const at = target.last + 1;
    take({ first: at, end: at, lines: ['', ...indentLike(trimEnd(waiting), '', style)] });
    return true;
  }

  function take(edit: LineEdit): void {
    edits.push(edit);
    waiting = [];
    leastWaiting = Number.POSITIVE_INFINITY;
    isLoose = false;
  }

  /** The new lines, indented relative to an item that was found, and as the line below it if both are within its block. */
  function indentNew({ line, written }: Match, below = 0): string[] {
    const fresh = trimEnd(waiting);
    const columns = Math.max(0, leastDepth(fresh) + depth(line) - depth(written));
    const wanted = Math.min(columns, below) > depth(line) ? below : columns;
    const base = style.insertSpaces ? ' '.repeat(wanted) : '\t'.repeat(Math.floor(wanted / tabSize));
    return indentLike(fresh, base, style);
  }
}

/** Adds an empty line before three or more lines, unless they follow a line that opens a block. */
function spaceOut(fresh: readonly string[], before = ''): readonly string[] {
  const isApart = fresh.length < 3 || before.trim() === '' || /[({[:]$/.test(before.trim());
  return isApart ? fresh : ['', ...fresh];
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex(isWritten) + 1);
}

function readItems(code: readonly string[], tabSize: number) {
  const items: Item[] = [];
  /** The line below the last comments: a declaration begins at the first of its comments, or below them. */
  let header = 0;
  for (let at = 0; at < code.length; ) {
    const isInComments = at < header;
    if (!isInComments) for (header = at; isAbove(code[header] ?? ''); ) header += 1;
    const item = readItem(code, at, isInComments ? undefined : header, tabSize);
    items.push(item);
    at += item.own.length;
  }
  const isImport = ({ kind }: Item) => kind === 'import';
  // Imports alone are lines like any others.
  return items.every((item) => isImport(item) || !item.own.some(isWritten))
    ? { items: code.map((line): Item => ({ kind: 'line', own: [line] })), imports: [] }
    : {
        items: items.filter((item) => !isImport(item)),
        imports: items.filter(isImport).map(({ own }) => own),
      };
}

/** Whether more than its line belongs to a declaration. */
function opensBlock(line: string): boolean {
  const text = line.trim();
  return /[({[:,=]$|=>$|^(?:def|class|module)\b[^)]*\)?$/.test(text);
}

/** Whether a line can be above a declaration that it belongs to. */
function isAbove(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|--|@|#)/.test(line) && !isMarker(line);
}

function readItem(code: readonly string[], at: number, header: number | undefined, tabSize: number): Item {
  if (isMarker(code[at] ?? '')) return { kind: 'marker', own: code.slice(at, at + 1) };
  const lastOfImport = importEnd(code, at, tabSize);
  if (lastOfImport !== undefined) return { kind: 'import', own: code.slice(at, lastOfImport + 1) };
  const [unit] = header === undefined ? [] : readOutline(code.slice(at, header + 2), tabSize);
  const line: Item = { kind: 'line', own: code.slice(at, at + 1) };
  if (unit?.first !== 0) return line;
  const last = endOfBlock({ lines: code, tabSize }, at + unit.header);
  if (last === at + unit.header) return line;
  const own = code.slice(at, last + 1);
  // Signs in strings count as brackets, too: then a closing line tells that it is complete.
  const isComplete = openBrackets(own) === 0 || /^[)\]}]/.test(own.at(-1)?.trim() ?? '');
  if (isComplete && !own.some(isMarker)) return { kind: 'unit', own };
  return unit.header === 0 ? { ...line, kind: 'header' } : line;
}

/** What a line declares or assigns: if another line with the same key stayed, it would be there twice. */
function keyOf(line: string): string | undefined {
  const text = line.trim();
  return (
    declaredName(text) ??
    /^(?:(?:const|let|var)\s+)?([\w$.[\]]+)\s*(?::[^=]+|[-+*/|&?]+)?=(?!=)/.exec(text)?.[1] ??
    /^(?:return|if|for|while|switch)\b/.exec(text)?.[0]
  );
}

/** Whether new lines seem to be a new version of lines that would stay next to them. */
function isContradicted(fresh: readonly string[], left: readonly string[]): boolean {
  if (openBrackets(fresh) !== 0) return true;
  const keys = new Set(left.map(keyOf).filter((key) => key !== undefined));
  return fresh.some((line) => {
    const key = keyOf(line);
    return key !== undefined && keys.has(key);
  });
}
