import type { HostMessage } from '../../../protocol/chatPageProtocol.ts';
import type { AnswerView, PartView, TurnView } from '../../../protocol/protocolViews.ts';
import { addText, placeOfCall } from '../../../relay/chat/responseParts.ts';

/** A fact about one response, which names it. */
export type AnswerFact = Extract<HostMessage, { type: 'delta' | 'part' | 'phase' | 'retryWait' | 'end' }>;

/** One of the turn's responses, as it is shown: of those side by side, or its own. */
export function answerOf(turn: TurnView, answerId: string): AnswerView | undefined {
  return [...(turn.compared ?? []), turn].find(({ id }) => id === answerId);
}

/** The turn as it is once the fact is true. */
export function applyTurnUpdate(turn: TurnView, fact: AnswerFact): TurnView {
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
      return {
        ...rest,
        status: growing(answer),
        parts: addPart(answer.parts, { type: fact.kind, text: fact.text }),
      } as Answer;
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
