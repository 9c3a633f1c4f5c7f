/** A line that opens a block of code, or ends one. */
interface CodeFence {
  /** The backticks or tildes. */
  readonly mark: string;
  /** What stands behind them: the language, mostly. Empty in a fence that ends a block. */
  readonly info: string;
  /** In columns. From 4 on, it is no fence unless it stands in a list. */
  readonly indent: number;
}

const deepestIndent = 3;

/** Reads a line as a fence. In steps: a single pattern would backtrack over every length of the mark. */
export function readFence(line: string): CodeFence | undefined {
  const white = /^[ \t]*/.exec(line)?.[0] ?? '';
  const mark = /^(?:`{3,}|~{3,})/.exec(line.slice(white.length))?.[0];
  if (mark === undefined) return undefined;
  const rest = line.slice(white.length + mark.length);
  // Other kinds of white space count as text after the mark.
  const info = /[^ \t\r]/.test(rest) ? rest.trim() || rest : '';
  if (mark.startsWith('`') && info.includes('`')) return undefined;
  return { mark, info, indent: white.replaceAll('\t', '    ').length };
}

/** The mark of a line that opens a block. */
export function openingMark(line: string, deepest = deepestIndent): string | undefined {
  const fence = readFence(line);
  return fence && fence.indent <= deepest ? fence.mark : undefined;
}

/** Whether a line ends the block that was opened with a mark. */
export function endsCode(line: string, mark: string): boolean {
  const fence = readFence(line);
  return fence?.info === '' && fence.indent <= deepestIndent && fence.mark.startsWith(mark);
}

/** Whether a line may come to do so, as far as it is written. */
export function mayEndCode(line: string, mark: string): boolean {
  const begun = /^ {0,3}(`*|~*)[ \t]*$/.exec(line)?.[1];
  return begun === '' || begun?.[0] === mark[0];
}

/** The language in what stands behind an opening mark, as it is written there. */
export function languageOfInfo(info: string): string {
  return info.trim().split(/\s/, 1)[0] ?? '';
}

/** A mark that no fence in a text can end: longer than any in it. */
export function fenceAround(text: string, shortest = 3): string {
  let length = shortest;
  for (const [ticks] of text.matchAll(/`{3,}/g)) length = Math.max(length, ticks.length + 1);
  return '`'.repeat(length);
}

/** What is between the fences that are a text's first and last line; all of it, where there are none. */
export function withoutFences(text: string): string {
  const lineEnd = text.indexOf('\n');
  const mark = readFence(text.slice(0, Math.max(0, lineEnd)))?.mark;
  return mark !== undefined && text.endsWith(`\n${mark}`)
    ? text.slice(lineEnd + 1, Math.max(lineEnd + 1, text.length - mark.length - 1))
    : text;
}

/** Follows the lines of a text, from the first one on. */
export class CodeFollower {
  readonly #deepest: number;
  #open: string | undefined;

  constructor(deepest = deepestIndent) {
    this.#deepest = deepest;
  }

  /** The mark of the block that is open behind the last line. */
  get open(): string | undefined {
    return this.#open;
  }

  /** Whether the next line belongs to a block of code, be it as a fence of its. */
  isCode(line: string): boolean {
    if (this.#open !== undefined) {
      if (endsCode(line, this.#open)) this.#open = undefined;
      return true;
    }
    this.#open = openingMark(line, this.#deepest);
    return this.#open !== undefined;
  }
}

/** A block of a response, by its lines. */
export interface FencedBlock {
  /** The line of the fence that opens it, of which its mark and what stands behind that: the language, mostly. */
  readonly opening: number;
  readonly mark: string;
  readonly info: string;
  /** What it holds: from the line behind the fence on, to the line before the other one. */
  readonly start: number;
  readonly end: number;
  readonly isClosed: boolean;
  /** How many fences stand within it, and whether each of them that opens something has one that closes it. */
  readonly inside: number;
  readonly isEven: boolean;
}

type OpenBlock = Pick<FencedBlock, 'opening'> & {
  readonly fence: CodeFence;
  /** Blocks within it that are open and whose end would end it as well. */
  depth: number;
  inside: number;
  isEven: boolean;
  /** The fence within it that is open. */
  innerOpening: number | undefined;
};

/** No one writes a longer one, and a line that is still streaming is checked again and again. */
const longestFence = 1_000;

/** The outermost blocks, in order. A fence with a language opens a block, also within one, where a bare one closes it. */
export function findBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenBlock | undefined;
  lines.forEach((line, at) => {
    const fence = line.length > longestFence ? undefined : readFence(line);
    if (!fence) return;
    if (!open) open = { opening: at, fence, depth: 0, inside: 0, isEven: true, innerOpening: undefined };
    else if (closes(open, fence)) {
      blocks.push(blockOf(open, at, true));
      open = undefined;
    } else takeInside(open, fence, at);
  });
  if (open) blocks.push(endUnclosed(open, lines));
  return blocks;
}

/** A fence that is indented deeper stands in the code, such as in a comment. */
function concerns({ fence: { mark, indent } }: OpenBlock, fence: CodeFence): boolean {
  return fence.mark[0] === mark[0] && fence.mark.length >= mark.length && fence.indent <= indent;
}

function closes(open: OpenBlock, fence: CodeFence): boolean {
  return fence.info === '' && open.depth === 0 && concerns(open, fence);
}

function takeInside(open: OpenBlock, fence: CodeFence, at: number): void {
  if (concerns(open, fence)) open.depth += fence.info === '' ? -1 : 1;
  open.inside += 1;
  if (open.innerOpening === undefined) open.innerOpening = at;
  else if (fence.info === '') open.innerOpening = undefined;
  else open.isEven = false;
}

/** Some models close a block with a different fence than they opened it with: one at the very end opens nothing. */
function endUnclosed(open: OpenBlock, lines: readonly string[]): FencedBlock {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isMeant = open.innerOpening === last && readFence(lines[last] ?? '')?.info === '';
  if (!isMeant) return blockOf(open, lines.length, false);
  return blockOf({ ...open, inside: open.inside - 1, innerOpening: undefined }, last, false);
}

function blockOf(
  { opening, fence: { mark, info }, inside, isEven, innerOpening }: OpenBlock,
  end: number,
  isClosed: boolean,
): FencedBlock {
  const start = opening + 1;
  return { opening, mark, info, start, end, isClosed, inside, isEven: isEven && innerOpening === undefined };
}
