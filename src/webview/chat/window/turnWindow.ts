import type { TurnsWindow, TurnView } from '../../../protocol/protocolViews.ts';
import { findBetween, type Places } from './scrollAnchor.ts';
import { TurnCache } from './turnCache.ts';
import { layRows, type Row } from './turnRows.ts';

/** Minimum number of rendered turns. */
const fewestTurns = 4;

/** Distances above and below the view, in pixels: turns must be rendered, are rendered on an update, and may stay. */
const margins = { least: 400, drawn: 800, most: 1_600 };

/** Relative error that is allowed for the gap above. */
const tolerance = 0.5;

/** With more turns than this, those far from the view are dropped. */
const mostHeld = 100;

/** Number of turns per request. */
const windowLength = 40;

/** Number of turns to have in advance beyond the rendered ones. */
const lead = 6;

/** A host that has not responded after this time will not: it was restarted in the meantime. */
const patienceMs = 3_000;

/** A request to the host for missing turns. */
interface Request {
  readonly first: number;
  readonly count: number;
  readonly total: number;
  readonly atMs: number;
}

/** Decides which turns of the conversation the page has, and which of those it renders. */
export class TurnWindow {
  readonly held = new TurnCache();
  readonly heights = new TurnHeights();
  readonly #request: (first: number, count: number) => void;
  /** One window is requested at a time. */
  #pending: Request | undefined;
  /** The last answered request: repeating it would give the same result. */
  #answered: Request | undefined;
  #range: Places = { from: 0, to: 0 };
  #drawn: ReadonlySet<number> = new Set();
  #prompts: readonly string[] = [];

  constructor(request: (first: number, count: number) => void) {
    this.#request = request;
  }

  get total(): number {
    return this.held.total;
  }

  /** The last known prompts at the end of the conversation, oldest first. */
  get prompts(): readonly string[] {
    return this.#prompts;
  }

  /** Starts over, at the end. */
  begin(window: TurnsWindow): void {
    this.held.take(window);
    this.heights.forget();
    this.#pending = undefined;
    this.#answered = undefined;
    this.#drawn = new Set();
    this.#notePrompts();
    this.showEnd();
  }

  /** Whether this window was requested, and is not an update from another branch. */
  isAwaited({ first, total }: TurnsWindow): boolean {
    return this.#pending?.first === first && this.#pending.total === total;
  }

  /** Takes a requested window, or another branch. */
  take(window: TurnsWindow, pinned: ReadonlySet<number>): void {
    const isAnswer = this.isAwaited(window);
    this.#answered = isAnswer ? this.#pending : undefined;
    this.#pending = undefined;
    this.held.take(window, isAnswer ? (place) => pinned.has(place) || isIn(this.#range, place) : undefined);
    const to = Math.min(this.#range.to, window.total);
    this.#range = widen({ from: Math.min(this.#range.from, to), to }, window.total);
    this.#notePrompts();
  }

  /** Adds a new last turn, or updates a known one. */
  takeTurn(turn: TurnView, total: number, isFollowing: boolean): void {
    const wasAtEnd = this.#range.to === this.total;
    const place = this.held.takeTurn(turn, total);
    this.#notePrompts();
    if (wasAtEnd && (isFollowing || place === total - 1)) this.#range = { ...this.#range, to: total };
    if (this.held.places.length <= mostHeld) return;
    const { from, to } = this.#range;
    this.held.forget((at) => this.#drawn.has(at) || (at >= from - mostHeld / 2 && at < to + mostHeld / 2));
  }

  /** Renders the end of the conversation, as far as the page has it. */
  showEnd(): void {
    this.show({ from: this.total - 1, to: this.total });
  }

  show({ from, to }: Places): void {
    this.#range = widen({ from: Math.max(0, from), to: Math.min(this.total, to) }, this.total);
  }

  /** Selects the turns near the view for rendering. Returns whether the range changed. */
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

  /** Sets the height of the gaps for turns that are not rendered. */
  sizeGaps(list: Element): void {
    for (const { gap, height } of this.#listGaps(list)) {
      // Not as a style attribute: the page's content security policy forbids those.
      gap.style.height = `${height}px`;
    }
  }

  /**
   * Corrects the gap above by a shift, when turns rendered from it are taller or shorter than estimated. Returns false
   * if the gap would then be too far from its estimated height.
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

  /** Requests missing turns in or near the view. */
  ask(): void {
    const { total } = this;
    const { from, to } = this.#range;
    const atMs = performance.now();
    if (total === 0 || (this.#pending && atMs - this.#pending.atMs < patienceMs)) return;
    const start = Math.max(0, from - lead);
    const wanted = Array.from({ length: Math.min(total, to + lead) - start }, (_, at) => start + at);
    if (wanted.every((place) => this.held.has(place))) return;
    const most = Math.max(windowLength, to - from + 2 * lead);
    const first = Math.max(0, Math.min(Math.floor((from + to) / 2) - Math.floor(most / 2), total - most));
    const count = Math.min(most, total);
    const before = this.#answered;
    if (before?.first === first && before.count === count && before.total === total) return;
    this.#pending = { first, count, total, atMs };
    this.#request(first, count);
  }

  /** The rows that the page must show now. */
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

/** Extends the range to the minimum number of turns. */
function widen({ from, to }: Places, total: number): Places {
  const start = Math.max(0, Math.min(from, to - fewestTurns));
  return { from: start, to: Math.min(total, Math.max(to, start + fewestTurns)) };
}

/** Height of a turn until one was measured. */
const firstGuess = 240;

/** The measured heights of turns; the others are estimated by the average. */
export class TurnHeights {
  readonly #known = new Map<number, number>();
  #sum = 0;
  #guess = firstGuess;

  /** Whether any turn was measured. */
  get isKnown(): boolean {
    return this.#known.size > 0;
  }

  note(place: number, height: number): void {
    this.#sum += height - (this.#known.get(place) ?? 0);
    this.#known.set(place, height);
  }

  /** Height of all turns from one index to before another. */
  between(from: number, to: number): number {
    let [sum, count] = [0, 0];
    for (const [place, height] of this.#known) {
      if (place < from || place >= to) continue;
      sum += height;
      count += 1;
    }
    return Math.round(sum + (to - from - count) * this.#average);
  }

  /** Drops the measurements, for example after the width changed; their average is still the best guess. */
  forget(): void {
    this.#guess = this.#average;
    this.#known.clear();
    this.#sum = 0;
  }

  get #average(): number {
    return this.#known.size === 0 ? this.#guess : this.#sum / this.#known.size;
  }
}

/** Maximum number of turns kept for a selection that spans them; with more, only those at its ends stay. */
const maximumSelected = 60;

/** The turns that must stay rendered wherever the page is scrolled to: the person is working in them. */
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
