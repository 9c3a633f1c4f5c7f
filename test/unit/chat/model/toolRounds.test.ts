import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { WantedCall } from '../../../../src/chat/model/chatServices.ts';
import type { AnswerEvent, ToolOutcome } from '../../../../src/chat/model/recordResponse.ts';
import { answerInRounds, modelWords, type RoundsOptions } from '../../../../src/chat/model/toolRounds.ts';
import type { ChatEvent, Usage } from '../../../../src/relay/chat/chatEvent.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';

const call = (id: string, more: Partial<WantedCall> = {}): WantedCall => ({
  type: 'toolCall',
  id,
  name: 'look',
  input: { id },
  ...more,
});
const start = (requestId: string): ChatEvent => ({ type: 'start', model: 'm', requestId });
const text = (words: string): ChatEvent => ({ type: 'text', text: words });
const usage = (inputTokens: number, outputTokens: number, more: Usage = {}): ChatEvent => ({
  type: 'usage',
  usage: { inputTokens, outputTokens, ...more },
});
const finish = (cause: 'toolCalls' | 'stop' | 'refusal' = 'stop'): ChatEvent => ({
  type: 'finish',
  verdict: 'complete',
  cause,
});
const broken: ChatEvent = { type: 'finish', verdict: 'interrupted' };
const done = (words: string): ToolOutcome => ({ status: 'done', text: words });

interface Play extends Partial<RoundsOptions> {
  /** The events of each round; the last round repeats. */
  readonly rounds: readonly (readonly (ChatEvent | Error)[])[];
}

/** The events of a response in rounds, and the requests and tool runs in order. */
async function play({ rounds, ...options }: Play) {
  const happened: string[] = [];
  const events: AnswerEvent[] = [];
  let asked = 0;
  let error: unknown;
  async function* ask(): AsyncGenerator<ChatEvent> {
    asked += 1;
    happened.push(`ask ${asked}`);
    for (const event of rounds[asked - 1] ?? rounds.at(-1) ?? []) {
      if (event instanceof Error) throw event;
      yield event;
    }
  }
  try {
    for await (const event of answerInRounds({
      ask,
      async run({ id }) {
        happened.push(`run ${id}`);
        return done(`result ${id}`);
      },
      mayGoOn: async () => true,
      signal: new AbortController().signal,
      ...options,
    }))
      events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, happened, error };
}

const result = (callId: string, outcome: ToolOutcome = done(`result ${callId}`)): AnswerEvent => ({
  type: 'toolResult',
  callId,
  ...outcome,
});

