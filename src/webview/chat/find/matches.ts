/** Elements whose text is searched: prompts and responses, not labels or folded parts. */
const texts = '.prompt-text, .markdown';
const leftOut = '.thinking, .tool-call, .code-header, button, .visually-hidden, [aria-hidden="true"]';

/** Elements that end a run of text. */
const blocks =
  'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote, div, dt, dd, summary, section, figure';

interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** All ranges of a turn with this text, ignoring case and inline formatting. */
export function findMatches(turn: Element, wanted: string): Range[] {
  const folded = fold(wanted);
  if (folded === '') return [];
  return [...turn.querySelectorAll(texts)]
    .filter((root) => root.closest(leftOut) === null)
    .flatMap((root) => findIn(root, folded));
}

function findIn(root: Element, wanted: string): Range[] {
  const { text, pieces } = collect(root);
  const folded = fold(text);
  const ranges: Range[] = [];
  let piece = 0;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    piece = lastBegun(pieces, at, piece);
    const last = lastBegun(pieces, at + wanted.length - 1, piece);
    const [from, to] = [pieces[piece], pieces[last]];
    if (!from || !to) continue;
    const range = new Range();
    range.setStart(from.node, at - from.start);
    range.setEnd(to.node, at + wanted.length - to.start);
    ranges.push(range);
  }
  return ranges;
}

/** The visible text, and the nodes of its parts. */
function collect(root: Element): { text: string; pieces: Piece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(leftOut) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Piece[] = [];
  let text = '';
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) text += '\n';
    if (!(node instanceof Text)) continue;
    const around = node.parentElement?.closest(blocks);
    if (block !== undefined && around !== block) text += '\n';
    block = around;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  return { text, pieces };
}

/** Place of the last piece that begins at this point of the text or before; at least `from`. */
function lastBegun(pieces: readonly Piece[], at: number, from: number): number {
  let place = from;
  while ((pieces[place + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) place += 1;
  return place;
}

/** The same length as before, which a few letters would not keep when they become small ones. */
function fold(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from({ length: text.length }, (_, at) => {
    const letter = text.charAt(at).toLowerCase();
    return letter.length === 1 ? letter : text.charAt(at);
  }).join('');
}
