import { deepStrictEqual } from 'node:assert/strict';
import type { EndRecord, JournalRecord } from '../../../../src/chat/model/records.ts';
import { toTurnView } from '../../../../src/chat/model/turnViews.ts';
import { describeFailure } from '../../../../src/messages/failures.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { defined } from '../../../../src/relay/json.ts';
import { answer, conversationOf, delta, end, prompt } from '../journalRecords.ts';

const t = (words: string) => words;

function viewAfter(...records: readonly JournalRecord[]) {
  const conversation = conversationOf([prompt('p'), answer('a', 'p'), delta('a', 'part'), ...records]);
  const [turn] = conversation.turns;
  if (!turn) throw new Error('There is a turn');
  return toTurnView(conversation, turn, {
    failures: { t },
    running: () => undefined,
    describeCall: ({ name }) => ({ title: name }),
  });
}

describe('a turn as it is shown', () => {
  it('has the ID and the time of its question, whichever response is shown', () => {
    deepStrictEqual(
      [viewAfter(), viewAfter(answer('b', 'p'))].map(({ id, promptId, sentAt }) => [id, promptId, sentAt]),
      [
        ['a', 'p', 1],
        ['b', 'p', 1],
      ],
    );
  });

  const closed = {
    title: 'The window was closed before this response was complete.',
    advice: [],
    actions: [{ id: 'tryAgain', label: 'Try Again' }],
  };
  const interrupted = describeFailure(new RelayError('interrupted', { requestId: 'r' }), { t, model: 'm' });
  const cases: readonly [string, Partial<EndRecord> | undefined, unknown][] = [
    ['is complete', {}, { status: 'complete' }],
    ['the user ended', { endedBy: 'person' }, { status: 'complete', endedBy: 'person' }],
    ['ended in a loop', { endedBy: 'loop' }, { status: 'complete', endedBy: 'loop' }],
    [
      'another model sent than the one that was asked',
      { servedModel: 'm-2', durationMs: 9, retries: 1 },
      { status: 'complete', receipt: { servedModel: 'm-2', durationMs: 9, retries: 1 } },
    ],
    ['the same model sent', { servedModel: 'm' }, { status: 'complete' }],
    ['was stopped', { status: 'stopped' }, { status: 'stopped' }],
    [
      'was stopped with its window',
      { status: 'stopped', endedBy: 'closing' },
      { status: 'interrupted', failure: closed },
    ],
    [
      'failed in a way of a later version',
      { status: 'failed', failure: { kind: 'of a later version', details: { requestId: 'r' } } },
      { status: 'failed', failure: interrupted },
    ],
    ['has no end because its window was closed', undefined, { status: 'interrupted', failure: closed }],
  ];
  for (const [name, record, expected] of cases) {
    it(`shows the end of a response that ${name}`, () => {
      const { status, failure, endedBy, receipt } = viewAfter(...(record ? [end('a', record)] : []));
      deepStrictEqual(defined({ status, failure, endedBy, receipt }), expected);
    });
  }
});
