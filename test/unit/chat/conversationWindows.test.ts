import { deepStrictEqual } from 'node:assert/strict';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import { textOf } from '../../../src/chat/model/message.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { AnswersElsewhere } from '../../../src/chat/model/remoteInstances.ts';
import { answer, delta, end, prompt } from './journalRecords.ts';

const turn = (number: string, parentId: string | null): JournalRecord[] => [
  prompt(`p${number}`, parentId),
  answer(`a${number}`, `p${number}`),
  delta(`a${number}`, `answer ${number}`),
];
const shownOf = (conversation: Conversation) => conversation.turns.map(({ answer }) => textOf(answer));

describe('a conversation open in two windows', () => {
  it('continues in both, and each window stays on its own branch when they diverge', () => {
    const [one, other] = [new Conversation('c'), new Conversation('c')];
    const write = (by: Conversation, records: JournalRecord[]) => {
      for (const record of records) {
        by.append(record);
        (by === one ? other : one).merge(record);
      }
    };
    write(one, turn('1', null));
    write(other, turn('2', 'a1'));
    deepStrictEqual([shownOf(one), shownOf(other)], [['answer 1', 'answer 2'], shownOf(one)]);

    // Both ask at the same time: neither has the other's records yet.
    const [left, right] = [turn('3', 'a2'), turn('4', 'a2')];
    for (const record of left) one.append(record);
    for (const record of right) other.append(record);
    for (const record of left) other.merge(record);
    for (const record of right) one.merge(record);
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

  /** Whether each record changes the branch, and which responses are running then. */
  function effectsOf(conversation: Conversation, ...records: readonly JournalRecord[]): unknown[] {
    const elsewhere = new AnswersElsewhere(() => {});
    elsewhere.begin(conversation);
    const effects: unknown[] = [];
    conversation.onDidChange(({ record }) => effects.push([elsewhere.note(record), ...elsewhere.ids]));
    for (const record of records) conversation.merge(record);
    elsewhere.dispose();
    return effects;
  }

  it('accepts late deltas of a response without showing it as running again', () => {
    const conversation = new Conversation('c');
    const late = delta('a1', ', and more');
    deepStrictEqual(effectsOf(conversation, ...turn('1', null), end('a1'), late), [
      [true],
      [true, 'a1'],
      [false, 'a1'],
      [false],
      [true],
    ]);
    deepStrictEqual(shownOf(conversation), ['answer 1, and more']);
  });

  it('does not wait for a response whose first record is missing', () => {
    const records = turn('1', null).filter(({ type }) => type !== 'answer');
    deepStrictEqual(effectsOf(new Conversation('c'), ...records), [[true], [false]]);
  });
});