describe('a response in rounds', () => {
  it('continues while the model calls tools, with one start, one finish and the total usage', async () => {
    const { events, happened } = await play({
      rounds: [
        [
          start('1'),
          text('Let me see.'),
          call('a'),
          call('b'),
          usage(10, 1, { cacheWrittenTokens: 9 }),
          usage(10, 5),
          finish('toolCalls'),
        ],
        [start('2'), usage(30, 2, { cachedInputTokens: 9, cacheWrittenTokens: 20 }), text('Seen.'), finish()],
      ],
    });
    deepStrictEqual(happened, ['ask 1', 'run a', 'run b', 'ask 2']);
    deepStrictEqual(events, [
      text('Let me see.'),
      call('a'),
      call('b'),
      usage(10, 1, { cacheWrittenTokens: 9 }),
      usage(10, 5, { cacheWrittenTokens: 9 }),
      result('a'),
      result('b'),
      usage(40, 7, { cachedInputTokens: 9, cacheWrittenTokens: 29 }),
      text('Seen.'),
      start('2'),
      {
        ...finish(),
        lastUsage: { inputTokens: 30, outputTokens: 2, cachedInputTokens: 9, cacheWrittenTokens: 20 },
      },
    ]);
  });

  it('without calls is the reply itself; calls are run whatever finish cause the relay reports', async () => {
    deepStrictEqual((await play({ rounds: [[start('1'), text('Hi'), finish('toolCalls')]] })).events, [
      text('Hi'),
      start('1'),
      finish('toolCalls'),
    ]);
    const { happened } = await play({ rounds: [[call('a'), finish('stop')], [finish()]] });
    deepStrictEqual(happened, ['ask 1', 'run a', 'ask 2']);
  });

  for (const end of [broken, finish('refusal')])
    it(`does not run the calls of a reply that was ${end === broken ? 'interrupted' : 'refused'}`, async () => {
      const { events, happened } = await play({ rounds: [[call('a'), end]] });
      const unfinished = result('a', { status: 'cancelled', text: modelWords.unfinished });
      deepStrictEqual([events, happened], [[call('a'), unfinished, { type: 'start' }, end], ['ask 1']]);
    });

  it('fails if the first reply fails, and is interrupted if a later one does', async () => {
    const failure = new RelayError('rateLimit');
    deepStrictEqual(await play({ rounds: [[failure]] }), { events: [], happened: ['ask 1'], error: failure });
    const { events, error } = await play({ rounds: [[call('a'), finish()], [failure]] });
    deepStrictEqual(error, undefined);
    deepStrictEqual(events.at(-1), { type: 'finish', verdict: 'interrupted', error: failure });
    // An error that is not a RelayError is a defect, and must not be hidden.
    const defect = new Error('defect');
    deepStrictEqual((await play({ rounds: [[call('a'), finish()], [defect]] })).error, defect);
  });

  it('tells the model about invalid JSON input, without running the tool', async () => {
    const { events, happened } = await play({
      rounds: [[call('a', { invalidInput: '{"a' }), finish()], [finish()]],
    });
    deepStrictEqual(happened, ['ask 1', 'ask 2']);
    deepStrictEqual(events[1], result('a', { status: 'failed', text: modelWords.invalidInput(call('a')) }));
  });

  it('distinguishes calls with the same ID', async () => {
    const { happened } = await play({
      rounds: [[call('0'), call('0'), finish()], [call('0'), finish()], [finish()]],
    });
    deepStrictEqual(happened, ['ask 1', 'run 0', 'run 0_2', 'ask 2', 'run 0_3', 'ask 3']);
  });

  it('truncates very long results between characters, and says so', async () => {
    const { events } = await play({
      rounds: [[call('a'), finish()], [finish()]],
      run: async () => done(`${'x'.repeat(99_999)}${'😀'.repeat(10)}`),
    });
    const given = `${'x'.repeat(99_999)}\n\n${modelWords.cut(99_999, 100_019)}`;
    deepStrictEqual(events[1], result('a', done(given)));
  });

  it('asks the user every 25 rounds, and ends if they decline', async () => {
    const asked: number[] = [];
    let id = 0;
    const { events, happened } = await play({
      rounds: [[call('a'), finish('toolCalls')]],
      async run() {
        id += 1;
        return done(String(id));
      },
      async mayGoOn(rounds) {
        asked.push(rounds);
        return rounds < 50;
      },
    });
    deepStrictEqual(asked, [25, 50]);
    deepStrictEqual(happened.length, 50);
    deepStrictEqual(events.slice(-3), [
      result('a_50', { status: 'refused', text: modelWords.notLetGoOn }),
      { type: 'start' },
      { ...finish('toolCalls'), endedBy: 'person' },
    ]);
  });

  it('warns a model once that repeats the same calls, and then ends', async () => {
    const { events } = await play({
      rounds: [[call('a', { input: {} }), call('b', { input: {} }), finish('toolCalls')]],
      run: async () => done('the same'),
    });
    deepStrictEqual(
      events.flatMap((event) =>
        event.type === 'toolResult' ? event.text.replace(modelWords.loop, 'LOOP') : [],
      ),
      [...Array.from({ length: 5 }, () => 'the same'), 'the same\n\nLOOP', 'the same', 'the same'],
    );
    deepStrictEqual(events.at(-1), { ...finish('toolCalls'), endedBy: 'loop' });
  });

  it('lets a model repeat a call whose result changes', async () => {
    let count = 0;
    const { events } = await play({
      rounds: [...Array.from({ length: 6 }, () => [call('a', { input: {} }), finish()]), [finish()]],
      async run() {
        count += 1;
        return done(String(Math.floor(count / 2)));
      },
    });
    deepStrictEqual(events.at(-1), finish());
  });

  it('stopped while a tool runs: settles the open calls, and sends no more requests', async () => {
    const stop = new AbortController();
    const { events, happened, error } = await play({
      rounds: [[start('1'), call('a'), call('b'), finish()]],
      signal: stop.signal,
      async run() {
        stop.abort();
        return { status: 'cancelled', text: 'stopped' };
      },
    });
    deepStrictEqual(happened, ['ask 1']);
    deepStrictEqual(events.slice(2), [
      result('a', { status: 'cancelled', text: 'stopped' }),
      result('b', { status: 'cancelled', text: modelWords.stopped }),
      start('1'),
    ]);
    deepStrictEqual(error instanceof RelayError && error.kind, 'cancelled');
  });

  it('stopped while the model responds or the user is asked: settles the open calls', async () => {
    const cancelled = new RelayError('cancelled');
    const { events, error } = await play({ rounds: [[call('a'), cancelled]] });
    deepStrictEqual(error, cancelled);
    deepStrictEqual(
      events.map((event) => event.type === 'toolResult' && event.status),
      [false, 'cancelled'],
    );
    const stop = new AbortController();
    const asking = play({
      rounds: [[call('a'), finish()]],
      run: async ({ id }) => done(id),
      signal: stop.signal,
      mayGoOn() {
        stop.abort();
        return new Promise(() => {});
      },
    }).then(({ error }) => Promise.reject(error));
    await rejects(asking, new RelayError('cancelled'));
  });
});
