import type { TurnsWindow, TurnView } from '../../../protocolViews.ts';
import { type AnswerFact, applyFact, hasAnswer } from './turnFacts.ts';

interface Held {
  /** As the turn's element got it: it is told by facts what happens after that. */
  given: TurnView;
  /** As it is now. */
  current: TurnView;
}

/** The turns that the page has of the conversation, by their places in it. Those it lacks, the host has. */
export class HeldTurns {
  #total = 0;
  readonly #held = new Map<number, Held>();

  /** How many turns the whole conversation has. */
  get total(): number {
    return this.#total;
  }

  get places(): number[] {
    return [...this.#held.keys()].sort((one, other) => one - other);
  }

  has(place: number): boolean {
    return this.#held.has(place);
  }

  /** The turn as its element got it. */
  given(place: number): TurnView | undefined {
    return this.#held.get(place)?.given;
  }

  current(place: number): TurnView | undefined {
    return this.#held.get(place)?.current;
  }

  /** Place of the turn with this answer. */
  placeOf(answerId: string): number | undefined {
    for (const [place, { current }] of this.#held) {
      if (hasAnswer(current, answerId)) return place;
    }
    return undefined;
  }

  /** Takes this window for all that the page has, but for what is to stay. */
  take({ turns, first, total }: TurnsWindow, stays: (place: number) => boolean = () => false): void {
    const last = first + turns.length;
    for (const place of this.#held.keys()) {
      const isInside = place >= first && place < last;
      if (place >= total || (!isInside && !stays(place))) this.#held.delete(place);
    }
    for (const [index, turn] of turns.entries()) this.#set(first + index, turn);
    this.#total = total;
  }

  /** Takes one turn that is new at the end, or more of one that is here. Returns its place, if the page has it now. */
  takeTurn(turn: TurnView, total: number): number | undefined {
    const known = this.placeOf(turn.id);
    const isNew = known === undefined && total > this.#total;
    const isNextToLast = total === 1 || this.#held.has(total - 2);
    this.#total = total;
    if (known === undefined && !(isNew && isNextToLast)) return undefined;
    const place = known ?? total - 1;
    this.#set(place, turn);
    return place;
  }

  note(fact: AnswerFact): void {
    const place = this.placeOf(fact.turnId);
    const held = place === undefined ? undefined : this.#held.get(place);
    if (held) held.current = applyFact(held.current, fact);
  }

  /** Those that no element shows are given as they are now when one does. */
  settle(isShown: (place: number) => boolean): void {
    for (const [place, held] of this.#held) {
      if (!isShown(place)) held.given = held.current;
    }
  }

  /** Forgets turns far from what is looked at: the host has them. */
  forget(isNeeded: (place: number) => boolean): void {
    for (const place of this.#held.keys()) {
      if (!isNeeded(place)) this.#held.delete(place);
    }
  }

  #set(place: number, turn: TurnView): void {
    const held = this.#held.get(place);
    // The same object again lets the element alone, which may be many and long.
    if (!held || !isSame(held.current, turn)) this.#held.set(place, { given: turn, current: turn });
  }
}

/** Whether two values of the protocol say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const entries = Object.entries(one).filter(([, value]) => value !== undefined);
  const others = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)));
}
