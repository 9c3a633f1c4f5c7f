import { deepStrictEqual, ok } from 'node:assert/strict';
import { Conversation } from '../../../../src/chat/model/conversation.ts';
import { areAboutFilesOf, textOf } from '../../../../src/chat/model/message.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { comparedWith } from '../../../../src/chat/model/turnViews.ts';
import { prompt } from '../promptRecord.ts';

function conversationOf(records: readonly JournalRecord[]) {
  const conversation = new Conversation('c');
  for (const record of records) conversation.append(record);
  return conversation;
}

const answer = (id: string, parentId: string, ...texts: string[]): JournalRecord[] => [
  { type: 'answer', id, parentId, model: 'm', at: 2 },
  ...texts.map((text): JournalRecord => ({ type: 'delta', id, kind: 'text', text })),
  { type: 'end', id, status: 'complete', at: 3 },
];

/** The branch in short form: each prompt with its response. */
const branchOf = (records: readonly JournalRecord[]) =>
  conversationOf(records).turns.map((turn) => [turn.prompt.text, textOf(turn.answer)]);

describe('a conversation', () => {
  it('is built from its records, in order', () => {
    const records = [prompt('p1', null, 'one'), ...answer('a1', 'p1', 'first ', 'answer')];
    deepStrictEqual(branchOf([...records, prompt('p2', 'a1', 'two'), ...answer('a2', 'p2', 'second')]), [
      ['one', 'first answer'],
      ['two', 'second'],
    ]);
  });

  it('is about the files attached to it, whichever lines were attached', () => {
    const attachment = { kind: 'selection', name: 'src/a.ts:3-9', text: 'x' } as const;
    const { turns } = conversationOf([
      { type: 'prompt', id: 'p', parentId: null, text: 'q', attachments: [attachment], at: 1 },
      ...answer('a', 'p', 'it'),
    ]);
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
      prompt('p', null, 'one'),
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 2 },
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
    const records = [prompt('p1', null, 'one'), ...answer('a1', 'p1', 'bad'), ...answer('a2', 'p1', 'good')];
    deepStrictEqual(branchOf(records), [['one', 'good']]);
    deepStrictEqual(conversationOf(records).messages.size, 3);
  });

  it('keeps thinking separate from text, and the end record with all its data', () => {
    const end: JournalRecord = {
      type: 'end',
      id: 'a',
      status: 'complete',
      at: 9,
      usage: { inputTokens: 3, outputTokens: 4, cachedInputTokens: 2, cacheWrittenTokens: 1 },
      finishReason: 'end_turn',
      servedModel: 'm-1',
      requestId: 'r',
    };
    const [turn] = conversationOf([
      prompt('p', null, 'q'),
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 1 },
      { type: 'delta', id: 'a', kind: 'thinking', text: 'hm' },
      { type: 'delta', id: 'a', kind: 'text', text: 'yes' },
      end,
    ]).turns;
    deepStrictEqual(turn?.answer, {
      type: 'answer',
      id: 'a',
      parentId: 'p',
      at: 1,
      model: 'm',
      isCompared: false,
      parts: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'yes' },
      ],
      end,
    });
  });

  it('keeps the user’s title when a model’s title arrives late', () => {
    const title = (words: string, isMade: boolean): JournalRecord => ({
      type: 'title',
      title: words,
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
        { type: 'delta', id: 'nowhere', kind: 'text', text: 'x' },
        prompt('p', null, 'q'),
        { type: 'end', id: 'p', status: 'failed', at: 1 },
        ...answer('a', 'p', 'ok'),
      ]),
      [['q', 'ok']],
    );
  });
});

describe('compared models', () => {
  const compared = (id: string, model: string): JournalRecord => ({
    type: 'answer',
    id,
    parentId: 'p',
    model,
    isCompared: true,
    at: 1,
  });
  const asked = [prompt('p', null, 'q'), compared('a', 'm'), compared('b', 'n'), compared('c', 'o')];
  const cases: { name: string; records: JournalRecord[]; shown: string; beside: string[] }[] = [
    { name: 'are all shown, and the first one counts', records: asked, shown: 'a', beside: ['a', 'b', 'c'] },
    {
      name: 'become versions when one is kept',
      records: [...asked, { type: 'choose', id: 'b' }],
      shown: 'b',
      beside: [],
    },
    {
      name: 'become versions when the user continues after one',
      records: [...asked, prompt('p2', 'a', 'next')],
      shown: 'a',
      beside: [],
    },
    {
      name: 'are shown with their latest responses',
      records: [...asked, compared('d', 'n')],
      shown: 'a',
      beside: ['a', 'd', 'c'],
    },
    {
      name: 'have the latest response of the first one selected',
      records: [...asked, compared('d', 'm')],
      shown: 'd',
      beside: ['d', 'b', 'c'],
    },
    {
      name: 'become versions when the question is asked again without comparison',
      records: [...asked, ...answer('e', 'p', 'alone')],
      shown: 'e',
      beside: [],
    },
  ];
  for (const { name, records, shown, beside } of cases) {
    it(name, () => {
      const conversation = conversationOf(records);
      const [turn] = conversation.turns;
      deepStrictEqual(
        [turn?.answer.id, turn && comparedWith(conversation, turn.answer).map(({ id }) => id)],
        [shown, beside],
      );
    });
  }
});
