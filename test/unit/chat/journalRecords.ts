import { Conversation } from '../../../src/chat/model/conversation.ts';
import type { EndRecord, JournalRecord } from '../../../src/chat/model/records.ts';

type RecordOf<Type> = Extract<JournalRecord, { type: Type }>;

export const prompt = (
  id: string,
  parentId: string | null = null,
  text = `text of ${id}`,
  more: Partial<RecordOf<'prompt'>> = {},
): RecordOf<'prompt'> => ({ type: 'prompt', id, parentId, text, at: 1, ...more });

export const answer = (
  id: string,
  parentId: string,
  more: Partial<RecordOf<'answer'>> = {},
): RecordOf<'answer'> => ({ type: 'answer', id, parentId, model: 'm', at: 2, ...more });

export const delta = (id: string, text: string, kind: 'text' | 'thinking' = 'text'): RecordOf<'delta'> => ({
  type: 'delta',
  id,
  kind,
  text,
});

export const end = (id: string, more: Partial<EndRecord> = {}): EndRecord => ({
  type: 'end',
  id,
  status: 'complete',
  at: 3,
  ...more,
});

/** The records of turn `number`, which follows the one before it: `p1`, `a1`, `p2` and so on. */
export function turn(
  number: number,
  question = `question ${number}`,
  text = `answer ${number}`,
): JournalRecord[] {
  const [promptId, id] = [`p${number}`, `a${number}`];
  return [
    prompt(promptId, number > 1 ? `a${number - 1}` : null, question, { at: number * 10 }),
    answer(id, promptId, { at: number * 10 + 1 }),
    delta(id, text),
    end(id, { at: number * 10 + 2 }),
  ];
}

export function conversationOf(records: readonly JournalRecord[]): Conversation {
  const conversation = new Conversation('c');
  for (const record of records) conversation.append(record);
  return conversation;
}
