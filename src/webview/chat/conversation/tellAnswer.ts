import type { ChatAnswer } from '../turn/answer.ts';
import type { AnswerFact } from './window/turnFacts.ts';

/** Tells the element of an answer what happened to it. */
export function tellAnswer(answer: ChatAnswer, fact: AnswerFact): void {
  if (fact.type === 'delta') answer.addDelta(fact);
  else if (fact.type === 'part') answer.addPart(fact.part);
  else if (fact.type === 'phase') answer.waitFor(fact.phase);
  else if (fact.type === 'retryWait') answer.waitForRetry(fact.wait);
  else answer.finish(fact);
}
