import { deepStrictEqual } from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatSession } from '../../../src/chat/model/chatSession.ts';
import type { TurnView } from '../../../src/protocol/protocolViews.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { type AnswerMessage, applyTurnUpdate } from '../../../src/webview/chat/window/turnCache.ts';
import {
  answerWith,
  events,
  finish,
  idIn,
  prepared,
  question,
  turnsOf,
  untilStopped,
  useSessions,
} from './sessionHarness.ts';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);

describe('responses of a session', () => {
  const harness = useSessions();

  /** The compared responses of the last turn, or its only response. */
  const beside = (session: ChatSession) => {
    const turn = turnsOf(session).at(-1);
    return (turn?.compared ?? (turn ? [turn] : [])).map(({ model, status, parts }) => [
      model,
      status,
      ...parts.flatMap((part) => (part.type === 'text' ? part.text : [])),
    ]);
  };

  describe('of several models', () => {
    const modelTargets = { host: undefined, others: () => ['n', 'o'] };

    it('are requested at once, shown side by side, and one can be kept', async () => {
      const session = await harness.open({
        reply: ({ model }) => (model === 'o' ? fail() : events({ type: 'text', text: model }, finish)),
        services: { modelTargets },
      });
      await harness.ask(session, 'q');
      const shown = beside(session);
      const [, second] = turnsOf(session)[0]?.compared ?? [];
      session.keepAnswer(second?.id ?? '');
      await harness.ask(session, 'next');
      deepStrictEqual(
        [shown, turnsOf(session)[0]?.answerVersion, harness.requests[3]?.messages],
        [
          [
            ['m', 'complete', 'm'],
            ['n', 'complete', 'n'],
            ['o', 'failed'],
          ],
          { place: 2, count: 3 },
          [
            { role: 'user', content: 'q' },
            { role: 'assistant', content: 'n' },
            { role: 'user', content: 'next' },
          ],
        ],
      );
    });

    it('are still side by side after a restart, and one can be retried alone', async () => {
      const first = await harness.open({ services: { modelTargets } });
      await harness.ask(first, 'q');
      await first.close();
      const session = await harness.open({ reply: answerWith('again') }, first.conversation.id);
      const [, second] = turnsOf(session)[0]?.compared ?? [];
      session.retry(second?.id ?? '');
      await harness.idle(session);
      deepStrictEqual(beside(session), [
        ['m', 'complete', 'fine'],
        ['n', 'complete', 'again'],
        ['o', 'complete', 'fine'],
      ]);
    });

    it('are stopped one by one, and the others are stopped when one is kept', async () => {
      const session = await harness.open({
        reply: untilStopped,
        services: { modelTargets },
      });
      session.send(question('q'));
      await harness.until(() => harness.told.filter(({ type }) => type === 'delta').length === 3);
      const [first, second] = turnsOf(session)[0]?.compared ?? [];
      session.stop(first?.id);
      await harness.until(() => session.running.length === 2);
      const stopped = beside(session).map(([, status]) => status);
      session.keepAnswer(second?.id ?? '');
      await harness.until(() => session.running.length === 1);
      deepStrictEqual(
        [stopped, beside(session), session.running],
        [['stopped', 'running', 'running'], [['n', 'running', 'part']], [second?.id]],
      );
    });

    it('need one confirmation to go to another relay', async () => {
      const asked: string[][] = [];
      let { relay }: { relay: string } = prepared;
      const session = await harness.open({
        prepare: async (model = 'm') => ({ ...prepared, model, relay }),
        services: {
          modelTargets,
          confirmOtherRelay: async (...relays) => {
            asked.push(relays);
            return true;
          },
        },
      });
      await harness.ask(session, 'q');
      relay = 'https://other.test';
      await harness.ask(session, 'next');
      deepStrictEqual(asked, [[prepared.relay, relay]]);
    });
  });

  describe('with tools', () => {
    const tools = [{ name: 'look' }];
    const callLook = () =>
      events(
        { type: 'text', text: 'I look.' },
        { type: 'toolCall', id: 'c', name: 'look', input: { at: 1 } },
        { type: 'finish', verdict: 'complete', cause: 'toolCalls' },
      );

    it('are requested again with the tool’s result, and all of it is saved', async () => {
      const session = await harness.open({
        reply: ({ messages }) =>
          messages.length === 1 ? callLook() : events({ type: 'text', text: 'Seen.' }, finish),
        tools: {
          given: () => tools,
          async run(_call, { onStatus }) {
            onStatus({ status: 'asking', question: 'May it?' });
            onStatus({ status: 'running' });
            return { status: 'done', text: 'a tree', pictures: [png] };
          },
        },
      });
      await harness.ask(session, 'q');
      const statuses = harness.told.flatMap((fact) =>
        fact.type === 'part' && fact.part.type === 'tool' ? fact.part.call.status : [],
      );
      await session.close();
      const reopened = await harness.open({}, session.conversation.id);
      const [turn] = turnsOf(reopened);
      const [, part] = turn?.parts ?? [];
      const file = part?.type === 'tool' ? part.call.pictures?.[0]?.file : undefined;
      deepStrictEqual(
        [statuses, harness.requests[0]?.tools, harness.requests[1]?.messages.length, turn?.parts],
        [
          ['pending', 'asking', 'running', 'done'],
          tools,
          3,
          [
            { type: 'text', text: 'I look.' },
            {
              type: 'tool',
              call: {
                callId: 'c',
                title: 'Tool look',
                input: '{\n  "at": 1\n}',
                status: 'done',
                result: 'a tree',
                pictures: [{ file }],
              },
            },
            { type: 'text', text: 'Seen.' },
          ],
        ],
      );
    });

    it('look the same to a page that received every update and to one opened later', async () => {
      const session = await harness.open({
        reply: ({ messages }) =>
          messages.length > 1
            ? events({ type: 'text', text: 'Seen.' }, finish)
            : events(
                { type: 'thinking', text: 'Hm' },
                { type: 'signature', signature: 's' },
                { type: 'thinking', text: ', so' },
                { type: 'redactedThinking', data: 'x' },
                { type: 'text', text: 'I look' },
                { type: 'signature', signature: 't' },
                { type: 'text', text: ' twice.' },
                { type: 'toolCall', id: 'c', name: 'look', input: {} },
                { type: 'toolCall', id: 'c', name: 'look', input: { at: 2 } },
                finish,
              ),
        tools: { given: () => tools },
      });
      session.send(question('q'));
      const [first] = turnsOf(session);
      await harness.idle(session);
      const told = harness.told
        .filter((fact): fact is AnswerMessage => 'turnId' in fact && fact.turnId === first?.id)
        .reduce<TurnView | undefined>((turn, fact) => turn && applyTurnUpdate(turn, fact), first);
      deepStrictEqual(
        [told?.parts, told?.parts.map(({ type }) => type)],
        [turnsOf(session)[0]?.parts, ['thinking', 'text', 'tool', 'tool', 'text']],
      );
    });
  });

  describe('with an image that can’t be saved', () => {
    let asked: number;
    /** A session whose images can't be saved. */
    async function open(maySaveAgain: (folder: string) => Promise<boolean>) {
      asked = 0;
      const folder = join(harness.folder, 'pictures');
      const image = { type: 'image', mediaType: 'image/png', bytes: png } as const;
      const session = await harness.open({
        services: {
          maySaveAgain() {
            asked += 1;
            return maySaveAgain(folder);
          },
        },
        reply: () => events(image, { type: 'text', text: 'There.' }, finish),
      });
      // With a file in its place, the folder can't be made.
      await writeFile(folder, '');
      session.send(question('draw'));
      return session;
    }
    const drawn = (session: ChatSession) =>
      turnsOf(session).map(({ parts, pictures }) => [parts.map(({ type }) => type), pictures]);

    it('wait, and save it again if the user agrees', async () => {
      const session = await open(async (folder) => {
        if (asked === 2) await rm(folder);
        return true;
      });
      await harness.idle(session);
      deepStrictEqual([drawn(session), asked], [[[['picture', 'text'], undefined]], 2]);
    });

    it('stop waiting when they are stopped', async () => {
      const session = await open(() => new Promise(() => {}));
      await harness.until(() => asked === 1);
      session.stop();
      await harness.idle(session);
      deepStrictEqual(drawn(session), [[['text'], 1]]);
    });
  });

  it('are requested with the attachments, also after the question was edited', async () => {
    const session = await harness.open();
    session.send({ text: 'why?', attachments: [{ kind: 'file', name: 'a.ts', text: 'x', tokens: 7 }] });
    await harness.idle(session);
    session.edit(idIn(session), 'how?');
    await harness.idle(session);
    deepStrictEqual(
      [turnsOf(session)[0]?.attachments, harness.requests.map(({ messages }) => messages[0]?.content)],
      [
        [{ id: '', kind: 'file', name: 'a.ts', tokens: 7 }],
        ['why?', 'how?'].map((text) => [
          { type: 'text', text: 'a.ts:\n```\nx\n```' },
          { type: 'text', text },
        ]),
      ],
    );
  });

  it('record how often they were retried, and that their window was closed', async () => {
    const session = await harness.open({
      async *reply(request, call) {
        const error = new RelayError('rateLimit');
        for (const retry of [1, 2]) call.onRetryWait({ retry, delayMs: 1, error, retryNow() {} });
        yield* untilStopped(request, call);
      },
    });
    session.send(question('q'));
    await harness.hasText();
    await session.close();
    const { status, endedBy, retries } = session.conversation.turns[0]?.answer.end ?? {};
    deepStrictEqual([status, endedBy, retries], ['stopped', 'closing', 2]);
  });

  it('are requested with the system prompt of the conversation, or that of the settings', async () => {
    const session = await harness.open({ services: { defaultSystem: () => 'default' } });
    const shown = [session.system];
    session.conversation.setSystem('own');
    shown.push(session.system);
    await harness.ask(session, 'q');
    await session.close();
    const reopened = await harness.open({}, session.conversation.id);
    shown.push(reopened.system);
    reopened.conversation.setSystem(undefined);
    await harness.ask(reopened, 'r');
    deepStrictEqual(
      [shown, harness.requests.map(({ system }) => system)],
      [
        [
          { text: 'default', isOwn: false },
          { text: 'own', isOwn: true },
          { text: 'own', isOwn: true },
        ],
        ['own', undefined],
      ],
    );
  });

  it('produce a title once, with the first of them', async () => {
    const session = await harness.open({
      reply: ({ messages }) =>
        String(messages[0]?.content).startsWith('Write a title')
          ? events({ type: 'text', text: '"**Loops** in C."\nSure!' }, finish)
          : events({ type: 'text', text: 'a' }, finish),
      services: { wantsTitle: () => true },
    });
    session.send(question('how do loops work?'));
    await harness.until(() => session.conversation.title !== undefined);
    const made = session.conversation.title;
    await harness.ask(session, 'more');
    deepStrictEqual(
      [made, session.conversation.title, harness.requests.length],
      ['Loops in C', 'Loops in C', 3],
    );
  });
});

function fail(): never {
  throw new RelayError('modelNotAllowed', { status: 404 });
}
