/** A line that opens a block of code, or ends one. */
interface CodeFence {
  /** The backticks or tildes. */
  readonly mark: string;
  /** The text after them: usually the language. Empty for a fence that ends a block. */
  readonly info: string;
  /** In columns. With 4 or more, it is not a fence unless it is in a list. */
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

/** Whether a line that is still streaming may end the block. */
export function mayEndCode(line: string, mark: string): boolean {
  const begun = /^ {0,3}(`*|~*)[ \t]*$/.exec(line)?.[1];
  return begun === '' || begun?.[0] === mark[0];
}

/** The language in the text after an opening mark, as written. */
export function languageOfInfo(info: string): string {
  return info.trim().split(/\s/, 1)[0] ?? '';
}

/** A mark that no fence in a text can end: longer than all of them. */
export function fenceAround(text: string, shortest = 3): string {
  let length = shortest;
  for (const [ticks] of text.matchAll(/`{3,}/g)) length = Math.max(length, ticks.length + 1);
  return '`'.repeat(length);
}

/** The text between the fences that are its first and last line; all of it if there are none. */
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

  /** The mark of the block that is open after the last line. */
  get open(): string | undefined {
    return this.#open;
  }

  /** Whether the next line belongs to a code block, including its fences. */
  isCode(line: string): boolean {
    if (this.#open !== undefined) {
      if (endsCode(line, this.#open)) this.#open = undefined;
      return true;
    }
    this.#open = openingMark(line, this.#deepest);
    return this.#open !== undefined;
  }
}

/** A block of a response, by line indexes. */
export interface FencedBlock {
  /** The line of its opening fence, with the fence's mark and info string. */
  readonly opening: number;
  readonly mark: string;
  readonly info: string;
  /** The content: from the line after the opening fence to before that of the closing one. */
  readonly start: number;
  readonly end: number;
}

interface OpenBlock {
  readonly opening: number;
  readonly fence: CodeFence;
  /** Number of open blocks inside it whose end mark would also end it. */
  depth: number;
  /** Whether the last fence inside it opened a block. */
  isInnerOpen: boolean;
}

/** No one writes a longer one, and a line that is still streaming is checked again and again. */
const longestFence = 1_000;

/** The outermost blocks, in order. A fence with a language opens a block, also within one, where a bare one closes it. */
export function findBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenBlock | undefined;
  for (const [at, line] of lines.entries()) {
    const fence = line.length > longestFence ? undefined : readFence(line);
    if (!fence) continue;
    if (!open) open = { opening: at, fence, depth: 0, isInnerOpen: false };
    else if (fence.info === '' && open.depth === 0 && concerns(open, fence)) {
      blocks.push(blockOf(open, at));
      open = undefined;
    } else {
      if (concerns(open, fence)) open.depth += fence.info === '' ? -1 : 1;
      open.isInnerOpen = fence.info !== '' || !open.isInnerOpen;
    }
  }
  if (open) blocks.push(blockOf(open, endOfUnclosed(open, lines)));
  return blocks;
}

/** A more deeply indented fence is part of the code, for example in a comment. */
function concerns({ fence: { mark, indent } }: OpenBlock, fence: CodeFence): boolean {
  return fence.mark[0] === mark[0] && fence.mark.length >= mark.length && fence.indent <= indent;
}

/** Some models close a block with a different fence than they opened it with: one at the very end opens nothing. */
function endOfUnclosed({ isInnerOpen }: OpenBlock, lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return isInnerOpen && readFence(lines[last] ?? '')?.info === '' ? last : lines.length;
}

function blockOf({ opening, fence: { mark, info } }: OpenBlock, end: number): FencedBlock {
  return { opening, mark, info, start: opening + 1, end };
}
