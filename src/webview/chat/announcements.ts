import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { AnswerView, ModelView, ToolsView, TurnView } from '../../protocol/protocolViews.ts';
import { joinSentences } from '../ui/announcer.ts';
import { describeFailure } from '../ui/failure.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import type { ChatState } from './chatState.ts';
import { shortenModel } from './shownNames.ts';

/**
 * What a fact is in words for those who don't see the page, where that is not said by what shows it. `starting`: what
 * `listStarting` finds in it.
 */
export function describeFact(
  fact: HostMessage,
  before: ChatState,
  starting: readonly AnswerView[],
): string | undefined {
  switch (fact.type) {
    case 'queue':
      return fact.queue.length > before.queue.messages.length ? t('Queued') : undefined;
    case 'turn':
    case 'turns':
      return describeRunning(starting);
    case 'rejected':
      return describeFailure(fact.failure);
    case 'snapshot':
      return before.conversationId === '' || fact.conversationId === before.conversationId
        ? undefined
        : describeConversation(fact);
    case 'model':
      return before.model && fact.model && fact.model.id !== before.model.id
        ? t('Model: {0}', shortenModel(fact.model.label))
        : undefined;
    case 'tools':
      return before.tools && fact.tools.given !== before.tools.given ? describeTools(fact.tools) : undefined;
    case 'configuration': {
      const warning = fact.configuration?.warning;
      return warning === before.configuration?.warning ? undefined : warning;
    }
    case 'others':
      return describeOthers(fact.others, before.others);
    default:
      return undefined;
  }
}

/** Running responses of which it is known by now who gives them, and which are not among those that were announced. */
export function listStarting(fact: HostMessage, announced: ReadonlySet<string>): AnswerView[] {
  if (fact.type !== 'turn' && fact.type !== 'turns') return [];
  const turns = fact.type === 'turn' ? [fact.turn] : fact.window.turns;
  return turns
    .flatMap(listAnswers)
    .filter(({ id, model }) => model !== '' && fact.running.includes(id) && !announced.has(id));
}

function describeConversation({
  title,
  window,
}: Pick<Extract<HostMessage, { type: 'snapshot' }>, 'title' | 'window'>): string {
  if (title) return t('Conversation: {0}', title);
  return window.total === 0 ? t('New chat') : t('Conversation');
}

function describeTools({ given, available, warning }: ToolsView): string {
  return joinSentences([t('Tools: {0} of {1}', formatNumber(given), formatNumber(available)), warning]);
}

function describeOthers(others: readonly ModelView[], before: readonly ModelView[]): string | undefined {
  const names = (models: readonly ModelView[]) => models.map(({ label }) => shortenModel(label)).join(', ');
  if (names(others) === names(before)) return undefined;
  return others.length > 0 ? t('Models to compare: {0}', names(others)) : t('No models to compare');
}

function listAnswers(turn: TurnView): readonly AnswerView[] {
  return turn.compared ?? [turn];
}

function describeRunning(answers: readonly AnswerView[]): string | undefined {
  const models = answers.flatMap(({ model }) => (model ? [t('{0} is responding', model)] : []));
  return models.length > 0 ? models.join('. ') : undefined;
}
