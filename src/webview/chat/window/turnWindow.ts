import type { TurnsWindow, TurnView } from '../../../protocol/protocolViews.ts';
import { findBetween, type Places } from './scrollAnchor.ts';
import { TurnCache } from './turnCache.ts';
import { layRows, type Row } from './turnRows.ts';

/** As many turns are drawn at least. */
const fewestTurns = 4;

/** How far above and below the view turns must be drawn, are drawn when it comes to that, and may stay; in pixels. */
const margins = { least: 400, drawn: 800, most: 1_600 };

/** By what part of itself the room above may be off. */
const tolerance = 0.5;

/** Of more turns than this, those far from what is looked at are given up. */
const mostHeld = 100;

/** Which turns of the conversation the page has, and which of those it draws. */
export class TurnWindow {
  readonly held = new TurnCache();
  readonly heights = new TurnHeights();
  readonly #request: WindowRequest;
  #range: Places = { from: 0, to: 0 };
  #drawn: ReadonlySet<number> = new Set();
  #prompts: readonly string[] = [];

  constructor(ask: (first: number, count: number) => void) {
    this.#request = new WindowRequest(ask);
  }

  get total(): number {
    return this.held.total;
  }

  /** The prompts of the end of the conversation, as the page had it last; oldest first. */
  get prompts(): readonly string[] {
    return this.#prompts;
  }

  /** Begins anew, at the end. */
  begin(window: TurnsWindow): void {
    this.held.take(window);
    this.heights.forget();
    this.#request.forget();
    this.#drawn = new Set();
    this.#notePrompts();
    this.showEnd();
  }

  /** Whether this is what was asked for, and not news of another branch. */
  isAwaited(window: TurnsWindow): boolean {
    return this.#request.isAwaited(window);
  }

