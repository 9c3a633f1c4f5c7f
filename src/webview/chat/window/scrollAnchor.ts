/**
 * What tells how far something went within what is scrolled, in pixels down, since it was looked at. Scrolling is no
 * such way: whatever the person does meanwhile, this is what became longer or shorter above. Undefined when it is gone.
 */
export type Anchor = () => number | undefined;

/** How deep to look for the piece of a turn that is at the top: from the turn to a paragraph of a list, say. */
const maximumDepth = 8;

/**
 * What is at the top of the view, which can be kept there whatever happens above. Where the view has come to room for
 * turns that are not drawn yet, that is the first turn in it: in the room itself, there is nothing that could jump.
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

/** Keeps a piece of a turn; or when that is gone the turn at that place, or the room where it will be. */
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

/** The turn, and the pieces within one another that reach over the top of the view. */
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

/** Where on the screen a place of the conversation is, in whole and broken turns from the first. */
export function findTop(list: Element, place: number): number | undefined {
  for (const row of listRows(list)) {
    const { from, to } = rangeOf(row);
    if (place < from || place >= to) continue;
    const { top, height } = row.getBoundingClientRect();
    return top + (height * (place - from)) / (to - from);
  }
  return undefined;
}

/** Places in the conversation, the last one not included. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** What lies between two heights of the screen. */
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
