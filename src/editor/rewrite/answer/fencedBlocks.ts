/** A block of an answer, by its lines. */
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

interface Fence {
  readonly mark: string;
  readonly info: string;
  readonly indent: number;
}

type OpenBlock = Pick<FencedBlock, 'opening'> & {
  readonly fence: Fence;
  /** Blocks within it that are open and whose end would end it as well. */
  depth: number;
  inside: number;
  isEven: boolean;
  /** The fence within it that is open. */
  innerOpening: number | undefined;
};

const longestFence = 1_000;

/** The outermost blocks, in order. A fence with a language opens a block, also within one, where a bare one closes it. */
export function findBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenBlock | undefined;
  lines.forEach((line, at) => {
    const fence = readFence(line);
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

/** Read step by step: one pattern for all of it would try every length of the mark. */
export function readFence(line: string): Fence | undefined {
  if (line.length > longestFence) return undefined;
  const text = line.trim();
  const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const info = text.slice(mark.length).trim();
  return info.includes('`') ? undefined : { mark, info, indent: line.length - line.trimStart().length };
}

/** A fence that is indented deeper stands in the code, such as in a comment. */
function concerns({ fence: { mark, indent } }: OpenBlock, fence: Fence): boolean {
  return fence.mark[0] === mark[0] && fence.mark.length >= mark.length && fence.indent <= indent;
}

function closes(open: OpenBlock, fence: Fence): boolean {
  return fence.info === '' && open.depth === 0 && concerns(open, fence);
}

function takeInside(open: OpenBlock, fence: Fence, at: number): void {
  if (concerns(open, fence)) open.depth += fence.info === '' ? -1 : 1;
  open.inside += 1;
  if (open.innerOpening === undefined) open.innerOpening = at;
  else if (fence.info === '') open.innerOpening = undefined;
  else open.isEven = false;
}

/** Some close a block with another fence than they opened it with: one at the very end, which has nothing to open. */
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
