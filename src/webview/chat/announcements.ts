import { t } from '../l10n.ts';
import type { ChatFact } from '../protocol.ts';
import type { AnswerView, TurnView } from '../protocolViews.ts';
import type { ChatState } from './chatState.ts';
import { describeEnd, isRunning } from './turn/ending.ts';

/** What a fact is in words for those who don't see the page, where that is not said by what shows it. */
export function describeFact(fact: ChatFact, before: ChatState): string | undefined {
  switch (fact.type) {
    case 'queue':
      return fact.queue.length > before.queue.messages.length ? t('Queued') : undefined;
    case 'turn':
      return describeRunning(listAnswers(fact.turn).filter(isRunning));
    case 'turns': {
      const isNew = ({ id }: AnswerView) => fact.running.includes(id) && !before.running.has(id);
      return describeRunning(fact.window.turns.flatMap(listAnswers).filter(isNew));
    }
    case 'rejected':
      return fact.failure.title;
    default:
      return undefined;
  }
}

/** The end of an answer that the page doesn't show now, so that nobody knows its text. */
export function describeDistantEnd(end: Extract<ChatFact, { type: 'end' }>): string {
  return end.status === 'complete' && !end.endedBy ? t('Answer complete') : describeEnd(end, '');
}

function listAnswers(turn: TurnView): readonly AnswerView[] {
  return turn.compared ?? [turn];
}

function describeRunning(answers: readonly AnswerView[]): string | undefined {
  const models = answers.flatMap(({ model }) => (model ? [t('{0} is answering', model)] : []));
  return models.length > 0 ? models.join('. ') : undefined;
}
