import type { ChatFact } from '../../../protocol.ts';
import type { AnswerView, PartView, TurnView } from '../../../protocolViews.ts';

/** A fact about one answer, which names it. */
export type AnswerFact = Extract<ChatFact, { type: 'delta' | 'part' | 'phase' | 'retryWait' | 'end' }>;

/** The turn's answers: its own, and those beside it. */
export function hasAnswer(turn: TurnView, answerId: string): boolean {
  return turn.id === answerId || (turn.compared?.some(({ id }) => id === answerId) ?? false);
}

/** The turn as it is once the fact is true. */
export function applyFact(turn: TurnView, fact: AnswerFact): TurnView {
  const own = turn.id === fact.turnId ? applyToAnswer(turn, fact) : turn;
  if (!own.compared) return own;
  const compared = own.compared.map((answer) =>
    answer.id === fact.turnId ? applyToAnswer(answer, fact) : answer,
  );
  return { ...own, compared };
}

function applyToAnswer<Answer extends AnswerView>(answer: Answer, fact: AnswerFact): Answer {
  const { retryWait: _over, ...rest } = answer;
  switch (fact.type) {
    case 'delta':
      return { ...rest, status: growing(answer), parts: addText(answer.parts, fact) } as Answer;
    case 'part':
      return { ...rest, status: growing(answer), parts: addPart(answer.parts, fact.part) } as Answer;
    case 'phase':
      return { ...answer, phase: fact.phase };
    case 'retryWait':
      return { ...rest, ...(fact.wait && { retryWait: fact.wait }) } as Answer;
    case 'end': {
      const { type: _type, turnId: _turnId, ...end } = fact;
      return { ...rest, ...end } as Answer;
    }
  }
}

/** What comes late does not have an answer run again that is over. */
function growing({ status }: AnswerView): AnswerView['status'] {
  return status === 'waiting' ? 'running' : status;
}

function addText(
  parts: readonly PartView[],
  { kind, text }: Extract<AnswerFact, { type: 'delta' }>,
): PartView[] {
  const last = parts.at(-1);
  if (last?.type === kind) return [...parts.slice(0, -1), { type: kind, text: last.text + text }];
  return [...parts, { type: kind, text }];
}

/** A call that is known already is replaced by what is known now. */
function addPart(parts: readonly PartView[], part: PartView): PartView[] {
  const place =
    part.type === 'tool'
      ? parts.findIndex((known) => known.type === 'tool' && known.call.callId === part.call.callId)
      : -1;
  return place === -1 ? [...parts, part] : parts.with(place, part);
}
