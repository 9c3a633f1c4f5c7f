import { deepStrictEqual, ok } from 'node:assert/strict';
import { mock } from 'node:test';
import { type AnswerEvent, recordResponse } from '../../../../src/chat/model/recordResponse.ts';
import type { EndRecord, JournalRecord } from '../../../../src/chat/model/records.ts';
import type { ChatEvent } from '../../../../src/relay/chat/chatEvent.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { delta as deltaOf } from '../journalRecords.ts';

type Step = AnswerEvent | Error;

/** Stores all images except empty ones. */
const keepPicture = async (bytes: Uint8Array) =>
  bytes.length > 0 ? { file: `${bytes.length}.png`, mediaType: 'image/png' as const } : undefined;

/** Runs a turn over these events; an error among them is thrown where it stands. */
async function run(steps: readonly Step[], abort = new AbortController()) {
  const records: JournalRecord[] = [];
  const end = await recordResponse({
    answerId: 'a',
    signal: abort.signal,
    keepPicture,
    record: (record) => records.push(record),
    async *open() {
      for (const step of steps) {
        if (step instanceof Error) {
          if (step instanceof RelayError && step.kind === 'cancelled') abort.abort();
          throw step;
        }
        yield step;
      }
    },
  });
  return [...records, end];
}

const text = (value: string): ChatEvent => ({ type: 'text', text: value });
const delta = (value: string, kind?: 'text' | 'thinking') => deltaOf('a', value, kind);
const call = { type: 'toolCall', name: 'read', input: { a: 1 } } as const;
const result = { type: 'toolResult', callId: 'c', status: 'done', text: 'ok' } as const;
const start: ChatEvent = { type: 'start', model: 'served', requestId: 'r1' };

describe('a turn', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 7 }));
  afterEach(() => mock.timers.reset());

  const cases: readonly [string, steps: Step[], records: JournalRecord[], end: Partial<EndRecord>][] = [
    [
      'is complete, with merged usage, its first delta at once, and later ones joined in order',
      [
        start,
        { type: 'thinking', text: 'h' },
        { type: 'thinking', text: 'm' },
        { type: 'thinking', text: 'm' },
        text('a'),
        { type: 'image', mediaType: 'image/png', bytes: Uint8Array.of(1) },
        { type: 'image', mediaType: 'image/png', bytes: new Uint8Array() },
        text('b'),
        { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
        { type: 'usage', usage: { outputTokens: 5 } },
        { type: 'finish', verdict: 'complete', reason: 'end_turn', lastUsage: { outputTokens: 5 } },
      ],
      [
        delta('h', 'thinking'),
        delta('mm', 'thinking'),
        delta('a'),
        { type: 'picture', id: 'a', picture: { file: '1.png', mediaType: 'image/png' } },
        delta('b'),
      ],
      {
        status: 'complete',
        finishReason: 'end_turn',
        lastUsage: { outputTokens: 5 },
        usage: { inputTokens: 1, outputTokens: 5 },
        pictures: 1,
        servedModel: 'served',
        requestId: 'r1',
      },
    ],
    [
      'records tool calls, their results, and the signatures that must go back to the model',
      [
        { type: 'thinking', text: 'h' },
        { type: 'signature', signature: 's' },
        { type: 'redactedThinking', data: 'd' },
        { ...call, id: 'c', invalidInput: '{', signature: 't' },
        { ...result, pictures: [Uint8Array.of(1, 2), new Uint8Array()] },
        { type: 'finish', verdict: 'complete' },
      ],
      [
        delta('h', 'thinking'),
        { type: 'signature', id: 'a', signature: 's' },
        { type: 'redactedThinking', id: 'a', data: 'd' },
        { ...call, id: 'a', callId: 'c', invalidInput: '{', signature: 't' },
        { ...result, id: 'a', pictures: [{ file: '2.png', mediaType: 'image/png' }] },
      ],
      { status: 'complete' },
    ],
    [
      'is interrupted if it fails after a tool call',
      [{ ...call, id: 'c' }, new RelayError('connection')],
      [{ ...call, id: 'a', callId: 'c' }],
      { status: 'interrupted', failure: { kind: 'connection', details: {} } },
    ],
    [
      'is interrupted if the stream says so',
      [
        text('part'),
        { type: 'finish', verdict: 'interrupted', error: new RelayError('timeout', { phase: 'idle' }) },
      ],
      [delta('part')],
      { status: 'interrupted', failure: { kind: 'timeout', details: { phase: 'idle' } } },
    ],
    [
      'is interrupted if the events end without a finish',
      [text('part')],
      [delta('part')],
      { status: 'interrupted', failure: { kind: 'interrupted', details: {} } },
    ],
    [
      'is failed if nothing was received before the error',
      [new RelayError('authentication', { status: 401 })],
      [],
      { status: 'failed', failure: { kind: 'authentication', details: { status: 401 } } },
    ],
    [
      'is stopped by the user, with its partial text',
      [text('part'), new RelayError('cancelled')],
      [delta('part')],
      { status: 'stopped' },
    ],
    [
      'distinguishes a bug of ours from a relay error',
      [text('part'), new TypeError('x is not a function')],
      [delta('part')],
      { status: 'interrupted', failure: { kind: 'internal', details: { message: 'x is not a function' } } },
    ],
  ];
  for (const [name, steps, records, end] of cases) {
    it(name, async () => {
      // The clock stands still here.
      const took = { durationMs: 0, ...(records.length > 0 && { firstTokenMs: 0 }) };
      deepStrictEqual(await run(steps), [...records, { type: 'end', id: 'a', at: 7, ...took, ...end }]);
    });
  }

  it('records how long it took', async () => {
    const end = await recordResponse({
      answerId: 'a',
      signal: new AbortController().signal,
      keepPicture,
      record: () => {},
      async *open() {
        mock.timers.tick(50);
        yield start;
        mock.timers.tick(250);
        yield text('a');
        mock.timers.tick(500);
        yield text('b');
        yield { type: 'finish', verdict: 'complete', reason: 'end_turn' };
      },
    });
    deepStrictEqual([end.firstTokenMs, end.durationMs], [300, 800]);
  });

  it('records each delta within 100 ms, however fast they come: a crash loses no more', async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date', 'setTimeout'] });
    const waits: number[] = [];
    await recordResponse({
      answerId: 'a',
      signal: new AbortController().signal,
      keepPicture,
      record(record) {
        if (record.type !== 'delta') return;
        for (const [cameAt] of record.text.matchAll(/\d+/g)) waits.push(Date.now() - Number(cameAt));
      },
      async *open() {
        for (let number = 0; number < 100; number++) {
          yield text(`${Date.now()} `);
          mock.timers.tick(7);
        }
        yield { type: 'finish', verdict: 'complete' };
      },
    });
    ok(waits.length === 100 && Math.max(...waits) <= 100, waits.join());
  });
});
