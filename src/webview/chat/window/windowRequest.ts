import type { TurnsWindow } from '../../../protocol/protocolViews.ts';
import type { Places } from './scrollAnchor.ts';

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
export class WindowRequest {
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
    const isMissing = isAnyMissing(Math.max(0, from - lead), Math.min(total, to + lead), has);
    if (!isMissing) return;
    const count = Math.max(windowLength, to - from + 2 * lead);
    const middle = Math.floor((from + to) / 2);
    const first = Math.max(0, Math.min(middle - Math.floor(count / 2), total - count));
    const request = { first, count: Math.min(count, total), total };
    if (this.#answered && isEqual(request, this.#answered)) return;
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

function isAnyMissing(from: number, to: number, has: (place: number) => boolean): boolean {
  for (let place = from; place < to; place += 1) {
    if (!has(place)) return true;
  }
  return false;
}

function isEqual(one: Request, other: Request): boolean {
  return one.first === other.first && one.count === other.count && one.total === other.total;
}
