import { deepStrictEqual } from 'node:assert/strict';
import {
  applyRecord,
  createConversation,
  currentTurns,
  type JournalRecord,
  toChatMessages,
} from '../../../src/chat/conversation.ts';

function conversationOf(records: readonly JournalRecord[]) {
  const conversation = createConversation('c');
  for (const record of records) applyRecord(conversation, record);
  return conversation;
}

const prompt = (id: string, parentId: string | null, text: string): JournalRecord => ({
  type: 'prompt',
  id,
  parentId,
  text,
  at: 1,
});
const answer = (id: string, parentId: string, ...texts: string[]): JournalRecord[] => [
  { type: 'answer', id, parentId, model: 'm', at: 2 },
  ...texts.map((text): JournalRecord => ({ type: 'delta', id, kind: 'text', text })),
  { type: 'end', id, status: 'complete', at: 3 },
];

/** The branch in short: each prompt with its answer. */
const branchOf = (records: readonly JournalRecord[]) =>
  currentTurns(conversationOf(records)).map((turn) => [turn.prompt.text, turn.answer.text]);

describe('a conversation', () => {
  it('is its records, in order', () => {
    const records = [prompt('p1', null, 'one'), ...answer('a1', 'p1', 'first ', 'answer')];
    deepStrictEqual(branchOf([...records, prompt('p2', 'a1', 'two'), ...answer('a2', 'p2', 'second')]), [
      ['one', 'first answer'],
      ['two', 'second'],
    ]);
  });

  it('takes the latest child at every fork, and keeps the others', () => {
    const records = [prompt('p1', null, 'one'), ...answer('a1', 'p1', 'bad'), ...answer('a2', 'p1', 'good')];
    deepStrictEqual(branchOf(records), [['one', 'good']]);
    deepStrictEqual(conversationOf(records).messages.size, 3);
  });

  it('keeps thinking apart from text, and the end with what is known of it', () => {
    const end: JournalRecord = {
      type: 'end',
      id: 'a',
      status: 'complete',
      at: 9,
      usage: { inputTokens: 3, outputTokens: 4 },
      finishReason: 'end_turn',
      servedModel: 'm-1',
      requestId: 'r',
    };
    const [turn] = currentTurns(
      conversationOf([
        prompt('p', null, 'q'),
        { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 1 },
        { type: 'delta', id: 'a', kind: 'thinking', text: 'hm' },
        { type: 'delta', id: 'a', kind: 'text', text: 'yes' },
        end,
      ]),
    );
    deepStrictEqual(turn?.answer, {
      type: 'answer',
      id: 'a',
      parentId: 'p',
      at: 1,
      model: 'm',
      text: 'yes',
      thinking: 'hm',
      end,
    });
  });

  it('leaves out records that fit nothing', () => {
    deepStrictEqual(
      branchOf([
        { type: 'delta', id: 'nowhere', kind: 'text', text: 'x' },
        prompt('p', null, 'q'),
        { type: 'end', id: 'p', status: 'failed', at: 1 },
        ...answer('a', 'p', 'ok'),
      ]),
      [['q', 'ok']],
    );
  });
});

describe('what goes to the model', () => {
  const messagesOf = (records: readonly JournalRecord[]) =>
    toChatMessages(currentTurns(conversationOf(records)));

  it('is every prompt and answer but the one being asked for', () => {
    deepStrictEqual(
      messagesOf([
        prompt('p1', null, 'one'),
        ...answer('a1', 'p1', 'first'),
        prompt('p2', 'a1', 'two'),
        ...answer('a2', 'p2'),
      ]),
      [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'first' },
        { role: 'user', content: 'two' },
      ],
    );
  });

  it('leaves out questions whose answer came to nothing', () => {
    deepStrictEqual(
      messagesOf([
        prompt('p1', null, 'one'),
        ...answer('a1', 'p1', ' \n'),
        prompt('p2', 'a1', 'two'),
        ...answer('a2', 'p2'),
      ]),
      [{ role: 'user', content: 'two' }],
    );
  });

  it('keeps the part of an answer that was stopped', () => {
    deepStrictEqual(
      messagesOf([
        prompt('p1', null, 'one'),
        { type: 'answer', id: 'a1', parentId: 'p1', model: 'm', at: 1 },
        { type: 'delta', id: 'a1', kind: 'text', text: 'half' },
        { type: 'end', id: 'a1', status: 'stopped', at: 2 },
        prompt('p2', 'a1', 'go on'),
        ...answer('a2', 'p2'),
      ]),
      [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'half' },
        { role: 'user', content: 'go on' },
      ],
    );
  });
});
