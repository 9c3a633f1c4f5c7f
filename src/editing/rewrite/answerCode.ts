import {
  columnsOf,
  type IndentStyle,
  indentOf,
  isWritten,
  reindent,
} from '../../platform/diffPreview/indentation.ts';
import { type FencedBlock, findBlocks, languageOfInfo, readFence } from '../../text/codeFence.ts';
import { isProseMarkup } from '../../text/languages.ts';
import { unspacedLetter } from '../../text/scripts.ts';

/** The model wrote on and on: it was asked for far less. */
export class EndlessAnswerError extends Error {}

/** The pieces of a response, up to as many characters as it can need; throws if there are more. */
export async function* upTo(longest: number, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let room = longest;
  for await (const piece of pieces) {
    // A relay that does not stream sends all of it as one piece.
    yield piece.slice(0, room);
    room -= piece.length;
    if (room < 0) throw new EndlessAnswerError();
  }
}

interface AnswerReading {
  /** The code to replace. */
  readonly old: readonly string[];
  /** The file is prose itself, so prose can be what takes its place. */
  readonly isProse: boolean;
  /** Whether the response has ended, so that its last line is complete. */
  readonly isComplete: boolean;
}

/** Blocks within a text seldom have a longer fence: a response with one follows the instructions. */
const usualFence = 3;

/**
 * The lines of a response, so far, that replace the old ones: complete lines only. Models are asked for one block, with a
 * fence longer than any within it; if there is none, any other block is taken, and without blocks all of it but for the
 * sentences around the code. In prose, blocks with a short fence belong to the text, unless one is called prose, or is
 * bare and what the response begins with.
 */
export function chooseLines(words: string, { old, isProse, isComplete }: AnswerReading): readonly string[] {
  const lines = words.split('\n').map((line) => line.replace(/\r$/, ''));
  const response = isComplete && lines.at(-1) !== '' ? lines : lines.slice(0, -1);
  const blocks = findBlocks(response);
  const longestFence = old.reduce(
    (most, line) => Math.max(most, readFence(line)?.mark.length ?? 0),
    usualFence,
  );
  const asked = blocks.filter(({ mark }) => mark.length > longestFence);
  if (asked.length === 0 && isProse) return chooseProse(response, blocks, old);
  if (blocks.length === 0) return withoutSentences(response);
  return chooseBlock(response, asked.length > 0 ? asked : blocks, old);
}

/** The longest block that is new. */
function chooseBlock(
  response: readonly string[],
  blocks: readonly FencedBlock[],
  old: readonly string[],
): readonly string[] {
  const oldText = plainOf(old);
  const contents = blocks.map(({ start, end }) => response.slice(start, end));
  const fresh = contents.filter((lines) => plainOf(lines) !== oldText);
  const byLength = (fresh.length > 0 ? fresh : contents).toSorted((one, other) => other.length - one.length);
  return byLength[0] ?? [];
}

function chooseProse(
  response: readonly string[],
  blocks: readonly FencedBlock[],
  old: readonly string[],
): readonly string[] {
  const isText = (line: string) => line.trim() !== '' && !preamble.test(line.trim());
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first && last) {
    const isCalledProse = isProseMarkup(languageOfInfo(first.info).toLowerCase());
    const isFirst = first.info === '' && !response.slice(0, first.opening).some(isText);
    // A block within the text ends a fence that is no longer than its own, and the rest follows behind it.
    if (isCalledProse || (isFirst && !readFence(old[0] ?? ''))) return response.slice(first.start, last.end);
  }
  const start = response.findIndex(isText);
  return start < 0 ? [] : response.slice(start);
}

function withoutSentences(response: readonly string[]): readonly string[] {
  const isCode = (line: string) => line.trim() !== '' && !readsLikeSentence(line);
  const start = response.findIndex(isCode);
  return start < 0 ? [] : response.slice(start, response.findLastIndex(isCode) + 1);
}

function plainOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** What is said before a text, or in its place. */
const preamble =
  /^(?:sure|certainly|of course|okay|absolutely|here(?:['’]s| is| are)|sorry|i(?:['’]m| am) (?:sorry|unable)|i can(?:['’]t|not))(?!\p{L}).*[:!.]$/iu;

const sentence = /^["“*_]*\p{Lu}[^;{}<>=\\|]*[.:!?…]["”*_]*$/u;

/** A line that tells something and has nothing that only code has. Nobody indents what is said about code. */
function readsLikeSentence(line: string): boolean {
  const text = line.trimEnd();
  if (unspacedLetter.test(text)) return /^[\p{L}“「《].*[。！？：…]$/u.test(text);
  const hasWords = /\p{Ll}/u.test(text) && text.split(/\s+/).length >= 3;
  return sentence.test(text) && hasWords && !/[\w\])]\(/.test(text);
}

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
