/** The file after the patch. */
interface Result {
  readonly text: string;
  /** Headers of hunks that don't fit. */
  readonly failed: readonly string[];
}

/** One line of a hunk: it exists before and after, only before, or only after. */
interface HunkLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  /** The header as it is in the diff, to name the hunk to people. */
  readonly header: string;
  /** The line at which the hunk should start, counted from 0; undefined if the diff doesn't say. */
  readonly start: number | undefined;
  readonly lines: readonly HunkLine[];
}

/** The changes of one file. */
interface FilePatch {
  readonly paths: readonly string[];
  readonly hunks: readonly Hunk[];
}

/** Some models write no numbers, or only the first `@@`. */
const hunkHeader = /^@@(?:(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?| \.\.\.)? ?@@|[ \t]*$)/;
const metadata =
  /^(?:diff --git |index [0-9a-f]+\.\.|similarity index |rename |(?:new|deleted|old) (?:file )?mode )/;

/** Whether a text is a unified diff. */
export function isPatch(text: string): boolean {
  const lines = text.split('\n');
  return lines.some((line) => hunkHeader.test(line)) && lines.some((line) => /^[-+]/.test(line));
}

/**
 * Reads a unified diff as models write it: the counts may be wrong, and an empty context line may lack its space. A
 * line that looks like the header of the next file belongs to the hunk as long as its counts expect more lines.
 */
export function parsePatch(text: string): FilePatch[] {
  const files: { paths: string[]; hunks: (Hunk & { readonly lines: HunkLine[] })[] }[] = [];
  let hunk: HunkLine[] | undefined;
  let missingBefore = 0;
  let missingAfter = 0;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isWanted = hunk !== undefined && missingBefore > 0 && missingAfter > 0;
    const next = lines[at + 1] ?? '';
    if (!isWanted && line.startsWith('--- ') && next.startsWith('+++ ')) {
      files.push({ paths: [next, line].map((head) => head.slice(4).split('\t')[0] ?? ''), hunks: [] });
      hunk = undefined;
      at += 1;
      continue;
    }
    const header = hunkHeader.exec(line);
    if (header) {
      if (files.length === 0) files.push({ paths: [], hunks: [] });
      const [, start, before = '1', , after = '1'] = header;
      hunk = [];
      missingBefore = start === undefined ? 0 : Number(before);
      missingAfter = start === undefined ? 0 : Number(after);
      // If a hunk covers no old lines, its number is that of the line before it.
      const first = start === undefined ? undefined : Number(start) - (before === '0' ? 0 : 1);
      files.at(-1)?.hunks.push({ header: line, start: first, lines: hunk });
      continue;
    }
    if (!hunk || line.startsWith('\\')) continue;
    if (!isWanted && metadata.test(line)) {
      hunk = undefined;
      continue;
    }
    const kind = line.startsWith('-') || line.startsWith('+') ? (line.charAt(0) as '-' | '+') : ' ';
    if (kind !== '+') missingBefore -= 1;
    if (kind !== '-') missingAfter -= 1;
    hunk.push({ kind, text: kind !== ' ' || line.startsWith(' ') ? line.slice(1) : line });
  }
  return files.filter(({ hunks }) => hunks.length > 0);
}

/** The text of a file that a diff creates; undefined if the diff changes an existing file. */
export function readNewText(hunks: readonly Hunk[]): string | undefined {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  // An empty line may lack its `+`.
  if (!lines.some(({ kind }) => kind === '+')) return undefined;
  if (!lines.every(({ kind, text }) => kind === '+' || (kind === ' ' && text === ''))) return undefined;
  return `${lines
    .map(({ text }) => text)
    .join('\n')
    .trimEnd()}\n`;
}

/** Applies hunks in order. Each is checked against the text; one that doesn't fit is skipped and reported. */
export function applyPatch(text: string, hunks: readonly Hunk[]): Result {
  const lines = text === '' ? [] : text.split('\n');
  const parts: string[][] = [];
  const failed: string[] = [];
  /** Lines of the text before this one are done. */
  let done = 0;
  /** By how many lines the positions were wrong so far. */
  let shift = 0;
  for (const hunk of hunks) {
    const found = findHunk(lines, hunk, done, shift);
    if (!found) {
      failed.push(hunk.header);
      continue;
    }
    const { place, hunkLines } = found;
    if (hunk.start !== undefined) shift = place - hunk.start;
    const part = lines.slice(done, place);
    parts.push(part);
    let at = place;
    for (const { kind, text: line } of hunkLines) {
      // Keep the text's own line: the diff's may differ from it in trailing white space.
      if (kind === '+') part.push(line);
      else if (kind === ' ') part.push(lines[at] ?? line);
      if (kind !== '+') at += 1;
    }
    done = at;
  }
  parts.push(lines.slice(done));
  return { text: parts.flat().join('\n'), failed };
}

interface FoundHunk {
  readonly place: number;
  readonly hunkLines: readonly HunkLine[];
}

function findHunk(
  lines: readonly string[],
  { lines: all, start }: Hunk,
  from: number,
  shift: number,
): FoundHunk | undefined {
  // An empty last line may be just the end of the diff and not a context line.
  const isPadded = all.at(-1)?.kind === ' ' && all.at(-1)?.text === '';
  for (const hunkLines of isPadded ? [all, all.slice(0, -1)] : [all]) {
    const before = hunkLines.flatMap(({ kind, text }) => (kind === '+' ? [] : [text]));
    if (before.length === 0) {
      const place = start ?? (lines.length === 0 ? 0 : undefined);
      return place !== undefined && place >= from && place <= lines.length ? { place, hunkLines } : undefined;
    }
    const places = findAll(lines, before, from);
    // Without a line number, it is unclear which match is meant.
    if (places.length > 1 && start === undefined) return undefined;
    const [first] = places;
    if (first === undefined) continue;
    const expected = (start ?? first) + shift;
    const place = places.reduce((best, other) =>
      Math.abs(other - expected) < Math.abs(best - expected) ? other : best,
    );
    return { place, hunkLines };
  }
  return undefined;
}

/** Where the wanted lines are, apart from white space at their ends. */
function findAll(lines: readonly string[], wanted: readonly string[], from: number): number[] {
  const ends = wanted.map((line) => line.trimEnd());
  const places: number[] = [];
  for (let place = from; place + ends.length <= lines.length; place += 1)
    if (ends.every((line, offset) => lines[place + offset]?.trimEnd() === line)) places.push(place);
  return places;
}
