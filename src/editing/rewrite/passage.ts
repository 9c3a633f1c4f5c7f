/** Whole lines of a text, and which part of them is meant. */
export interface Passage {
  readonly lines: readonly string[];
  /** In offsets from the first line's start on. */
  readonly start: number;
  readonly end: number;
  /** Those of its lines that stood once in the text: by them it is found, and never mistaken for its like. */
  readonly onlyLines: ReadonlySet<string>;
}

export function passageAround(text: string, start: number, end: number): Passage {
  const first = text.slice(0, start).lastIndexOf('\n') + 1;
  const behind = text.indexOf('\n', end);
  const lines = text.slice(first, behind < 0 ? text.length : behind).split('\n');
  const telling = new Set(lines.filter((line) => line.trim() !== ''));
  const onlyLines = new Set(findOnlyPlaces(text.split('\n'), telling).keys());
  return { lines, start: start - first, end: end - first, onlyLines };
}

/** The part that is meant. */
export function partOf({ lines, start, end }: Passage): string {
  return lines.join('\n').slice(start, end);
}

/** Where the part is in another text that has all of these lines; undefined where that is not sure. Linear. */
export function findPassage(
  { lines, start, end, onlyLines }: Passage,
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  if (onlyLines.size === 0) return undefined;
  const all = text.split('\n');
  const places = findOnlyPlaces(all, onlyLines);
  const known = lines.findIndex((line) => places.has(line));
  // Where one line stands once, all of them can be at one place only.
  const first = (places.get(lines[known] ?? '') ?? -1) - known;
  if (known < 0 || !lines.every((line, at) => line === all[first + at])) return undefined;
  let offset = 0;
  for (const line of all.slice(0, first)) offset += line.length + 1;
  return { start: offset + start, end: offset + end };
}

/** Where those of the lines that are sought are that a text has once. */
function findOnlyPlaces(lines: readonly string[], sought: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (!sought.has(line)) continue;
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}
