import type { HostMessage } from '../../../protocol/chatPageProtocol.ts';
import type { AnswerView, PartView, TurnsWindow, TurnView } from '../../../protocol/protocolViews.ts';
import { addText, placeOfCall } from '../../../relay/chat/responseParts.ts';

/** The turns that the page has of the conversation, as they are now, by their places in it. Those it lacks, the host has. */
export class TurnCache {
  #total = 0;
  readonly #turns = new Map<number, TurnView>();

  /** How many turns the whole conversation has. */
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

  /** Place of the turn with this response. */
  placeOf(answerId: string): number | undefined {
    for (const [place, turn] of this.#turns) {
      if (answerOf(turn, answerId)) return place;
    }
    return undefined;
  }

  /** Takes this window for all that the page has, but for what is to stay. */
  take({ turns, first, total }: TurnsWindow, stays: (place: number) => boolean = () => false): void {
    const last = first + turns.length;
    for (const place of this.#turns.keys()) {
      const isInside = place >= first && place < last;
      if (place >= total || (!isInside && !stays(place))) this.#turns.delete(place);
    }
    for (const [index, turn] of turns.entries()) this.#set(first + index, turn);
    this.#total = total;
  }

  /** Takes one turn that is new at the end, or more of one that is here. Returns its place, if the page has it now. */
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

  /** Something happened to a response. Returns its turn as it was and as it is now, where the page has it. */
  note(message: AnswerMessage): { place: number; before: TurnView; after: TurnView } | undefined {
    const place = this.placeOf(message.turnId);
    const before = place === undefined ? undefined : this.#turns.get(place);
    if (place === undefined || !before) return undefined;
    const after = applyTurnUpdate(before, message);
    this.#turns.set(place, after);
    return { place, before, after };
  }

  /** Forgets turns far from what is looked at: the host has them. */
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

/** Whether two values of the protocol say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const entries = Object.entries(one).filter(([, value]) => value !== undefined);
  const others = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)));
}

/** A message about one answer, which names it. */
export type AnswerMessage = Extract<HostMessage, { type: 'delta' | 'part' | 'phase' | 'retryWait' | 'end' }>;

/** One of the turn's responses, as it is shown: of those side by side, or its own. */
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

/** What comes late does not have a response run again that is over. */
function growing({ status }: AnswerView): AnswerView['status'] {
  return status === 'waiting' ? 'running' : status;
}

/** The parts with more text at the end, or with a part that is whole, or with what is known now of a call that is there. */
function addPart(parts: readonly PartView[], part: PartView): PartView[] {
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

/** Id of a turn's prompt, which stays the same for other responses, so that an unsaved edit stays too. */
export function questionOf({ promptId, id }: TurnView): string {
  return promptId ?? id;
}
