import { applyRecord, type Conversation, choose } from './conversation.ts';
import type { JournalRecord } from './records.ts';

/** What is to be shown anew after another's record: other turns, what it adds to its answer, or none of them. */
export type OthersEffect = 'branch' | 'part' | undefined;

/**
 * Applies a record of another window. What that one adds at the end is shown here too; where both went different
 * ways, each window stays on its own, and the other's is a version to choose. `elsewhere`: ids of the answers that others
 * are writing, which is kept up to date.
 */
export function applyOthersRecord(
  conversation: Conversation,
  record: JournalRecord,
  elsewhere: Set<string>,
): OthersEffect {
  if (record.type === 'choose') return undefined;
  const parentId = record.type === 'prompt' || record.type === 'answer' ? record.parentId : undefined;
  const shown = parentId === undefined ? undefined : conversation.chosen.get(parentId);
  applyRecord(conversation, record);
  if (parentId !== undefined && shown !== undefined) choose(conversation, parentId, shown);
  switch (record.type) {
    case 'answer':
      elsewhere.add(record.id);
      return 'branch';
    case 'prompt':
      return 'branch';
    case 'delta':
    case 'picture':
    case 'toolCall':
    case 'toolResult':
      if (elsewhere.has(record.id)) return 'part';
      // What comes late does not have an answer run again that is over.
      if (hasEnded(conversation, record.id)) return 'branch';
      // It was begun before this window had the conversation.
      elsewhere.add(record.id);
      return 'branch';
    case 'end':
      elsewhere.delete(record.id);
      return 'part';
    default:
      return undefined;
  }
}

function hasEnded({ messages }: Conversation, answerId: string): boolean {
  const answer = messages.get(answerId);
  return answer?.type === 'answer' && answer.end !== undefined;
}
