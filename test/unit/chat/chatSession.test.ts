import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ask, type ChatSession, openChatSession } from '../../../src/chat/chatSession.ts';
import { createJournal } from '../../../src/chat/journal.ts';
import { NotReadyError } from '../../../src/failures.ts';
import type { ChatEvent } from '../../../src/relay/chat/chatEvent.ts';
import type { ChatRequest } from '../../../src/relay/chat/chatRequest.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { RelayError } from '../../../src/relay/relayError.ts';
import type { ChatFact } from '../../../src/webview/protocol.ts';

/** Stands for a relay: answers each request with what `reply` yields. */
type Reply = Ask;

const fill = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)]));

async function* answerWith(text: string): AsyncIterable<ChatEvent> {
  yield { type: 'text', text };
  yield { type: 'finish', verdict: 'complete', reason: 'end_turn' };
}

describe('a chat session', () => {
  let folder: string;
  let requests: ChatRequest[];
  let facts: ChatFact[];
  let remembered: string[];
  let answering: boolean[];
  let waiters: (() => void)[];
  let systemPrompt: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-'));
    [requests, facts, remembered, answering, waiters] = [[], [], [], [], []];
    systemPrompt = '';
  });
  afterEach(() => rm(folder, { recursive: true }));

  function open(
    reply: Reply | undefined,
    id?: string,
    model: string | undefined | Promise<undefined> = 'm',
  ): Promise<ChatSession> {
    return openChatSession(id, {
      journal: createJournal(folder, silentLogger),
      logger: silentLogger,
      ask: async () => {
        const answer = reply;
        if (!answer) throw new NotReadyError('connection');
        return (request, call) => {
          requests.push(request);
          return answer(request, call);
        };
      },
      systemPrompt: () => systemPrompt,
      currentModel: async () => model,
      maxOutputTokens: () => 100,
      failureContext: () => ({ t: fill, host: 'relay.test' }),
      rememberConversation: (conversationId) => remembered.push(conversationId),
      onFact: (fact) => {
        facts.push(fact);
        for (const wake of waiters.splice(0)) wake();
      },
      onSwitch: () => {},
      onUnwritable: () => {},
      onAnswering: (isAnswering) => answering.push(isAnswering),
    });
  }

  async function waitFor(type: ChatFact['type']): Promise<ChatFact> {
    for (;;) {
      const fact = facts.find((candidate) => candidate.type === type);
      if (fact) return fact;
      await new Promise<void>((resolve) => waiters.push(resolve));
    }
  }

  const shown = (session: ChatSession) =>
    session.turns().map(({ prompt, text, status }) => [prompt, text, status]);

  it('sends the whole conversation, and finds it again after a restart', async () => {
    const session = await open((request) => answerWith(`answer ${request.messages.length}`));
    session.send('one');
    await waitFor('end');
    facts = [];
    session.send('two');
    await waitFor('end');
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
    deepStrictEqual(remembered, [session.conversationId]);
    const expected = [
      ['one', 'answer 1', 'complete'],
      ['two', 'answer 3', 'complete'],
    ];
    deepStrictEqual(shown(session), expected);
    deepStrictEqual(shown(await open(undefined, session.conversationId)), expected);
  });

  it('keeps what came of an answer when it is stopped, and lets the next one run', async () => {
    const session = await open(async function* (_request, { signal }) {
      yield { type: 'text', text: 'part' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new RelayError('cancelled');
    });
    session.send('q');
    await waitFor('delta');
    session.stop();
    await waitFor('end');
    deepStrictEqual(shown(session), [['q', 'part', 'stopped']]);
    await session.close();
    deepStrictEqual(answering, [true, false]);
  });

  it('tells of a wait before the question is sent again, and ends it when asked to', async () => {
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
    session.send('q');
    const title = 'A rate limit is reached (HTTP 429).';
    const told = await waitFor('retryWait');
    const [turn] = session.turns();
    deepStrictEqual(told, { type: 'retryWait', turnId: turn?.id, wait: { title, remainingMs: 60_000 } });
    ok(turn?.status === 'waiting' && turn.retryWait?.title === title && turn.retryWait.remainingMs > 0);
    session.retryNow();
    await waitFor('end');
    deepStrictEqual(
      facts.filter(({ type }) => type === 'retryWait'),
      [told, { type: 'retryWait', turnId: turn.id }],
    );
    deepStrictEqual(
      [session.turns()[0]?.retryWait, shown(session)],
      [undefined, [['q', 'at last', 'complete']]],
    );
    session.retryNow();
  });

  it('stops in the middle of a wait', async () => {
    const session = await open(async function* (_request, { signal, onRetryWait }) {
      yield* [];
      onRetryWait({ retry: 1, delayMs: 60_000, error: new RelayError('rateLimit'), retryNow: () => {} });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new RelayError('cancelled');
    });
    session.send('q');
    await waitFor('retryWait');
    session.stop();
    await waitFor('end');
    deepStrictEqual(shown(session), [['q', '', 'stopped']]);
  });

  it('finds the part that came when the editor was killed in the middle of an answer', async () => {
    const abort = new AbortController();
    const session = await open(async function* () {
      yield { type: 'text', text: 'part' };
      await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
    });
    session.send('q');
    await waitFor('delta');
    // Nothing is closed here: a second session reads what is on the disk by now, as after a kill.
    await waitUntil(async () => shown(await open(undefined, session.conversationId))[0]?.[1] === 'part');
    const [turn] = (await open(undefined, session.conversationId)).turns();
    deepStrictEqual(
      [turn?.status, turn?.failure?.title],
      ['interrupted', 'The relay, its provider or the network broke off before the end.'],
    );
    abort.abort();
    await session.close();
  });

  it('says in the answer’s place that there is no relay or no model, and keeps the question', async () => {
    for (const [session, title] of [
      [await open(undefined), 'No relay is connected.'],
      [await open(() => answerWith('x'), undefined, ''), 'No model is selected.'],
    ] as const) {
      facts = [];
      session.send('q');
      await waitFor('end');
      const [turn] = session.turns();
      deepStrictEqual([turn?.prompt, turn?.status, turn?.failure?.title], ['q', 'failed', title]);
      await session.close();
      const [found] = (await open(undefined, session.conversationId)).turns();
      deepStrictEqual([found?.prompt, found?.failure?.title], ['q', title]);
    }
  });

  it('hands a message back while an answer is being written', async () => {
    const session = await open(async function* (_request, { signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    session.send('first');
    session.send('second');
    const rejected = await waitFor('rejected');
    ok(rejected.type === 'rejected');
    deepStrictEqual([rejected.text, rejected.failure.title], ['second', 'An answer is still being written.']);
    await session.close();
  });

  it('stops while the relay’s model list is still being waited for, and then asks nothing', async () => {
    const never = new Promise<undefined>(() => {});
    const session = await open(() => answerWith('x'), undefined, never);
    session.send('q');
    session.stop();
    await waitFor('end');
    deepStrictEqual([shown(session), requests], [[['q', '', 'stopped']], []]);
    await session.close();
  });

  it('keeps an answer in its own conversation when another is opened meanwhile', async () => {
    const session = await open(async function* (_request, { signal }) {
      yield { type: 'text', text: 'part' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new RelayError('cancelled');
    });
    session.send('old');
    const old = session.conversationId;
    await waitFor('delta');
    session.newConversation();
    session.send('new');
    facts = [];
    await waitFor('delta');
    deepStrictEqual(
      session.turns().map(({ prompt }) => prompt),
      ['new'],
    );
    await session.close();
    deepStrictEqual(shown(await open(undefined, old)), [['old', 'part', 'stopped']]);
  });

  it('puts a failure into words, and a new answer in its place when asked again', async () => {
    let isFirst = true;
    const session = await open(async function* () {
      if (isFirst) {
        isFirst = false;
        throw new RelayError('modelNotAllowed', { status: 403, relayMessage: 'no', requestId: 'r1' });
      }
      yield* answerWith('fine');
    });
    session.send('q');
    const failed = await waitFor('end');
    ok(failed.type === 'end');
    deepStrictEqual(
      [failed.status, failed.failure?.title, failed.failure?.relayMessage, failed.failure?.requestId],
      ['failed', 'The model “m” is not available to this token (HTTP 403).', 'no', 'r1'],
    );
    facts = [];
    session.retry(failed.turnId);
    const turn = await waitFor('turn');
    ok(turn.type === 'turn');
    await waitFor('end');
    deepStrictEqual(turn.replaces, failed.turnId);
    deepStrictEqual(shown(session), [['q', 'fine', 'complete']]);
    deepStrictEqual(requests[1]?.messages, [{ role: 'user', content: 'q' }]);
    await session.close();
  });

  it('asks an earlier question again at the end, so that nothing after it is hidden', async () => {
    const session = await open(() => answerWith('a'));
    session.send('one');
    await waitFor('end');
    facts = [];
    session.send('two');
    await waitFor('end');
    const first = session.turns()[0]?.id ?? '';
    facts = [];
    session.retry(first);
    await waitFor('end');
    deepStrictEqual(
      session.turns().map(({ prompt }) => prompt),
      ['one', 'two', 'one'],
    );
    await session.close();
  });

  it('begins anew, and leaves the old conversation where it was', async () => {
    const session = await open(() => answerWith('a'));
    session.send('one');
    await waitFor('end');
    const old = session.conversationId;
    session.newConversation();
    deepStrictEqual(session.turns(), []);
    deepStrictEqual(remembered, [old, session.conversationId]);
    await session.close();
    deepStrictEqual(shown(await open(undefined, old)), [['one', 'a', 'complete']]);
  });
});

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
