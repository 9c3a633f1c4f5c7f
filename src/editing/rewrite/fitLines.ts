import {
  columnsOf,
  type IndentStyle,
  indentOf,
  isWritten,
  reindent,
} from '../../platform/diffPreview/indentation.ts';

/** The surroundings of the new lines. */
export interface Surroundings {
  /** The lines that they replace. */
  readonly old: readonly string[];
  /** What stands before and behind, as far as the model has seen it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly style: IndentStyle;
}

/**
 * Code of a response, fitted to its position: without repeated lines from around it, indented like the old lines, and
 * with the same empty lines at both ends.
 */
export function fitLines(lines: readonly string[], place: Surroundings): string[] {
  const alone = trimEmpty(withoutSurroundings(trimEmpty(lines), place));
  if (alone.length === 0) return [];
  const { old } = place;
  const first = old.findIndex(isWritten);
  const fitted = indentAs(alone, place);
  return first < 0
    ? fitted
    : [...old.slice(0, first), ...fitted, ...old.slice(old.findLastIndex(isWritten) + 1)];
}

function trimEmpty(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isWritten);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isWritten) + 1);
}

/** If the response repeats the whole file, or some lines around the code, the part between them is meant. */
function withoutSurroundings(
  lines: readonly string[],
  { old, before, after }: Surroundings,
): readonly string[] {
  const plain = (some: readonly string[]) => some.map((line) => line.trim());
  const [texts, oldTexts] = [plain(lines), plain(old)];
  const head = findOverlap(plain(before), texts);
  // If the old lines begin with the same overlap, it belongs to the code.
  const start = findOverlap(plain(before), oldTexts) >= head ? 0 : head;
  const tail = findOverlap(texts, plain(after));
  const end = findOverlap(oldTexts, plain(after)) >= tail ? 0 : tail;
  return start + end <= lines.length ? lines.slice(start, lines.length - end) : lines;
}

/** With how many lines one text ends that the other begins with; 0 where that may be by chance. */
function findOverlap(one: readonly string[], other: readonly string[]): number {
  let length = Math.min(one.length, other.length);
  while (!one.slice(one.length - length).every((line, at) => line === other[at])) length -= 1;
  const shared = other.slice(0, length).filter((line) => line !== '');
  return shared.length >= 2 && shared.some((line) => /[\p{L}\p{N}]{2}/u.test(line)) ? length : 0;
}

/** Models often leave out the indentation of all lines, or of the first one alone. Some add more, or write tabs for spaces. */
function indentAs(lines: readonly string[], { old, style }: Surroundings): string[] {
  const [firstOld, ...othersOld] = old.filter(isWritten);
  const { tabSize } = style;
  const insertSpaces = !hasTabs(old, style);
  const inStyle = writeIndents(lines, old, { insertSpaces, tabSize });
  const [first = '', ...others] = inStyle.filter(isWritten);
  const columns = (line: string) => columnsOf(indentOf(line), tabSize);
  const missing = columns(firstOld ?? old[0] ?? '') - columns(first);
  // An empty line does not tell how deep the code is that replaces it.
  if (missing === 0 || (missing < 0 && firstOld === undefined)) return inStyle;
  const least = (some: readonly string[]) => Math.min(...some.map(columns));
  const deeper = least(others) - least(othersOld);
  const isFirstAlone = others.length > 0 && othersOld.length > 0 && (missing > 0 ? deeper >= 0 : deeper <= 0);
  return inStyle.map((line, at) => {
    if (!isWritten(line) || (at > 0 && isFirstAlone)) return line;
    const indent = ' '.repeat(Math.max(0, columns(line) + missing));
    return (insertSpaces ? indent : indent.replaceAll(' '.repeat(tabSize), '\t')) + line.trimStart();
  });
}

/** Writes the indentation in this style, unless the old lines have both. */
function writeIndents(lines: readonly string[], old: readonly string[], style: IndentStyle): string[] {
  const isOther = (line: string) => line.startsWith(style.insertSpaces ? '\t' : '  ');
  if (!lines.some(isOther) || old.some(isOther)) return [...lines];
  // A line without indentation makes all indents count from column 0.
  return reindent(['|', ...lines].join('\n'), '', style)
    .split('\n')
    .slice(1);
}

/** Whether the old lines, or else the document, are indented with tabs. */
function hasTabs(old: readonly string[], { insertSpaces }: IndentStyle): boolean {
  return (
    old.some((line) => line.startsWith('\t')) || (!insertSpaces && !old.some((line) => line.startsWith('  ')))
  );
}

/** Why a response can't be put into a file. */
export type Nonsense = 'nothing' | 'words' | 'same';

/** The new lines, or why there are none. */
export function readAnswer(
  lines: readonly string[],
  words: string,
  place: Surroundings,
): readonly string[] | Nonsense {
  const fitted = fitLines(lines, place);
  if (fitted.length === 0) return words.trim() === '' || lines.length > 0 ? 'nothing' : 'words';
  const plain = (some: readonly string[]) => some.map((line) => line.trimEnd()).join('\n');
  return plain(fitted) === plain(place.old) ? 'same' : fitted;
}

/** How many old lines ahead a line may be that leaves out those before it. */
const nearLines = 20;
/** A line is another one's new form when so much of the longer one is the same at both ends. */
const likeness = 0.5;

/**
 * The lines to show while the replacement is streaming: the new lines so far, and the old lines that they have not
 * reached. So a diff never shows all the rest as deleted, and what a cut response did not reach stays.
 */
export function showGrowing(old: readonly string[], arrived: readonly string[]): string[] {
  let reached = 0;
  for (const line of arrived) {
    const text = line.trim();
    const ahead = old.slice(reached, reached + nearLines).findIndex((each) => each.trim() === text);
    // A bracket or an empty line occurs everywhere, and says nothing about the position.
    const isTelling = /[\p{L}\p{N}]{2}/u.test(text);
    if (ahead === 0 || (ahead > 0 && isTelling)) reached += ahead + 1;
    else if (isTelling && isLike(text, old[reached]?.trim() ?? '')) reached += 1;
  }
  return [...arrived, ...old.slice(reached)];
}

function isLike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end >= Math.max(one.length, other.length) * likeness;
}
