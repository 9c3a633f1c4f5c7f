import { deepStrictEqual, ok } from 'node:assert/strict';
import { Conversation } from '../../../../src/chat/model/conversation.ts';
import { areAboutFilesOf, textOf } from '../../../../src/chat/model/message.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { comparedWith } from '../../../../src/chat/model/turnViews.ts';
import { answer, conversationOf, delta, end, prompt } from '../journalRecords.ts';

const answered = (id: string, parentId: string, ...texts: string[]): JournalRecord[] => [
  answer(id, parentId),
  ...texts.map((text) => delta(id, text)),
  end(id),
];

/** The branch in short form: each prompt with its response. */
const branchOf = (records: readonly JournalRecord[]) =>
  conversationOf(records).turns.map((turn) => [turn.prompt.text, textOf(turn.answer)]);

describe('a conversation', () => {
  it('is built from its records, in order', () => {
    const records = [prompt('p1', null, 'one'), ...answered('a1', 'p1', 'first ', 'answer')];
    deepStrictEqual(branchOf([...records, prompt('p2', 'a1', 'two'), ...answered('a2', 'p2', 'second')]), [
      ['one', 'first answer'],
      ['two', 'second'],
    ]);
  });

  it('is about the files attached to it, whichever lines were attached', () => {
    const attachment = { kind: 'selection', name: 'src/a.ts:3-9', text: 'x' } as const;
    const asked = prompt('p', null, 'q', { attachments: [attachment] });
    const { turns } = conversationOf([asked, ...answered('a', 'p', 'it')]);
    const named = (name: string) => areAboutFilesOf(turns, [{ name }]);
    deepStrictEqual(['src/a.ts', 'src/a.ts:12', 'a.ts', 'src/b.ts:3-9'].map(named), [
      true,
      true,
      false,
      false,
    ]);
  });

  it('reports each change and whether it is its own, until the listener unsubscribes', () => {
    const conversation = new Conversation('c');
    const told: unknown[] = [];
    const leave = conversation.onDidChange(({ record, isOwn }) =>
      told.push([record.type, isOwn, conversation.messages.size, conversation.title]),
    );
    conversation.begin();
    conversation.append(prompt('p1', null, 'one'));
    conversation.begin();
    conversation.merge({ type: 'title', title: 'One', at: 2 });
    conversation.merge({ type: 'choose', id: 'p1' });
    leave();
    conversation.append(prompt('p2', null, 'two'));
    deepStrictEqual(told, [
      ['conversation', true, 0, undefined],
      ['prompt', true, 1, undefined],
      ['title', false, 1, 'One'],
    ]);
  });

  it('assigns each result to its call without scanning all calls', () => {
    const count = 1000;
    let looked = 0;
    const counted = (record: JournalRecord, callId: string) =>
      Object.defineProperty(record, 'callId', {
        enumerable: true,
        get() {
          looked += 1;
          return callId;
        },
      });
    const ids = Array.from({ length: count }, (_, index) => `c${index}`);
    const { messages } = conversationOf([
      prompt('p'),
      answer('a', 'p'),
      ...ids.map((callId) => counted({ type: 'toolCall', id: 'a', callId, name: 'now', input: {} }, callId)),
      ...ids.map((callId) =>
        counted({ type: 'toolResult', id: 'a', callId, status: 'done', text: callId }, callId),
      ),
    ]);
    ok(looked <= 4 * count, `${looked} looks at ${count} calls`);
    const folded = messages.get('a');
    ok(folded?.type === 'answer');
    deepStrictEqual(
      folded.parts.map((part) => part.type === 'tool' && part.result?.text),
      ids,
    );
  });

  it('takes the latest child at every fork, and keeps the others', () => {
    const records = [
      prompt('p1', null, 'one'),
      ...answered('a1', 'p1', 'bad'),
      ...answered('a2', 'p1', 'good'),
    ];
    deepStrictEqual(branchOf(records), [['one', 'good']]);
    deepStrictEqual(conversationOf(records).messages.size, 3);
  });

  it('keeps thinking separate from text, and the end record with all its data', () => {
    const last = end('a', {
      usage: { inputTokens: 3, outputTokens: 4 },
      finishReason: 'end_turn',
      requestId: 'r',
    });
    const said = [delta('a', 'hm', 'thinking'), delta('a', 'yes')];
    const [turn] = conversationOf([prompt('p'), answer('a', 'p'), ...said, last]).turns;
    deepStrictEqual(turn?.answer, {
      ...answer('a', 'p'),
      isCompared: false,
      parts: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'yes' },
      ],
      end: last,
    });
  });

  it('keeps the user’s title when a model’s title arrives late', () => {
    const title = (title: string, isMade: boolean): JournalRecord => ({
      type: 'title',
      title,
      isMade,
      at: 1,
    });
    deepStrictEqual(
      [
        [title('made', true), title('own', false), title('late', true)],
        [title('made', true), title('made again', true)],
        [title('', false), title('late', true)],
      ].map((records) => conversationOf(records).title),
      ['own', 'made again', ''],
    );
  });

  it('ignores records that don’t belong to anything', () => {
    deepStrictEqual(
      branchOf([
        delta('nowhere', 'x'),
        prompt('p', null, 'q'),
        end('p', { status: 'failed' }),
        ...answered('a', 'p', 'ok'),
      ]),
      [['q', 'ok']],
    );
  });
});

describe('compared models', () => {
  const compared = (id: string, model: string) => answer(id, 'p', { model, isCompared: true });
  const asked = [prompt('p', null, 'q'), compared('a', 'm'), compared('b', 'n'), compared('c', 'o')];
  const kept: JournalRecord = { type: 'choose', id: 'b' };
  const cases: readonly [name: string, later: readonly JournalRecord[], shown: string, beside: string][] = [
    ['are all shown, and the first one counts', [], 'a', 'a b c'],
    ['become versions when one is kept', [kept], 'b', ''],
    ['become versions when the user continues after one', [prompt('p2', 'a')], 'a', ''],
    ['are shown with their latest responses', [compared('d', 'n')], 'a', 'a d c'],
    ['have the latest response of the first one selected', [compared('d', 'm')], 'd', 'd b c'],
    ['become versions when the question is asked again without comparison', answered('e', 'p'), 'e', ''],
  ];
  for (const [name, later, shown, beside] of cases) {
    it(name, () => {
      const conversation = conversationOf([...asked, ...later]);
      const [turn] = conversation.turns;
      const ids = turn && comparedWith(conversation, turn.answer).map(({ id }) => id);
      deepStrictEqual([turn?.answer.id, ids?.join(' ')], [shown, beside]);
    });
  }
});
