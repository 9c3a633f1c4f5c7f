import { deepStrictEqual, fail, ok } from 'node:assert/strict';
import { join } from 'node:path';
import type { ChatServices, Preparation } from '../../../../src/chat/model/chatServices.ts';
import type { ChatSession } from '../../../../src/chat/model/chatSession.ts';
import { continueText } from '../../../../src/chat/model/message.ts';
import { searchedText } from '../../../../src/chat/storage/historySearch.ts';
import { createJournal } from '../../../../src/chat/storage/journal.ts';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import type { HostMessage } from '../../../../src/protocol/chatPageProtocol.ts';
import type { PartView } from '../../../../src/protocol/protocolViews.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { events, finish, question, turnsOf, untilStopped, useSessions } from '../sessionHarness.ts';

const textOf = ({ parts }: { readonly parts: readonly PartView[] }) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');

/** Stands for a relay: answers each request with what `reply` yields. */
type Reply = Preparation['ask'];

const fill = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)]));

const answerWith = (text: string) => events({ type: 'text', text }, finish);

describe('a chat session', () => {
  const harness = useSessions();
  const { requests, facts } = harness;
  let keptQueue: readonly string[];
  let answering: boolean[];
  /** How often the view was told that the shown branch has changed. */
  let branches: number;
  let relay: string;
  let asked: [string, string][];
  let mayGoElsewhere: boolean;
  let putBack: string[];

  beforeEach(async () => {
    [keptQueue, answering, branches] = [[], [], 0];
    relay = 'https://one.example.com';
    [asked, mayGoElsewhere, putBack] = [[], false, []];
  });

  function open(
    reply: Reply | undefined,
    id?: string,
    model: string | undefined | Promise<undefined> = 'm',
  ): Promise<ChatSession> {
    const prepare = async () => {
      if (!reply) throw new NotReadyError('connection');
      const id = await model;
      if (!id) throw new NotReadyError('model');
      return {
        model: id,
        relay,
        settings: { maxTokens: 100 },
        configurable: { efforts: [], takesTemperature: false },
      };
    };
    const services: Partial<ChatServices> = {
      t: fill,
      confirmOtherRelay: async (from, to) => {
        asked.push([from, to]);
        return mayGoElsewhere;
      },
      putBack: ({ text }) => putBack.push(text),
      queue: {
        load: async () => keptQueue.map(question),
        keep(messages) {
          keptQueue = messages.map(({ text }) => text);
        },
        close: async () => {},
      },
      tell(event) {
        if (event.type === 'branch') branches += 1;
        if (event.type === 'answering') answering.push(event.isAnswering);
        harness.tell(event);
      },
    };
    return harness.open({ ...(reply && { reply }), prepare, services }, id);
  }

  async function waitFor(type: HostMessage['type']): Promise<HostMessage> {
    const find = () => facts.find((candidate) => candidate.type === type);
    await harness.until(() => find() !== undefined);
    return find() ?? fail();
  }

  const shown = (session: ChatSession) =>
    turnsOf(session).map((turn) => [turn.prompt, textOf(turn), turn.status]);

  it('sends the whole conversation, and restores it after a restart', async () => {
    const session = await open((request) => answerWith(`answer ${request.messages.length}`));
    await harness.ask(session, 'one');
    await harness.ask(session, 'two');
    await session.close();
    deepStrictEqual(requests[1], {
      model: 'm',
      maxTokens: 100,
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'answer 1' },
        { role: 'user', content: 'two' },
      ],
    });
    const expected = [
      ['one', 'answer 1', 'complete'],
      ['two', 'answer 3', 'complete'],
    ];
    deepStrictEqual(shown(session), expected);
    deepStrictEqual(shown(await open(undefined, session.conversation.id)), expected);
  });

  it('reports the wait before a retry, and ends it on request', async () => {
    const session = await open(async function* (_request, { onRetryWait }) {
      await new Promise<void>((retryNow) =>
        onRetryWait({
          retry: 1,
          delayMs: 60_000,
          error: new RelayError('rateLimit', { status: 429 }),
          retryNow,
        }),
      );
      yield* answerWith('at last');
    });
    session.send(question('q'));
    const title = 'Rate limit reached (HTTP 429).';
    const told = await waitFor('retryWait');
    const [turn] = turnsOf(session);
    ok(told.type === 'retryWait' && told.turnId === turn?.id && told.wait?.title === title);
    // Part of the wait may have passed before it was reported.
    ok(told.wait.remainingMs > 0 && told.wait.remainingMs <= 60_000);
    ok(turn?.status === 'waiting' && turn.retryWait?.title === title && turn.retryWait.remainingMs > 0);
    session.retryNow();
    await waitFor('end');
    deepStrictEqual(
      facts.filter(({ type }) => type === 'retryWait'),
      [told, { type: 'retryWait', turnId: turn.id }],
    );
    deepStrictEqual(
      [turnsOf(session)[0]?.retryWait, shown(session)],
      [undefined, [['q', 'at last', 'complete']]],
    );
    session.retryNow();
  });

  it('shows in place of the response that there is no relay or no model, and keeps the question', async () => {
    for (const [session, title] of [
      [await open(undefined), 'No relay is connected.'],
      [await open(() => answerWith('x'), undefined, ''), 'No model is selected.'],
    ] as const) {
      await harness.ask(session, 'q');
      const [turn] = turnsOf(session);
      deepStrictEqual([turn?.prompt, turn?.status, turn?.failure?.title], ['q', 'failed', title]);
      await session.close();
      const [found] = turnsOf(await open(undefined, session.conversation.id));
      deepStrictEqual([found?.prompt, found?.failure?.title], ['q', title]);
    }
  });

  it('sends no request if it is stopped while it waits for the relay’s model list', async () => {
    const never = new Promise<undefined>(() => {});
    const session = await open(() => answerWith('x'), undefined, never);
    session.send(question('q'));
    session.stop();
    await waitFor('end');
    deepStrictEqual([shown(session), requests], [[['q', '', 'stopped']], []]);
    await session.close();
    deepStrictEqual(answering, [true, false]);
  });

  it('describes a failure, and shows a new response in its place after a retry', async () => {
    let isFirst = true;
    const session = await open(async function* () {
      if (isFirst) {
        isFirst = false;
        throw new RelayError('modelNotAllowed', { status: 403, relayMessage: 'no', requestId: 'r1' });
      }
      yield* answerWith('fine');
    });
    session.send(question('q'));
    const failed = await waitFor('end');
    ok(failed.type === 'end');
    deepStrictEqual(
      [failed.status, failed.failure?.title, failed.failure?.relayMessage, failed.failure?.requestId],
      ['failed', 'This API key has no access to the model “m” (HTTP 403).', 'no', 'r1'],
    );
    facts.length = 0;
    session.retry(failed.turnId);
    const branch = turnsOf(session);
    await waitFor('end');
    deepStrictEqual(
      [branches, branch.map(({ answerVersion, status }) => [answerVersion, status])],
      [1, [[{ place: 2, count: 2 }, 'waiting']]],
    );
    deepStrictEqual(shown(session), [['q', 'fine', 'complete']]);
    deepStrictEqual(requests[1]?.messages, [{ role: 'user', content: 'q' }]);
  });

  it('asks before a conversation goes to another relay, and sends nothing if the user declines', async () => {
    const session = await open(() => answerWith('a'));
    const send = async (text: string) => {
      await harness.ask(session, text);
    };
    await send('one');
    relay = 'https://two.example.com';
    await send('two');
    deepStrictEqual([requests.length, turnsOf(session)[1]?.status], [1, 'stopped']);
    mayGoElsewhere = true;
    facts.length = 0;
    session.retry(turnsOf(session)[1]?.id ?? '');
    await waitFor('end');
    await send('three');
    const others = ['https://one.example.com', 'https://two.example.com'];
    deepStrictEqual([requests.length, asked], [3, [others, others]]);
  });

  describe('versions', () => {
    /** A session with two questions and numbered responses. */
    async function openWithTwo(): Promise<ChatSession> {
      let answers = 0;
      const session = await open(() => answerWith(`answer ${++answers}`));
      await harness.ask(session, 'one');
      await harness.ask(session, 'two');
      return session;
    }

    const idAt = (session: ChatSession, place: number) => turnsOf(session)[place]?.id ?? '';
    const branch = (session: ChatSession) => turnsOf(session).map((turn) => [turn.prompt, textOf(turn)]);
    const versions = (session: ChatSession) =>
      turnsOf(session).map(({ promptVersion, answerVersion }) =>
        [promptVersion, answerVersion].map((version) => version && `${version.place}/${version.count}`),
      );

    it('of a response: a retry in the middle starts a branch, which continues, and the old one stays', async () => {
      const session = await openWithTwo();
      facts.length = 0;
      session.retry(idAt(session, 0));
      await waitFor('end');
      deepStrictEqual([branch(session), versions(session)], [[['one', 'answer 3']], [[undefined, '2/2']]]);
      await harness.ask(session, 'three');
      const contents = requests.slice(2).map(({ messages }) => messages.map(({ content }) => content));
      deepStrictEqual(contents, [['one'], ['one', 'answer 3', 'three']]);
      session.chooseVersion(idAt(session, 0), 'answer', -1);
      deepStrictEqual(branch(session), [
        ['one', 'answer 1'],
        ['two', 'answer 2'],
      ]);
      await session.close();
      // The shown version is saved, too.
      deepStrictEqual(versions(await open(undefined, session.conversation.id)), [
        [undefined, '1/2'],
        [undefined, undefined],
      ]);
    });

    it('of a question: an edited question is sent with the turns before it', async () => {
      const session = await openWithTwo();
      facts.length = 0;
      session.edit(idAt(session, 1), 'two, please');
      await waitFor('end');
      deepStrictEqual(branch(session), [
        ['one', 'answer 1'],
        ['two, please', 'answer 3'],
      ]);
      deepStrictEqual(
        requests[2]?.messages.map(({ content }) => content),
        ['one', 'answer 1', 'two, please'],
      );
      deepStrictEqual(versions(session)[1], ['2/2', undefined]);
      session.chooseVersion(idAt(session, 1), 'prompt', 1);
      deepStrictEqual(branch(session)[1], ['two, please', 'answer 3'], 'there is none after the last');
      session.chooseVersion(idAt(session, 1), 'prompt', -1);
      deepStrictEqual(branch(session)[1], ['two', 'answer 2']);
    });

    it('continue an interrupted response after its partial text', async () => {
      let isFirst = true;
      const session = await open(async function* () {
        if (!isFirst) return yield* answerWith(' and the rest');
        isFirst = false;
        yield { type: 'text', text: 'the beginning' };
        throw new RelayError('interrupted');
      });
      await harness.ask(session, 'q');
      facts.length = 0;
      session.continueAnswer(idAt(session, 0));
      await waitFor('end');
      deepStrictEqual(
        turnsOf(session).map((turn) => [textOf(turn), turn.isContinuation]),
        [
          ['the beginning', undefined],
          [' and the rest', true],
        ],
      );
      deepStrictEqual(
        requests[1]?.messages.map(({ content }) => content),
        ['q', 'the beginning', continueText],
      );
      session.continueAnswer('no such answer');
    });
  });

  describe('the queue', () => {
    /** A reply that the test triggers. */
    function answerOnDemand() {
      const answers: (() => void)[] = [];
      const reply: Reply = async function* ({ messages }, { signal }) {
        await new Promise<void>((resolve, reject) => {
          answers.push(resolve);
          signal.addEventListener('abort', () => reject(new RelayError('cancelled')));
        });
        yield* answerWith(`to ${String(messages.at(-1)?.content)}`);
      };
      return { answers, reply };
    }
    const queued = (session: ChatSession) => session.queue.map(({ text }) => text);

    it('sends messages written during a response one after the other', async () => {
      const { answers, reply } = answerOnDemand();
      const session = await open(reply);
      session.send(question('one'));
      session.send(question('two'));
      session.send(question('three'));
      deepStrictEqual(
        [queued(session), keptQueue, session.isQueueHeld],
        [['two', 'three'], ['two', 'three'], false],
      );
      for (const count of [1, 2, 3]) {
        await waitUntil(async () => answers.length === count);
        answers[count - 1]?.();
      }
      await waitUntil(async () => turnsOf(session)[2]?.status === 'complete');
      deepStrictEqual(shown(session), [
        ['one', 'to one', 'complete'],
        ['two', 'to two', 'complete'],
        ['three', 'to three', 'complete'],
      ]);
      deepStrictEqual([queued(session), keptQueue], [[], []]);
    });

    it('is held when the response is stopped, and sent on request', async () => {
      const { answers, reply } = answerOnDemand();
      const session = await open(reply);
      session.send(question('one'));
      session.send(question('two'));
      session.stop();
      await waitFor('end');
      await waitUntil(async () => facts.some((fact) => fact.type === 'queue' && fact.isHeld));
      deepStrictEqual([queued(session), session.isQueueHeld], [['two'], true]);
      session.sendQueued(session.queue[0]?.id ?? '');
      await waitUntil(async () => answers.length === 1 || answers.length === 2);
      answers.at(-1)?.();
      await waitUntil(async () => turnsOf(session)[1]?.status === 'complete');
      deepStrictEqual(shown(session)[1], ['two', 'to two', 'complete']);
    });

    it('sends a chosen message first, the last one of two: the running response is stopped for it', async () => {
      const { answers, reply } = answerOnDemand();
      const session = await open(reply);
      for (const text of ['one', 'two', 'three']) session.send(question(text));
      await waitUntil(async () => answers.length === 1);
      for (const { id } of session.queue) session.sendQueued(id);
      await waitUntil(async () => answers.length === 2);
      deepStrictEqual(
        [shown(session).map(([prompt, , status]) => [prompt, status]), queued(session), keptQueue],
        [
          [
            ['one', 'stopped'],
            ['three', 'waiting'],
          ],
          ['two'],
          ['two'],
        ],
      );
    });

    it('goes back into the input when another conversation is opened', async () => {
      const { reply } = answerOnDemand();
      const session = await open(reply);
      for (const text of ['one', 'two', 'three']) session.send(question(text));
      session.newConversation();
      deepStrictEqual([queued(session), keptQueue, putBack], [[], [], ['two\n\nthree']]);
    });

    it('stays held until the user sends it: later messages go to its end, and a retry changes nothing', async () => {
      const { answers, reply } = answerOnDemand();
      const session = await open(reply);
      session.send(question('one'));
      session.send(question('two'));
      session.stop();
      await waitUntil(async () => session.isQueueHeld);
      const before = answers.length;
      session.send(question('three'));
      session.retry(turnsOf(session)[0]?.id ?? '');
      await waitUntil(async () => answers.length > before);
      answers.at(-1)?.();
      await waitUntil(async () => !session.isAnswering);
      const seen = [queued(session), session.isQueueHeld, turnsOf(session).length];
      session.sendQueued(session.queue[0]?.id ?? '');
      await waitUntil(async () => answers.length > before + 1);
      answers.at(-1)?.();
      await waitUntil(async () => turnsOf(session)[2]?.prompt === 'three');
      deepStrictEqual(
        [seen, turnsOf(session).map(({ prompt }) => prompt), session.isQueueHeld],
        [[['two', 'three'], true, 1], ['one', 'two', 'three'], false],
      );
    });

    it('returns a removed message, and is restored with its conversation', async () => {
      const { reply } = answerOnDemand();
      const session = await open(reply);
      session.send(question('one'));
      session.send(question('two'));
      session.send(question('three'));
      deepStrictEqual(session.dequeue(session.queue[0]?.id ?? '')?.text, 'two');
      deepStrictEqual(session.dequeue('no such message'), undefined);
      await session.close();
      const later = await open(reply, session.conversation.id);
      deepStrictEqual([queued(later), later.isQueueHeld], [['three'], true]);
    });
  });

  describe('two windows on one conversation', () => {
    /** A second window on the same conversation, opened once everything from the first one is on disk. */
    async function openBeside(first: ChatSession, reply: Reply): Promise<ChatSession> {
      const contentOf = ({ conversation }: ChatSession) =>
        [...conversation.messages.values()]
          .map((message) =>
            [message.id, searchedText(message), message.type === 'answer' && message.end?.status].join(),
          )
          .join('\n');
      for (;;) {
        const second = await open(reply, first.conversation.id);
        if (contentOf(second) === contentOf(first)) return second;
        await second.close();
        await new Promise((resolve) => setImmediate(resolve));
      }
    }

    it('show each other’s messages and responses as they come', async () => {
      const here = await open(() => answerWith('a'));
      await harness.ask(here, 'one');
      const there = await openBeside(here, () => answerWith('b'));
      there.send(question('two'));
      await waitUntil(async () => turnsOf(here).length === 2 && turnsOf(here)[1]?.status === 'complete');
      const expected = [
        ['one', 'a', 'complete'],
        ['two', 'b', 'complete'],
      ];
      deepStrictEqual([shown(here), shown(there)], [expected, expected]);
      here.send(question('three'));
      await waitUntil(async () => turnsOf(there)[2]?.status === 'complete');
      deepStrictEqual(shown(there)[2], ['three', 'a', 'complete']);
    });

    it('need not wait for a window that is gone: Stop frees the other', async () => {
      let begin = () => {};
      const isBegun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const here = await open(async function* (_request, { signal }) {
        yield { type: 'text', text: 'part' };
        await isBegun;
        yield { type: 'text', text: ' and more' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
      here.send(question('one'));
      await waitFor('delta');
      const there = await openBeside(here, () => answerWith('b'));
      begin();
      await waitUntil(async () => turnsOf(there)[0]?.status === 'running');
      // The first window dies in the middle of its response, without recording an end.
      there.send(question('two'));
      deepStrictEqual(
        there.queue.map(({ text }) => text),
        ['two'],
      );
      there.stop();
      deepStrictEqual([turnsOf(there)[0]?.status, there.isQueueHeld], ['interrupted', true]);
      there.sendQueued(there.queue[0]?.id ?? '');
      await waitUntil(async () => turnsOf(there)[1]?.status === 'complete');
    });

    it('leave a queue that is held here alone when a response in the other window ends', async () => {
      let isFirst = true;
      const here = await open(async function* (...asked) {
        if (!isFirst) return yield* answerWith('a');
        isFirst = false;
        yield* untilStopped(...asked);
      });
      here.send(question('one'));
      here.send(question('queued'));
      here.stop();
      await waitUntil(async () => here.isQueueHeld);
      const there = await openBeside(here, () => answerWith('b'));
      // The saved queue belongs to the first window.
      there.dequeue(there.queue[0]?.id ?? '');
      there.edit(turnsOf(there)[0]?.id ?? '', 'one, in other words');
      await waitUntil(async () => turnsOf(here)[0]?.promptVersion?.count === 2);
      await waitUntil(async () =>
        [...here.conversation.messages.values()].some(
          (message) => message.type === 'answer' && searchedText(message) === 'b' && message.end,
        ),
      );
      deepStrictEqual([here.queue.map(({ text }) => text), here.isQueueHeld], [['queued'], true]);
    });

    it('restore a conversation that one deleted and the other continues', async () => {
      const here = await open(() => answerWith('a'));
      await harness.ask(here, 'one');
      await (await openBeside(here, () => answerWith('b'))).close();
      const journal = createJournal(join(harness.folder, 'conversations'), silentLogger);
      await journal.append(here.conversation.id, { type: 'delete', isDeleted: true, at: 1 });
      await waitUntil(async () => here.conversation.isDeleted);
      await harness.ask(here, 'two');
      await here.close();
      deepStrictEqual((await journal.load(here.conversation.id))?.isDeleted, false);
    });
  });

  it('reports the phase of a request, and a receipt with timing and the relay’s data', async () => {
    const session = await open(async function* (_request, { onPhase }) {
      for (const phase of ['connect', 'upload', 'firstByte'] as const) onPhase(phase);
      yield { type: 'start', model: 'm-2026', requestId: 'r-7' };
      yield* answerWith('fine');
    });
    session.send(question('q'));
    const end = await waitFor('end');
    deepStrictEqual(
      facts.flatMap((fact) => (fact.type === 'phase' ? fact.phase : [])),
      ['connecting', 'uploading', 'answer'],
    );
    ok(end.type === 'end');
    const { firstTokenMs, durationMs, ...receipt } = end.receipt ?? {};
    deepStrictEqual(receipt, { servedModel: 'm-2026', requestId: 'r-7', finishReason: 'end_turn' });
    ok(firstTokenMs !== undefined && durationMs !== undefined && firstTokenMs <= durationMs);
  });

  it('shows a failure of a later version, which can be retried', async () => {
    const journal = createJournal(join(harness.folder, 'conversations'), silentLogger);
    const records = [
      { type: 'prompt', id: 'p', parentId: null, text: 'q', at: 1 },
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', relay: 'not a URL', at: 2 },
      {
        type: 'end',
        id: 'a',
        status: 'failed',
        at: 3,
        failure: { kind: 'of a later version', details: { requestId: 'r' } },
      },
    ] as const;
    for (const record of records) await journal.append('later', record);
    const session = await open(() => answerWith('x'), 'later');
    const [turn] = turnsOf(session);
    deepStrictEqual(
      [turn?.failure?.title, turn?.failure?.requestId],
      ['The response was interrupted by the relay, its provider, or the network.', 'r'],
    );
    facts.length = 0;
    session.retry('a');
    await waitFor('end');
    deepStrictEqual(shown(session), [['q', 'x', 'complete']]);
  });

  it('starts a new conversation, and leaves the old one as it was', async () => {
    const session = await open(() => answerWith('a'));
    await harness.ask(session, 'one');
    const old = session.conversation.id;
    session.newConversation();
    deepStrictEqual(turnsOf(session), []);
    await session.close();
    deepStrictEqual(shown(await open(undefined, old)), [['one', 'a', 'complete']]);
  });
});

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
