import type { HostMessage } from '../../../protocol/chatPageProtocol.ts';
import type { AnswerView, PartView, TurnsWindow, TurnView } from '../../../protocol/protocolViews.ts';
import { addText, placeOfCall } from '../../../relay/chat/responseParts.ts';

/** The current state of the turns that the page has, by their index in the conversation. The host has the others. */
export class TurnCache {
  #total = 0;
  readonly #turns = new Map<number, TurnView>();

  /** Number of turns in the whole conversation. */
  get total(): number {
    return this.#total;
  }

  get places(): number[] {
    return [...this.#turns.keys()].sort((one, other) => one - other);
  }

  has(place: number): boolean {
    return this.#turns.has(place);
  }

  get(place: number): TurnView | undefined {
    return this.#turns.get(place);
  }

  /** Index of the turn with this response. */
  placeOf(answerId: string): number | undefined {
    for (const [place, turn] of this.#turns) {
      if (answerOf(turn, answerId)) return place;
    }
    return undefined;
  }

  /** Replaces the page's turns with this window, except those that stay. */
  take({ turns, first, total }: TurnsWindow, stays: (place: number) => boolean = () => false): void {
    const last = first + turns.length;
    for (const place of this.#turns.keys()) {
      const isInside = place >= first && place < last;
      if (place >= total || (!isInside && !stays(place))) this.#turns.delete(place);
    }
    for (const [index, turn] of turns.entries()) this.#set(first + index, turn);
    this.#total = total;
  }

  /** Adds a new last turn, or updates a known one. Returns its index, if the page has it now. */
  takeTurn(turn: TurnView, total: number): number | undefined {
    const known = this.placeOf(turn.id);
    const isNew = known === undefined && total > this.#total;
    const isNextToLast = total === 1 || this.#turns.has(total - 2);
    this.#total = total;
    if (known === undefined && !(isNew && isNextToLast)) return undefined;
    const place = known ?? total - 1;
    this.#set(place, turn);
    return place;
  }

  /** Applies a message about a response. Returns its turn, if the page has it. */
  note(message: AnswerMessage): { place: number; turn: TurnView } | undefined {
    for (const [place, before] of this.#turns) {
      if (!answerOf(before, message.turnId)) continue;
      const turn = applyTurnUpdate(before, message);
      this.#turns.set(place, turn);
      return { place, turn };
    }
    return undefined;
  }

  /** Forgets turns far from the view: the host has them. */
  forget(isNeeded: (place: number) => boolean): void {
    for (const place of this.#turns.keys()) {
      if (!isNeeded(place)) this.#turns.delete(place);
    }
  }

  #set(place: number, turn: TurnView): void {
    // Keeping the same object avoids rendering the turn again, which may be long.
    if (!isSame(this.#turns.get(place), turn)) this.#turns.set(place, turn);
  }
}

/** Whether two values of the protocol are deeply equal; undefined properties don't count. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const entries = Object.entries(one).filter(([, value]) => value !== undefined);
  const others = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)));
}

/** A message about one response. */
export type AnswerMessage = Extract<HostMessage, { type: 'delta' | 'part' | 'phase' | 'retryWait' | 'end' }>;

/** A response of the turn: one of the compared ones, or its own. */
export function answerOf(turn: TurnView, answerId: string): AnswerView | undefined {
  return [...(turn.compared ?? []), turn].find(({ id }) => id === answerId);
}

/** The turn as it is after the message. */
export function applyTurnUpdate(turn: TurnView, message: AnswerMessage): TurnView {
  const own = turn.id === message.turnId ? applyToAnswer(turn, message) : turn;
  if (!own.compared) return own;
  const compared = own.compared.map((answer) =>
    answer.id === message.turnId ? applyToAnswer(answer, message) : answer,
  );
  return { ...own, compared };
}

function applyToAnswer<Answer extends AnswerView>(answer: Answer, message: AnswerMessage): Answer {
  const { retryWait: _over, ...rest } = answer;
  switch (message.type) {
    case 'delta':
      return {
        ...rest,
        status: growing(answer),
        parts: addPart(answer.parts, { type: message.kind, text: message.text }),
      } as Answer;
    case 'part':
      return { ...rest, status: growing(answer), parts: addPart(answer.parts, message.part) } as Answer;
    case 'phase':
      return { ...answer, phase: message.phase };
    case 'retryWait':
      return { ...rest, ...(message.wait && { retryWait: message.wait }) } as Answer;
    case 'end': {
      const { type: _type, turnId: _turnId, ...end } = message;
      return { ...rest, ...end } as Answer;
    }
  }
}

/** Late data must not restart a response that has ended. */
function growing({ status }: AnswerView): AnswerView['status'] {
  return status === 'waiting' ? 'running' : status;
}

/** The parts with text appended, with a complete part added, or with a tool call updated. */
function addPart(parts: readonly PartView[], part: PartView): readonly PartView[] {
  const changed = [...parts];
  if (part.type === 'text' || part.type === 'thinking') {
    if (part.text !== '') addText(changed, part.type, part.text);
  } else {
    const place = part.type === 'tool' ? placeOfCall(changed, part.call) : -1;
    if (place === -1) changed.push(part);
    else changed[place] = part;
  }
  return changed;
}
