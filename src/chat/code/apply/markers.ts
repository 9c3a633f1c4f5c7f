import { columnsOf, indentOf } from '../../../platform/diffPreview/indentation.ts';
import { declaredName, endOfBlock, readOutline } from './outline.ts';
import { closing } from './placeCode.ts';
import {
  findTarget,
  indentLike,
  type LineEdit,
  type MergePlace,
  openBrackets,
  replaceWith,
} from './placement.ts';

/** "… existing code …": stands for unchanged lines that the model left out. */
const marker =
  /^\s*(?:(?:\/\/|#|--|\/\*|<!--|;;?|%|\{\/\*|"""|')\s*)?(?:\[?(?:\.{3}|…)(?![\w$[({])|(?:\/\/|#|--|\/\*|<!--|;|%|\{\/\*).*(?:\bexisting (?:code|\w+)|\brest of (?:the )?\w+|\bunchanged\b|\bsame as before\b|其余|不变|现有))/i;

export function isMarker(line: string): boolean {
  return (
    line.length < 200 &&
    (marker.test(line) || /^\s*(?:\/\/|#|--|\/\*|<!--|;;?|%|\{\/\*)\s*(?:\.{3}|…)/.test(line))
  );
}

/** A part of the code: a whole declaration, a line, or a marker for lines that were left out. */
interface Item {
  readonly kind: 'unit' | 'line' | 'marker';
  readonly at: number;
  readonly last: number;
}

/** Where an item of the code is in the file, and its new text. */
interface FoundItem {
  readonly first: number;
  readonly end: number;
  readonly text: readonly string[];
  readonly isUnit: boolean;
}

/**
 * Merges code that leaves out parts of the file. Each of its lines is found at its only possible place; the lines
 * between two found ones replace those that the file has there; new lines go next to their neighbor.
 */
export function mergeAroundMarkers(place: MergePlace, code: readonly string[]): LineEdit[] | undefined {
  const { lines, style } = place;
  const { tabSize } = style;
  const depth = (line = '') => columnsOf(indentOf(line), tabSize);
  const items = readItems(code, tabSize);
  const edits: LineEdit[] = [];
  /** Code that is not merged yet, and whether a marker comes before it. */
  let waiting: string[] = [];
  let isBehindMarker = true;
  let done = 0;
  let limit = lines.length;
  let shift: number | undefined;
  let neighbour = '';

  function put(found: FoundItem, line: string): boolean {
    if (found.first < done || found.end > limit) return false;
    const fresh = waiting.length > 0 ? spaceOut(indentNew(waiting, line), lines[found.first - 1]) : [];
    const between = lines.slice(done, found.first);
    // Models often write a whole declaration without the lines before it: those lines stay.
    const stays = isBehindMarker || (found.isUnit && between.some((each) => each.trim() !== ''));
    if (stays && isContradicted(waiting, between)) return false;
    edits.push({ first: stays ? found.first : done, end: found.end, lines: [...fresh, ...found.text] });
    waiting = [];
    isBehindMarker = false;
    done = found.end;
    neighbour = line;
    return true;
  }

  /** Indents new lines relative to the line that was found. */
  function indentNew(fresh: readonly string[], fallback: string): string[] {
    const written = fresh.filter((line) => line.trim() !== '');
    const least = Math.min(...written.map((line) => depth(line)));
    const base = shift === undefined ? indentOf(fallback) : ' '.repeat(Math.max(0, least + shift));
    return indentLike(fresh, base, style);
  }

  for (const item of items) {
    if (item.kind === 'marker') {
      if (waiting.length > 0) {
        if (isBehindMarker) return undefined;
        const isSpaced = (lines[done] ?? '').trim() === '';
        const fresh = indentNew(waiting, neighbour);
        edits.push({ first: done, end: done, lines: isSpaced ? withoutEmptyEnd(fresh) : fresh });
        waiting = [];
      }
      isBehindMarker = true;
      continue;
    }
    const own = code.slice(item.at, item.last + 1);
    if (own.every((line) => line.trim() === '')) {
      if (waiting.length > 0 || !isBehindMarker) waiting.push(...own);
      continue;
    }
    if (item.kind === 'unit') {
      const [unit] = readOutline(own, tabSize);
      const declared = unit && findTarget(unit, own, place);
      if (declared === 'unclear') return undefined;
      if (unit && declared) {
        const edit = replaceWith({ ...unit, lines: own }, declared, place);
        const line = lines[declared.header] ?? '';
        shift ??= depth(line) - depth(own[unit.header - unit.first]);
        if (!put({ first: edit.first, end: edit.end, text: edit.lines, isUnit: true }, line))
          return undefined;
        continue;
      }
      waiting.push(...own);
      continue;
    }
    const at = findLine(own[0] ?? '');
    if (at === undefined) return undefined;
    if (at === -1) {
      waiting.push(...own);
      continue;
    }
    const line = lines[at] ?? '';
    const isFirst = shift === undefined;
    shift ??= depth(line) - depth(own[0]);
    if (!put({ first: at, end: at + 1, text: [line], isUnit: false }, line)) return undefined;
    if (isFirst && declaredName(line) !== undefined)
      limit = Math.min(limit, endOfBlock({ lines, tabSize }, at) + 1);
  }
  if (waiting.some((line) => line.trim() !== '')) {
    if (isBehindMarker) return undefined;
    edits.push({ first: done, end: done, lines: indentNew(waiting, neighbour) });
  }
  return joinEdits(edits);

  /** The only place of a line; -1 if it is new, undefined if there are several. */
  function findLine(line: string): number | undefined {
    const wanted = line.trim();
    const places: number[] = [];
    for (let at = done; at < limit; at += 1) if ((lines[at] ?? '').trim() === wanted) places.push(at);
    const fitting = places.filter((at) => shift === undefined || depth(lines[at]) === depth(line) + shift);
    if (closing.test(wanted)) return fitting[0] ?? -1;
    if (!isBehindMarker && fitting[0] === done) return done;
    return fitting.length > 1 ? undefined : (fitting[0] ?? -1);
  }
}

/** Adds an empty line before three or more lines, unless they follow a line that opens a block. */
function spaceOut(fresh: readonly string[], before = ''): readonly string[] {
  const written = fresh.slice(fresh.findIndex((line) => line.trim() !== ''));
  const isApart = written.length < 3 || before.trim() === '' || /[({[:]$/.test(before.trim());
  return isApart ? fresh : ['', ...written];
}

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

function readItems(code: readonly string[], tabSize: number): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const line = code[at] ?? '';
    if (isMarker(line)) {
      items.push({ kind: 'marker', at, last: at });
      continue;
    }
    const last = endOfUnit(code, at, tabSize);
    items.push(last === undefined ? { kind: 'line', at, last: at } : { kind: 'unit', at, last });
    at = last ?? at;
  }
  return items;
}

/** The last line of a complete declaration that begins here, with the comments above it. */
function endOfUnit(code: readonly string[], at: number, tabSize: number): number | undefined {
  const rest = code.slice(at);
  const [unit] = readOutline(rest.slice(0, headerIn(rest) + 1), tabSize);
  if (unit?.first !== 0) return undefined;
  const last = endOfBlock({ lines: code, tabSize }, at + unit.header);
  const own = code.slice(at, last + 1);
  return last > at + unit.header && openBrackets(own) === 0 && !own.some(isMarker) ? last : undefined;
}

/** The first line that is not a comment or a decorator. */
function headerIn(lines: readonly string[]): number {
  const at = lines.findIndex((line) => !/^\s*(?:\/\/|\/\*|\*|--|@|#)/.test(line));
  return at === -1 ? 0 : at;
}

/** What a line declares or assigns: if another line with the same key stayed, it would be there twice. */
function keyOf(line: string): string | undefined {
  const text = line.trim();
  return (
    declaredName(text) ??
    /^(?:(?:const|let|var)\s+)?([\w$.[\]]+)\s*(?::[^=]+)?[-+*/|&?]*=(?!=)/.exec(text)?.[1] ??
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

/** Joins adjacent edits. */
function joinEdits(edits: readonly LineEdit[]): LineEdit[] {
  const joined: LineEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last && last.end === edit.first)
      joined[joined.length - 1] = { first: last.first, end: edit.end, lines: [...last.lines, ...edit.lines] };
    else joined.push(edit);
  }
  return joined;
}
