import { deepStrictEqual, ok } from 'node:assert/strict';
import type { ChatServices, Preparation, SessionEvent } from '../../../../src/chat/model/chatServices.ts';
import type { ChatSession } from '../../../../src/chat/model/chatSession.ts';
import { continueText } from '../../../../src/chat/model/message.ts';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import {
  answerWith,
  events,
  finish,
  idIn,
  prepared,
  question,
  shownIn,
  turnsOf,
  untilStopped,
  useSessions,
} from '../sessionHarness.ts';

type Reply = Preparation['ask'];

/** Replies with the first of these, then with the next; the last one repeats. */
const inTurn = (...replies: readonly Reply[]): Reply => {
  let asked = 0;
  return (...call) => {
    const reply = replies[Math.min(asked++, replies.length - 1)] as Reply;
    return reply(...call);
  };
};

const failWith = (error: RelayError): Reply =>
  async function* () {
    yield* [];
    throw error;
  };

describe('a chat session', () => {
  const harness = useSessions();
  const { requests, told, idle, until } = harness;

  const contents = (place: number) => requests[place]?.messages.map(({ content }) => content);

  it('sends the whole conversation, and restores it after a restart', async () => {
    const session = await harness.open({
      reply: (request, call) => answerWith(`answer ${request.messages.length}`)(request, call),
    });
    await harness.ask(session, 'one');
    await harness.ask(session, 'two');
    await session.close();
    const expected = [
      ['one', 'answer 1', 'complete'],
      ['two', 'answer 3', 'complete'],
    ];
    deepStrictEqual(requests[1], {
      model: 'm',
      maxTokens: 100,
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'answer 1' },
        { role: 'user', content: 'two' },
      ],
    });
    deepStrictEqual(
      [shownIn(session), shownIn(await harness.open({}, session.conversation.id))],
      [expected, expected],
    );
  });

  it('reports the wait before a retry, and ends it on request', async () => {
    const session = await harness.open({
      async *reply(_request, { onRetryWait }) {
        const error = new RelayError('rateLimit', { status: 429 });
        await new Promise<void>((retryNow) => onRetryWait({ retry: 1, delayMs: 60_000, error, retryNow }));
        yield* events({ type: 'text', text: 'at last' }, finish);
      },
    });
    const waits = () => told.filter((event) => event.type === 'retryWait');
    session.send(question('q'));
    await until(() => waits().length > 0);
    const [turn] = turnsOf(session);
    const title = 'Rate limit reached (HTTP 429).';
    // Part of the wait may have passed before it was reported.
    for (const wait of [waits()[0]?.wait, turn?.retryWait])
      ok(wait?.title === title && wait.remainingMs > 0 && wait.remainingMs <= 60_000);
    session.retryNow();
    await idle(session);
    deepStrictEqual(
      [turn?.status, waits().slice(1), turnsOf(session)[0]?.retryWait, shownIn(session)],
      ['waiting', [{ type: 'retryWait', turnId: turn?.id }], undefined, [['q', 'at last', 'complete']]],
    );
    session.retryNow();
  });

  for (const [missing, title] of [
    ['connection', 'No relay is connected.'],
    ['model', 'No model is selected.'],
  ] as const)
    it(`shows in place of the response that there is no ${missing}, and keeps the question`, async () => {
      const session = await harness.open({ prepare: () => Promise.reject(new NotReadyError(missing)) });
      await harness.ask(session, 'q');
      await session.close();
      const views = [session, await harness.open({}, session.conversation.id)].map(turnsOf);
      deepStrictEqual(
        views.map(([turn]) => [turn?.prompt, turn?.status, turn?.failure?.title]),
        Array(2).fill(['q', 'failed', title]),
      );
    });

  it('sends no request if it is stopped while it waits for the relay’s model list', async () => {
    const session = await harness.open({ prepare: () => new Promise(() => {}) });
    session.send(question('q'));
    session.stop();
    await idle(session);
    await session.close();
    deepStrictEqual(
      [
        shownIn(session),
        requests,
        told.flatMap((event) => (event.type === 'answering' ? event.isAnswering : [])),
      ],
      [[['q', '', 'stopped']], [], [true, false]],
    );
  });

  it('describes a failure, and shows a new response in its place after a retry', async () => {
    const failure = new RelayError('modelNotAllowed', { status: 403, relayMessage: 'no', requestId: 'r1' });
    const session = await harness.open({ reply: inTurn(failWith(failure), answerWith('fine')) });
    await harness.ask(session, 'q');
    const [failed] = turnsOf(session);
    deepStrictEqual(
      [failed?.status, failed?.failure?.title, failed?.failure?.relayMessage, failed?.failure?.requestId],
      ['failed', 'This API key has no access to the model “m” (HTTP 403).', 'no', 'r1'],
    );
    told.length = 0;
    session.retry(failed?.id ?? '');
    const [again] = turnsOf(session);
    await idle(session);
    deepStrictEqual(
      [told.filter(({ type }) => type === 'branch').length, again?.answerVersion, again?.status],
      [1, { place: 2, count: 2 }, 'waiting'],
    );
    deepStrictEqual([shownIn(session), contents(1)], [[['q', 'fine', 'complete']], ['q']]);
  });

  it('asks before a conversation goes to another relay, and sends nothing if the user declines', async () => {
    let relay = 'https://one.example.com';
    let isConfirmed = false;
    const asked: string[][] = [];
    const session = await harness.open({
      prepare: async () => ({ ...prepared, relay }),
      services: {
        async confirmOtherRelay(...relays) {
          asked.push(relays);
          return isConfirmed;
        },
      },
    });
    await harness.ask(session, 'one');
    relay = 'https://two.example.com';
    await harness.ask(session, 'two');
    deepStrictEqual([requests.length, turnsOf(session)[1]?.status], [1, 'stopped']);
    isConfirmed = true;
    session.retry(idIn(session, 1));
    await idle(session);
    await harness.ask(session, 'three');
    deepStrictEqual([requests.length, asked], [3, Array(2).fill(['https://one.example.com', relay])]);
  });

  describe('versions', () => {
    /** A session with two questions and numbered responses. */
    async function openWithTwo(): Promise<ChatSession> {
      let answers = 0;
      const session = await harness.open({ reply: (...call) => answerWith(`answer ${++answers}`)(...call) });
      await harness.ask(session, 'one');
      await harness.ask(session, 'two');
      return session;
    }

    const branch = (session: ChatSession) => shownIn(session).map(([prompt, text]) => `${prompt}: ${text}`);
    const versions = (session: ChatSession) =>
      turnsOf(session).map(({ promptVersion, answerVersion }) =>
        [promptVersion, answerVersion].map((version) => version && `${version.place}/${version.count}`),
      );

    it('of a response: a retry in the middle starts a branch, which continues, and the old one stays', async () => {
      const session = await openWithTwo();
      session.retry(idIn(session));
      await idle(session);
      deepStrictEqual([branch(session), versions(session)], [['one: answer 3'], [[undefined, '2/2']]]);
      await harness.ask(session, 'three');
      deepStrictEqual([contents(2), contents(3)], [['one'], ['one', 'answer 3', 'three']]);
      session.chooseVersion(idIn(session), 'answer', -1);
      await session.close();
      // The shown version is saved, too.
      const again = await harness.open({}, session.conversation.id);
      deepStrictEqual(
        [branch(session), branch(again), versions(again)],
        [
          ['one: answer 1', 'two: answer 2'],
          ['one: answer 1', 'two: answer 2'],
          [
            [undefined, '1/2'],
            [undefined, undefined],
          ],
        ],
      );
    });

    it('of a question: an edited question is sent with the turns before it', async () => {
      const session = await openWithTwo();
      session.edit(idIn(session, 1), 'two, please');
      await idle(session);
      deepStrictEqual(
        [branch(session), contents(2), versions(session)[1]],
        [
          ['one: answer 1', 'two, please: answer 3'],
          ['one', 'answer 1', 'two, please'],
          ['2/2', undefined],
        ],
      );
      session.chooseVersion(idIn(session, 1), 'prompt', 1);
      deepStrictEqual(branch(session)[1], 'two, please: answer 3', 'there is none after the last');
      session.chooseVersion(idIn(session, 1), 'prompt', -1);
      deepStrictEqual(branch(session)[1], 'two: answer 2');
    });

    it('continue an interrupted response after its partial text', async () => {
      const begin: Reply = async function* () {
        yield { type: 'text', text: 'the beginning' };
        throw new RelayError('interrupted');
      };
      const session = await harness.open({ reply: inTurn(begin, answerWith(' and the rest')) });
      await harness.ask(session, 'q');
      session.continueAnswer(idIn(session));
      await idle(session);
      deepStrictEqual(
        [branch(session), turnsOf(session).map(({ isContinuation }) => isContinuation), contents(1)],
        [
          ['q: the beginning', `${continueText}:  and the rest`],
          [undefined, true],
          ['q', 'the beginning', continueText],
        ],
      );
      session.continueAnswer('no such answer');
    });
  });

  describe('the queue', () => {
    let kept: readonly string[];
    let onKeep: () => void;
    /** Let the responses come, in the order of their requests. */
    let answers: (() => void)[];
    let putBack: string[];
    beforeEach(() => {
      [kept, onKeep, answers, putBack] = [[], () => {}, [], []];
    });

    /** A session that responds when the test says so, with these questions: the first is sent, the others wait. */
    async function openWith(...texts: readonly string[]): Promise<ChatSession> {
      const services: Partial<ChatServices> = {
        putBack: ({ text }) => putBack.push(text),
        queue: {
          load: async () => kept.map(question),
          keep(messages) {
            kept = messages.map(({ text }) => text);
            onKeep();
          },
          close: async () => {},
        },
      };
      const session = await harness.open({
        services,
        async *reply({ messages }, { signal }) {
          await new Promise<void>((resolve, reject) => {
            answers.push(resolve);
            signal.addEventListener('abort', () => reject(new RelayError('cancelled')));
          });
          yield* events({ type: 'text', text: `to ${String(messages.at(-1)?.content)}` }, finish);
        },
      });
      for (const text of texts) session.send(question(text));
      return session;
    }

    /** Answers the request with this number. */
    async function answerNext(number: number): Promise<void> {
      await until(() => answers.length === number);
      answers.at(-1)?.();
    }

    const state = (session: ChatSession) => [
      shownIn(session).map(([prompt, , status]) => `${prompt} ${status}`),
      session.queue.map(({ text }) => text),
      session.isQueueHeld,
    ];

    it('sends messages written during a response one after the other', async () => {
      const session = await openWith('one', 'two', 'three');
      deepStrictEqual(
        [state(session), kept],
        [
          [['one waiting'], ['two', 'three'], false],
          ['two', 'three'],
        ],
      );
      for (const number of [1, 2, 3]) await answerNext(number);
      await until(() => turnsOf(session)[2]?.status === 'complete');
      deepStrictEqual(shownIn(session), [
        ['one', 'to one', 'complete'],
        ['two', 'to two', 'complete'],
        ['three', 'to three', 'complete'],
      ]);
      deepStrictEqual([session.queue, kept], [[], []]);
    });

    it('is held when the response is stopped, and sent on request', async () => {
      const session = await openWith('one', 'two');
      await until(() => answers.length === 1);
      session.stop();
      await until(() => told.some((event) => event.type === 'state' && event.isQueueHeld));
      deepStrictEqual(state(session), [['one stopped'], ['two'], true]);
      session.sendQueued(session.queue[0]?.id ?? '');
      await answerNext(2);
      await until(() => turnsOf(session)[1]?.status === 'complete');
      deepStrictEqual(state(session), [['one stopped', 'two complete'], [], false]);
    });

    it('sends a chosen message first, the last one of two: the running response is stopped for it', async () => {
      const session = await openWith('one', 'two', 'three');
      await until(() => answers.length === 1);
      for (const { id } of session.queue) session.sendQueued(id);
      await until(() => answers.length === 2);
      deepStrictEqual([state(session), kept], [[['one stopped', 'three waiting'], ['two'], false], ['two']]);
    });

    it('goes back into the input when another conversation is opened', async () => {
      const session = await openWith('one', 'two', 'three');
      session.newConversation();
      deepStrictEqual([session.queue, kept, putBack], [[], [], ['two\n\nthree']]);
    });

    it('has a message until it is a prompt or in the input, or it would be lost in a crash', async () => {
      const session = await openWith('one', 'two', 'three');
      const found: unknown[] = [];
      onKeep = async () => {
        // The queue's file waits as long for what is to be saved elsewhere.
        await undefined;
        found.push([turnsOf(session).map(({ prompt }) => prompt), kept, [...putBack]]);
      };
      await answerNext(1);
      await until(() => answers.length === 2);
      session.newConversation();
      await undefined;
      deepStrictEqual(found, [
        [['one', 'two'], ['three'], []],
        [[], [], ['three']],
      ]);
    });

    it('stays held until the user sends it: later messages go to its end, and a retry changes nothing', async () => {
      const session = await openWith('one', 'two');
      await until(() => answers.length === 1);
      session.stop();
      await until(() => session.isQueueHeld);
      session.send(question('three'));
      session.retry(idIn(session));
      await answerNext(2);
      await until(() => !session.isAnswering);
      deepStrictEqual(state(session), [['one complete'], ['two', 'three'], true]);
      session.sendQueued(session.queue[0]?.id ?? '');
      await answerNext(3);
      await until(() => turnsOf(session).length === 3);
      deepStrictEqual(state(session), [['one complete', 'two complete', 'three waiting'], [], false]);
    });

    it('returns a removed message, and is restored with its conversation', async () => {
      const session = await openWith('one', 'two', 'three');
      deepStrictEqual(
        [session.queue[0]?.id ?? '', 'no such message'].map((id) => session.dequeue(id)?.text),
        ['two', undefined],
      );
      await session.close();
      const later = await openWith();
      deepStrictEqual([later.queue.map(({ text }) => text), later.isQueueHeld], [['three'], true]);
    });
  });

  describe('two windows on one conversation', () => {
    /** A second window on the same conversation, opened once everything from the first one is on disk. */
    async function openBeside(first: ChatSession, reply: Reply = answerWith('b')): Promise<ChatSession> {
      await harness.flush();
      return harness.open({ reply }, first.conversation.id);
    }

    it('show each other’s messages, responses and settings of the chat as they come', async () => {
      const told: SessionEvent[] = [];
      const here = await harness.open({ services: { tell: (event) => told.push(event) } });
      await harness.ask(here, 'one');
      const there = await openBeside(here);
      told.length = 0;
      there.conversation.configure({ temperature: 0 });
      there.conversation.setSystem('Be brief.');
      there.conversation.append({ type: 'title', title: 'Both', at: 1 });
      await harness.ask(there, 'two');
      await until(() => turnsOf(here)[1]?.status === 'complete');
      const [states, others] = [true, false].map((is) =>
        told.filter(({ type }) => (type === 'state') === is),
      );
      deepStrictEqual(
        [
          here.conversation.configuration,
          shownIn(here),
          [...new Set(others?.map(({ type }) => type))].sort(),
        ],
        [
          { temperature: 0 },
          [
            ['one', 'fine', 'complete'],
            ['two', 'b', 'complete'],
          ],
          ['branch', 'configured', 'delta', 'end'],
        ],
      );
      deepStrictEqual(Object.assign({}, ...(states ?? [])), {
        type: 'state',
        title: 'Both',
        system: { text: 'Be brief.', isOwn: true },
        queue: [],
        isQueueHeld: false,
      });
    });

    it('need not wait for a window that is gone: Stop frees the other', async () => {
      const isBegun = Promise.withResolvers<void>();
      const here = await harness.open({
        async *reply(...call) {
          yield { type: 'text', text: 'some' };
          await isBegun.promise;
          yield* untilStopped(...call);
        },
      });
      here.send(question('one'));
      await harness.hasText();
      const there = await openBeside(here);
      isBegun.resolve();
      await until(() => turnsOf(there)[0]?.status === 'running');
      // The first window dies in the middle of its response, without recording an end.
      there.send(question('two'));
      const queued = there.queue.map(({ text }) => text);
      there.stop();
      deepStrictEqual([queued, turnsOf(there)[0]?.status, there.isQueueHeld], [['two'], 'interrupted', true]);
      there.sendQueued(there.queue[0]?.id ?? '');
      await until(() => turnsOf(there)[1]?.status === 'complete');
    });

    it('leave a queue that is held here alone when a response in the other window ends', async () => {
      const here = await harness.open({ reply: untilStopped });
      here.send(question('one'));
      here.send(question('queued'));
      here.stop();
      await until(() => here.isQueueHeld);
      const there = await openBeside(here);
      there.edit(idIn(there), 'one, in other words');
      await until(() =>
        [...here.conversation.messages.values()].some(
          (message) => message.type === 'answer' && message.end?.status === 'complete',
        ),
      );
      deepStrictEqual([here.queue.map(({ text }) => text), here.isQueueHeld], [['queued'], true]);
    });

    it('restore a conversation that one deleted and the other continues', async () => {
      const here = await harness.open();
      await harness.ask(here, 'one');
      await (await openBeside(here)).close();
      const journal = harness.openJournal();
      await journal.append(here.conversation.id, { type: 'delete', isDeleted: true, at: 1 });
      await until(() => here.conversation.isDeleted);
      await harness.ask(here, 'two');
      await here.close();
      deepStrictEqual((await journal.load(here.conversation.id))?.isDeleted, false);
    });
  });

  it('reports the phase of a request, and a receipt with timing and the relay’s data', async () => {
    const session = await harness.open({
      async *reply(_request, { onPhase }) {
        for (const phase of ['connect', 'upload', 'firstByte'] as const) onPhase(phase);
        yield* events(
          { type: 'start', model: 'm-2026', requestId: 'r-7' },
          { type: 'text', text: 'a' },
          finish,
        );
      },
    });
    await harness.ask(session, 'q');
    const { firstTokenMs, durationMs, ...receipt } = turnsOf(session)[0]?.receipt ?? {};
    deepStrictEqual(
      [told.flatMap((event) => (event.type === 'phase' ? event.phase : [])), receipt],
      [
        ['connecting', 'uploading', 'answer'],
        { servedModel: 'm-2026', requestId: 'r-7', finishReason: 'end_turn' },
      ],
    );
    ok(firstTokenMs !== undefined && durationMs !== undefined && firstTokenMs <= durationMs);
  });
});
