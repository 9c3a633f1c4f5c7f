import type { FoundView } from '../../../protocol/protocolViews.ts';
import { firstFitting } from '../../../text/firstFitting.ts';

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
  const pieceAt = (offset: number) => pieces[firstFitting(pieces, ({ start }) => start > offset) - 1];
  const ranges: Range[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const [from, to] = [pieceAt(at), pieceAt(at + wanted.length - 1)];
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

/** Lowercases a text without changing its length: a few letters that would change it stay. */
function fold(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from({ length: text.length }, (_, at) => {
    const letter = text.charAt(at).toLowerCase();
    return letter.length === 1 ? letter : text.charAt(at);
  }).join('');
}

/** The position of a match: the index of the turn, and that of the match in the turn. */
interface Match {
  readonly turnId: string;
  readonly place: number;
  readonly within: number;
}

/**
 * Steps through all matches. The host counts matches in the Markdown source, the page in the rendered turns: counts are
 * corrected on the way, and matches that don't exist in the rendered text are skipped.
 */
export class FindWalk {
  #found: FoundView[] = [];
  #current: Match | undefined;

  get current(): Match | undefined {
    return this.#current;
  }

  get total(): number {
    return this.#found.reduce((sum, { count }) => sum + count, 0);
  }

  /** Number of the current match, from one; 0 if there is none. */
  get number(): number {
    const current = this.#current;
    if (!current) return 0;
    const before = this.#found.filter(({ place }) => place < current.place);
    return before.reduce((sum, { count }) => sum + count, 0) + current.within + 1;
  }

  /** Takes the host's results. The current match stays if it still exists; else, it is the next one from `place` on. */
  take(found: readonly FoundView[], place: number): void {
    this.#found = found.filter(({ count }) => count > 0).sort((one, other) => one.place - other.place);
    const same = this.#found.find(({ turnId }) => turnId === this.#current?.turnId);
    if (same && this.#current) {
      this.#current = { ...same, within: Math.min(this.#current.within, same.count - 1) };
      return;
    }
    this.#goTo(this.#found.find((turn) => turn.place >= place) ?? this.#found[0], 1);
  }

  clear(): void {
    this.#found = [];
    this.#current = undefined;
  }

  /** Goes to the next or previous match, and wraps around. */
  step(step: -1 | 1): void {
    const current = this.#current;
    if (!current) return;
    const at = this.#found.findIndex(({ place }) => place === current.place);
    const within = current.within + step;
    if (within >= 0 && within < (this.#found[at]?.count ?? 0)) this.#current = { ...current, within };
    else this.#goTo(this.#found.at((at + step) % this.#found.length), step);
  }

  /** Corrects the number of matches of a rendered turn. If there are none, moves to the match before or after. */
  count(turnId: string, place: number, count: number, step: -1 | 1): void {
    const at = this.#found.findIndex((turn) => turn.turnId === turnId);
    const isCurrent = this.#current?.turnId === turnId;
    if (count > 0) {
      const turn = { turnId, place, count };
      if (at === -1) this.#found = [...this.#found, turn].sort((one, other) => one.place - other.place);
      else this.#found[at] = turn;
      if (isCurrent && this.#current && this.#current.within >= count) {
        this.#current = { ...this.#current, within: count - 1 };
      }
      if (!this.#current) this.#goTo(turn, 1);
    } else if (at !== -1) {
      const next = this.#found.length === 1 ? undefined : this.#found.at((at + step) % this.#found.length);
      this.#found.splice(at, 1);
      if (isCurrent) this.#goTo(next, step);
    }
  }

  #goTo(turn: FoundView | undefined, step: -1 | 1): void {
    this.#current = turn && { ...turn, within: step === 1 ? 0 : turn.count - 1 };
  }
}
