import { RelayError } from '../relay/relayError.ts';
import type { ChatPorts, Preparation } from './chatPorts.ts';
import type { Conversation } from './conversation.ts';

export interface PrepareAnswerOptions {
  readonly prepare: () => Promise<Preparation>;
  readonly confirmOtherRelay: ChatPorts['confirmOtherRelay'];
}

/**
 * What a question is asked with. What was said to one relay is not told another one unasked: rejects with a RelayError of
 * kind `cancelled` when the person doesn't want that.
 */
export async function prepareAnswer(
  { prepare, confirmOtherRelay }: PrepareAnswerOptions,
  conversation: Conversation,
  answerId: string,
): Promise<Preparation> {
  const preparation = await prepare();
  const { relay } = preparation;
  const earlier = earlierRelay(conversation, answerId);
  const isSame = earlier === undefined || earlier === relay;
  if (!isSame && !(await confirmOtherRelay(earlier, relay))) throw new RelayError('cancelled');
  return preparation;
}

/** Origin of the relay that was told this question, for another answer to it, or the one before it. */
function earlierRelay(conversation: Conversation, answerId: string): string | undefined {
  const before = conversation.turnsTo(answerId).map(({ answer }) => answer.id);
  const relays = [...before, ...conversation.versionsOf(answerId)].flatMap((id) => {
    const answer = id === answerId ? undefined : conversation.answer(id);
    return answer?.relay ?? [];
  });
  return relays.at(-1);
}
