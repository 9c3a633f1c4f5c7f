import { deepStrictEqual } from 'node:assert/strict';
import { summaryNote } from '../../../src/chat/model/chatMessages.ts';
import { compactText } from '../../../src/chat/model/message.ts';
import {
  answerWith,
  idIn,
  type SessionOptions,
  turnsOf,
  untilStopped,
  useSessions,
} from './sessionHarness.ts';

describe('a conversation that is compacted', () => {
  const harness = useSessions();

  const messages = () => harness.requests.at(-1)?.messages;
  const tool = { name: 'look', description: '', inputSchema: {} };

  /** Replies with the number of the request. */
  const counting = (): NonNullable<SessionOptions['reply']> => {
    let count = 0;
    return (...call) => answerWith(`reply ${++count}`)(...call);
  };

  it('is summarized without tools, continues from the summary, and keeps all turns', async () => {
    const session = await harness.open({ reply: counting(), tools: { given: () => [tool] } });
    await harness.ask(session, 'one');
    const isBegun = session.compact();
    await harness.idle(session);
    const summing = harness.requests.at(-1);
    await harness.ask(session, 'two');
    const after = messages();
    const again = session.compact();
    await harness.idle(session);
    deepStrictEqual(
      [isBegun, summing?.tools, summing?.messages, after, again, messages()?.length],
      [
        true,
        undefined,
        [
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'reply 1' },
          { role: 'user', content: compactText },
        ],
        [
          {
            role: 'user',
            content: [
              { type: 'text', text: `${summaryNote}\n\nreply 2` },
              { type: 'text', text: 'two' },
            ],
          },
        ],
        true,
        3,
      ],
    );
    const { id } = session.conversation;
    await session.close();
    const reopened = await harness.open({}, id);
    deepStrictEqual(
      turnsOf(reopened).map(({ isCompaction, parts }) => [isCompaction, parts]),
      [1, 2, 3, 4].map((number) => [
        number % 2 === 0 || undefined,
        [{ type: 'text', text: `reply ${number}` }],
      ]),
    );
  });

  it('stays uncompacted if the summary was stopped, and can’t be compacted while empty or running', async () => {
    let reply = answerWith('said');
    const session = await harness.open({ reply: (...call) => reply(...call) });
    const atFirst = session.compact();
    await harness.ask(session, 'one');
    reply = untilStopped;
    session.compact();
    await harness.until(() => turnsOf(session)[1]?.status === 'running');
    const meanwhile = session.compact();
    session.stop();
    await harness.idle(session);
    reply = answerWith('said');
    await harness.ask(session, 'two');
    deepStrictEqual(
      [atFirst, meanwhile, messages()],
      [
        false,
        false,
        [
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'said' },
          { role: 'user', content: 'two' },
        ],
      ],
    );
  });

  it('can be retried with another model, which alone responds', async () => {
    const session = await harness.open({ reply: counting() });
    await harness.ask(session, 'one');
    session.retry(idIn(session), 'n');
    await harness.idle(session);
    deepStrictEqual(
      [harness.requests.map(({ model }) => model), turnsOf(session)[0]?.answerVersion],
      [['m', 'n'], { place: 2, count: 2 }],
    );
  });
});
