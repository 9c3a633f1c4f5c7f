/**
 * Returns how far the anchored content has moved down within the scrolled content, in pixels, since the anchor was set.
 * Scrolling does not count, only content above that became longer or shorter. Undefined if the content is gone.
 */
export type Anchor = () => number | undefined;

/** How deep to search for the element at the top of the view: for example, from the turn to a paragraph in a list. */
const maximumDepth = 8;

/**
 * An anchor for the content at the top of the view, to keep it there whatever changes above. If the view begins in a
 * gap for turns that are not drawn yet, anchors the first turn in view: in the gap itself, nothing could jump.
 */
export function findAnchor(scroller: Element, list: Element): Anchor | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  const rows = listRows(list).filter((element) => {
    const bounds = element.getBoundingClientRect();
    return bounds.bottom > top + 1 && bounds.top < bottom;
  });
  const turn = rows.find(isTurn);
  if (turn) return anchorAt(scroller, list, rangeOf(turn).from, findPieces(turn, top));
  const [row] = rows;
  if (!row) return undefined;
  const bounds = row.getBoundingClientRect();
  const { from, to } = rangeOf(row);
  const share = Math.max(0, (top - bounds.top) / Math.max(1, bounds.height)) * (to - from);
  return anchorAt(scroller, list, from + share, []);
}

/** Anchors an element of a turn; if it is gone, the turn at that position, or the gap where it will be. */
function anchorAt(scroller: Element, list: Element, place: number, pieces: readonly Piece[]): Anchor {
  const before = scroller.scrollTop;
  const topBefore = findTop(list, place);
  return () => {
    const scrolled = scroller.scrollTop - before;
    const piece = pieces.findLast(
      ({ element }) => element.isConnected && element.getClientRects().length > 0,
    );
    if (piece) return piece.element.getBoundingClientRect().top - piece.top + scrolled;
    const top = findTop(list, place);
    return top === undefined || topBefore === undefined ? undefined : top - topBefore + scrolled;
  };
}

interface Piece {
  readonly element: Element;
  readonly top: number;
}

/** The turn, and the nested elements that cross the top of the view. */
function findPieces(turn: Element, top: number): Piece[] {
  const pieces: Piece[] = [];
  let element: Element | undefined = turn;
  while (element && pieces.length < maximumDepth) {
    const bounds: DOMRect = element.getBoundingClientRect();
    pieces.push({ element, top: bounds.top });
    // The element begins within the view, so nothing above the view is part of it.
    if (bounds.top >= top) break;
    element = [...element.children].find((child) => {
      const { bottom, height } = child.getBoundingClientRect();
      // Absolute and sticky elements may not move with the content around them.
      return height > 0 && bottom > top + 1 && /static|relative/.test(getComputedStyle(child).position);
    });
  }
  return pieces;
}

/** Screen position of a fractional turn index. */
export function findTop(list: Element, place: number): number | undefined {
  for (const row of listRows(list)) {
    const { from, to } = rangeOf(row);
    if (place < from || place >= to) continue;
    const { top, height } = row.getBoundingClientRect();
    return top + (height * (place - from)) / (to - from);
  }
  return undefined;
}

/** A range of turn indexes, without its end. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** The turns between two vertical positions on the screen. */
export function findBetween(list: Element, top: number, bottom: number): Places | undefined {
  let [first, last]: (number | undefined)[] = [];
  for (const row of listRows(list)) {
    const bounds = row.getBoundingClientRect();
    if (bounds.bottom < top || bounds.top > bottom) continue;
    const { from, to } = rangeOf(row);
    const share = (height: number) => ((height - bounds.top) / Math.max(1, bounds.height)) * (to - from);
    first ??= from + Math.max(0, Math.floor(share(Math.max(top, bounds.top))));
    last = Math.min(to, from + Math.ceil(share(Math.min(bottom, bounds.bottom))));
  }
  return first === undefined || last === undefined
    ? undefined
    : { from: first, to: Math.max(last, first + 1) };
}

function listRows(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-place], :scope > [data-from]')];
}

function isTurn({ dataset }: HTMLElement): boolean {
  return dataset['place'] !== undefined;
}

function rangeOf({ dataset: { place, from, to } }: HTMLElement): Places {
  return place === undefined
    ? { from: Number(from), to: Number(to) }
    : { from: Number(place), to: Number(place) + 1 };
}
