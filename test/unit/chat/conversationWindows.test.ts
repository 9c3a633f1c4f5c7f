import { deepStrictEqual } from 'node:assert/strict';
import { textOf } from '../../../src/chat/answerParts.ts';
import {
  applyRecord,
  type Conversation,
  createConversation,
  currentTurns,
} from '../../../src/chat/conversation.ts';
import { applyOthersRecord } from '../../../src/chat/othersRecord.ts';
import type { JournalRecord } from '../../../src/chat/records.ts';

const turn = (number: string, parentId: string | null): JournalRecord[] => [
  { type: 'prompt', id: `p${number}`, parentId, text: `question ${number}`, at: 1 },
  { type: 'answer', id: `a${number}`, parentId: `p${number}`, model: 'm', at: 2 },
  { type: 'delta', id: `a${number}`, kind: 'text', text: `answer ${number}` },
];
const shownOf = (conversation: Conversation) =>
  currentTurns(conversation).map(({ answer }) => textOf(answer));

describe('a conversation that is open in two windows', () => {
  it('goes on in both, and stays on its own branch in each where they part', () => {
    const [one, other] = [createConversation('c'), createConversation('c')];
    const write = (by: Conversation, records: JournalRecord[]) => {
      for (const record of records) {
        applyRecord(by, record);
        applyOthersRecord(by === one ? other : one, record, new Set());
      }
    };
    write(one, turn('1', null));
    write(other, turn('2', 'a1'));
    deepStrictEqual([shownOf(one), shownOf(other)], [['answer 1', 'answer 2'], shownOf(one)]);

    // Both ask at the same time: what each wrote reaches the other only then.
    const [left, right] = [turn('3', 'a2'), turn('4', 'a2')];
    for (const record of left) applyRecord(one, record);
    for (const record of right) applyRecord(other, record);
    for (const record of left) applyOthersRecord(other, record, new Set());
    for (const record of right) applyOthersRecord(one, record, new Set());
    write(other, [
      { type: 'choose', id: 'p1' },
      { type: 'title', title: 'Both', at: 3 },
    ]);
    deepStrictEqual(
      [one, other].map((conversation) => [
        shownOf(conversation).at(-1),
        conversation.messages.size,
        conversation.title,
      ]),
      [
        ['answer 3', 8, 'Both'],
        ['answer 4', 8, 'Both'],
      ],
    );
  });

  it('takes what comes late of an answer, which does not run again for it', () => {
    const conversation = createConversation('c');
    const elsewhere = new Set<string>();
    const late: JournalRecord = { type: 'delta', id: 'a1', kind: 'text', text: ', and more' };
    const effects = [
      ...turn('1', null),
      { type: 'end', id: 'a1', status: 'stopped', at: 3 } as const,
      late,
    ].map((record) => [applyOthersRecord(conversation, record, elsewhere), [...elsewhere]]);
    deepStrictEqual(
      [effects, shownOf(conversation)],
      [
        [
          ['branch', []],
          ['branch', ['a1']],
          ['part', ['a1']],
          ['part', []],
          ['branch', []],
        ],
        ['answer 1, and more'],
      ],
    );
  });
});
