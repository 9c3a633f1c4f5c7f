import { deepStrictEqual } from 'node:assert/strict';
import { events, finish, prepared, useSessions } from './sessionHarness.ts';

const chosen = { effort: 'high', temperature: 0.5 } as const;

describe('the configuration of a chat’s models', () => {
  const harness = useSessions();
  /** The effort and temperature sent to each model. */
  const sent = () =>
    Object.fromEntries(
      harness.requests.map(({ model, effort, temperature }) => [model, { effort, temperature }]),
    );

  it('is not sent if nothing was chosen, or an effort that the model does not take', async () => {
    const session = await harness.open();
    await harness.ask(session, 'Hi');
    session.conversation.configure({ effort: 'max' });
    await harness.ask(session, 'Hi');
    deepStrictEqual(
      harness.requests.map((request) => 'effort' in request || 'temperature' in request),
      [false, false],
    );
  });

  it('is sent to every model that takes it', async () => {
    const session = await harness.open({
      prepare: async (model = 'm') => ({
        ...prepared,
        model,
        configurable: { ...prepared.configurable, takesTemperature: model !== 'cold' },
      }),
      services: { modelTargets: { host: undefined, others: () => ['cold'] } },
    });
    session.conversation.configure(chosen);
    await harness.ask(session, 'Hi');
    deepStrictEqual(
      [sent(), harness.told.filter(({ type }) => type === 'configured').length],
      [{ m: chosen, cold: { effort: 'high', temperature: undefined } }, 1],
    );
  });

  it('stays the same for all rounds of one response', async () => {
    const session = await harness.open({
      reply: ({ messages }) =>
        messages.length > 1
          ? events({ type: 'text', text: 'fine' }, finish)
          : events(
              { type: 'toolCall', id: 'c', name: 'look', input: {} },
              { type: 'finish', verdict: 'complete', cause: 'toolCalls' },
            ),
      tools: {
        given: () => [{ name: 'look' }],
        async run() {
          session.conversation.configure({});
          return { status: 'done', text: 'ok' };
        },
      },
    });
    session.conversation.configure(chosen);
    await harness.ask(session, 'Hi');
    deepStrictEqual(
      harness.requests.map(({ effort, temperature }) => ({ effort, temperature })),
      [chosen, chosen],
    );
  });

  it('is stored with the conversation, and a new one starts without it', async () => {
    const session = await harness.open();
    session.conversation.configure(chosen);
    session.conversation.configure({ effort: 'low' });
    const id = session.conversation.id;
    session.newConversation();
    const anew = session.conversation.configuration;
    await session.close();
    const again = await harness.open({}, id);
    await harness.ask(again, 'Hi');
    deepStrictEqual(
      [anew, again.conversation.configuration, sent()],
      [{}, { effort: 'low' }, { m: { effort: 'low', temperature: undefined } }],
    );
  });
});