  /** Takes what was asked for, or another branch. */
  take(window: TurnsWindow, pinned: ReadonlySet<number>): void {
    const isAnswer = this.isAwaited(window);
    this.#request.take(window);
    this.held.take(window, isAnswer ? (place) => pinned.has(place) || isIn(this.#range, place) : undefined);
    const to = Math.min(this.#range.to, window.total);
    this.#range = widen({ from: Math.min(this.#range.from, to), to }, window.total);
    this.#notePrompts();
  }

  /** Takes a turn that is new at the end, or more of one. */
  takeTurn(turn: TurnView, total: number, isFollowing: boolean): void {
    const wasAtEnd = this.#range.to === this.total;
    const place = this.held.takeTurn(turn, total);
    this.#notePrompts();
    if (wasAtEnd && (isFollowing || place === total - 1)) this.#range = { ...this.#range, to: total };
    if (this.held.places.length <= mostHeld) return;
    const { from, to } = this.#range;
    this.held.forget((at) => this.#drawn.has(at) || (at >= from - mostHeld / 2 && at < to + mostHeld / 2));
  }

  /** Draws the end of the conversation, as far as it is here. */
  showEnd(): void {
    this.show({ from: this.total - 1, to: this.total });
  }

  show({ from, to }: Places): void {
    this.#range = widen({ from: Math.max(0, from), to: Math.min(this.total, to) }, this.total);
  }

  /** Draws what is near to what is seen; true when that is another part than before. */
  fit(scroller: Element, list: Element): boolean {
    if (this.total === 0) return false;
    const { top, bottom } = scroller.getBoundingClientRect();
    const around = (margin: number) => findBetween(list, top - margin, bottom + margin);
    const least = around(margins.least);
    const most = around(margins.most);
    if (!least || !most) return false;
    const { from, to } = this.#range;
    const isEnough = from <= least.from && to >= least.to;
    const isTooMuch = to - from > fewestTurns && (from < most.from || to > most.to);
    if (isEnough && !isTooMuch) return false;
    this.#range = widen(around(margins.drawn) ?? least, this.total);
    return this.#range.from !== from || this.#range.to !== to;
  }

  /** Gives the turns that are not drawn the room that they would take. */
  sizeGaps(list: Element): void {
    for (const { gap, height } of this.#listGaps(list)) {
      // Not as a style attribute: the page's content security policy forbids those.
      gap.style.height = `${height}px`;
    }
  }

  /**
   * Takes away from the room above what turns that came out of it are taller than was thought, or adds to it. Not
   * where the room would then be far from what it stands for.
   */
  absorb(list: Element, shift: number): boolean {
    const [first] = this.#listGaps(list);
    if (!first || first.gap.previousElementSibling) return false;
    const height = first.gap.getBoundingClientRect().height - shift;
    if (Math.abs(height - first.height) > first.height * tolerance) return false;
    first.gap.style.height = `${height}px`;
    return true;
  }

  #listGaps(list: Element): { gap: HTMLElement; height: number }[] {
    return [...list.querySelectorAll<HTMLElement>(':scope > .gap')].map((gap) => {
      const { from, to } = gap.dataset;
      return { gap, height: this.heights.between(Number(from), Number(to)) };
    });
  }

  /** Asks for turns that are looked at or soon will be, and that the page lacks. */
  ask(): void {
    if (this.total > 0) this.#request.ask(this.#range, this.total, (place) => this.held.has(place));
  }

  /** What the page is to show now. */
  lay(pinned: ReadonlySet<number>): Row[] {
    const places = this.held.places.filter((place) => isIn(this.#range, place) || pinned.has(place));
    this.#drawn = new Set(places);
    return layRows(
      places.flatMap((place) => {
        const turn = this.held.get(place);
        return turn ? [{ place, turn }] : [];
      }),
      this.total,
    );
  }

  #notePrompts(): void {
    const { held } = this;
    if (this.total > 0 && !held.has(this.total - 1)) return;
    this.#prompts = held.places.flatMap((place) => {
      const turn = held.get(place);
      return turn && !turn.isContinuation && !turn.isCompaction ? [turn.prompt] : [];
    });
  }
}

function isIn({ from, to }: Places, place: number): boolean {
  return place >= from && place < to;
}

/** The range with the fewest turns that are worth drawing. */
function widen({ from, to }: Places, total: number): Places {
  const start = Math.max(0, Math.min(from, to - fewestTurns));
  return { from: start, to: Math.min(total, Math.max(to, start + fewestTurns)) };
}

/** Until one turn was measured. */
const firstGuess = 240;

/** How tall the turns are, as far as they were on the screen; the others are taken for average. */
export class TurnHeights {
  readonly #known = new Map<number, number>();
  #sum = 0;
  #guess = firstGuess;

  /** Whether there is more than a guess. */
  get isKnown(): boolean {
    return this.#known.size > 0;
  }

  note(place: number, height: number): void {
    this.#sum += height - (this.#known.get(place) ?? 0);
    this.#known.set(place, height);
  }

  /** Height of all turns from one place up to another, that one not included. */
  between(from: number, to: number): number {
    let [sum, count] = [0, 0];
    for (const [place, height] of this.#known) {
      if (place < from || place >= to) continue;
      sum += height;
      count += 1;
    }
    return Math.round(sum + (to - from - count) * this.#average);
  }

  /** What was measured no longer holds, as after the view became wider; on average it is still the best guess. */
  forget(): void {
    this.#guess = this.#average;
    this.#known.clear();
    this.#sum = 0;
  }

  get #average(): number {
    return this.#known.size === 0 ? this.#guess : this.#sum / this.#known.size;
  }
}

/** How many turns to ask for at once. */
const windowLength = 40;

/** How many turns beyond those that are drawn should be there already. */
const lead = 6;

/** A host that has not answered by then will not: it was started anew meanwhile. */
const patienceMs = 3_000;

interface Request {
  readonly first: number;
  readonly count: number;
  readonly total: number;
}

/** Asks the host for the turns that the page lacks, one window after the other. */
class WindowRequest {
  readonly #ask: (first: number, count: number) => void;
  #pending: (Request & { readonly atMs: number }) | undefined;
  /** What was answered last: asked again, it would be answered the same. */
  #answered: Request | undefined;

  constructor(ask: (first: number, count: number) => void) {
    this.#ask = ask;
  }

  /** To be called with what is drawn, or to be drawn. */
  ask({ from, to }: Places, total: number, has: (place: number) => boolean): void {
    if (this.#pending && performance.now() - this.#pending.atMs < patienceMs) return;
    const start = Math.max(0, from - lead);
    const wanted = Array.from({ length: Math.min(total, to + lead) - start }, (_, at) => start + at);
    if (wanted.every(has)) return;
    const count = Math.max(windowLength, to - from + 2 * lead);
    const middle = Math.floor((from + to) / 2);
    const first = Math.max(0, Math.min(middle - Math.floor(count / 2), total - count));
    const request = { first, count: Math.min(count, total), total };
    const isAnswered = this.#answered?.first === first && this.#answered.total === total;
    if (isAnswered && this.#answered?.count === request.count) return;
    this.#pending = { ...request, atMs: performance.now() };
    this.#ask(request.first, request.count);
  }

  /** Whether this window is what was asked for, and not news of another branch. */
  isAwaited({ first, total }: TurnsWindow): boolean {
    return this.#pending?.first === first && this.#pending.total === total;
  }

  take(window: TurnsWindow): void {
    this.#answered = this.isAwaited(window) ? this.#pending : undefined;
    this.#pending = undefined;
  }

  /** What was asked for is no longer of use. */
  forget(): void {
    this.#pending = undefined;
    this.#answered = undefined;
  }
}

/** So many turns may stay because what is selected reaches over them; of more, only those where it begins and ends. */
const maximumSelected = 60;

/** Which of the turns must stay in the page wherever it is scrolled to: the person is at work in them. */
export function findPinned(turns: readonly HTMLElement[]): HTMLElement[] {
  const selected = findSelected(turns);
  return turns.filter(
    (turn) =>
      turn.contains(document.activeElement) || selected.has(turn) || turn.querySelector('textarea') !== null,
  );
}

function findSelected(turns: readonly HTMLElement[]): ReadonlySet<HTMLElement> {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return new Set();
  const touched = turns.filter((turn) => selection.containsNode(turn, true));
  if (touched.length <= maximumSelected) return new Set(touched);
  const ends = [selection.anchorNode, selection.focusNode];
  return new Set(touched.filter((turn) => ends.some((end) => turn.contains(end))));
}
