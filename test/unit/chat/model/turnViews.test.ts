import { deepStrictEqual } from 'node:assert/strict';
import { Conversation } from '../../../../src/chat/model/conversation.ts';
import type { EndRecord, JournalRecord } from '../../../../src/chat/model/records.ts';
import { toTurnView } from '../../../../src/chat/model/turnViews.ts';
import { defined } from '../../../../src/relay/json.ts';

const asked: readonly JournalRecord[] = [
  { type: 'prompt', id: 'p', parentId: null, text: 'q', at: 5 },
  { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 6 },
  { type: 'delta', id: 'a', kind: 'text', text: 'part' },
];

function viewAfter(...records: readonly JournalRecord[]) {
  const conversation = new Conversation('c');
  for (const record of [...asked, ...records]) conversation.append(record);
  const [turn] = conversation.turns;
  if (!turn) throw new Error('There is a turn');
  return toTurnView(conversation, turn, {
    failures: { t: (words) => words },
    running: () => undefined,
    describeCall: ({ name }) => ({ title: name }),
  });
}

describe('a turn as it is shown', () => {
  it('has the ID and the time of its question, whichever response is shown', () => {
    const again: JournalRecord = { type: 'answer', id: 'b', parentId: 'p', model: 'm', at: 9 };
    deepStrictEqual(
      [viewAfter(), viewAfter(again)].map(({ id, promptId, sentAt }) => [id, promptId, sentAt]),
      [
        ['a', 'p', 5],
        ['b', 'p', 5],
      ],
    );
  });

  const end: EndRecord = { type: 'end', id: 'a', status: 'complete', at: 7 };
  const closed = {
    title: 'The window was closed before this response was complete.',
    advice: [],
    actions: [{ id: 'tryAgain', label: 'Try Again' }],
  };
  const cases: readonly [string, EndRecord | undefined, unknown][] = [
    ['is complete', end, { status: 'complete' }],
    ['the user ended', { ...end, endedBy: 'person' }, { status: 'complete', endedBy: 'person' }],
    ['ended in a loop', { ...end, endedBy: 'loop' }, { status: 'complete', endedBy: 'loop' }],
    [
      'another model sent than the one that was asked',
      { ...end, servedModel: 'm-2', durationMs: 9, retries: 1 },
      { status: 'complete', receipt: { servedModel: 'm-2', durationMs: 9, retries: 1 } },
    ],
    ['the same model sent', { ...end, servedModel: 'm' }, { status: 'complete' }],
    ['was stopped', { ...end, status: 'stopped' }, { status: 'stopped' }],
    [
      'was stopped with its window',
      { ...end, status: 'stopped', endedBy: 'closing' },
      { status: 'interrupted', failure: closed },
    ],
    ['has no end because its window was closed', undefined, { status: 'interrupted', failure: closed }],
  ];
  for (const [name, record, expected] of cases) {
    it(`shows the end of a response that ${name}`, () => {
      const { status, failure, endedBy, receipt } = viewAfter(...(record ? [record] : []));
      deepStrictEqual(defined({ status, failure, endedBy, receipt }), expected);
    });
  }
});
