import { deepStrictEqual, rejects } from 'node:assert/strict';
import { type ChatMemory, createChatMemory } from '../../../../src/chat/storage/persistence.ts';
import { Outbox, type OutboxPorts } from '../../../../src/chat/view/outbox.ts';
import type { HostMessage } from '../../../../src/protocol/chatPageProtocol.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createFullMemory } from '../fullMemory.ts';
import { answerWith, turnsOf, useSessions } from '../sessionHarness.ts';

describe('what is written in a page of the chat', () => {
  const harness = useSessions();
  let posted: HostMessage[];
  /** What the host keeps, over a crash too. */
  let memory: ChatMemory;

  beforeEach(async () => {
    posted = [];
    memory = createChatMemory(createFullMemory());
  });

  const page = { post: (fact: HostMessage) => posted.push(fact) };
  const editOf = (turnId: string) => ({ type: 'edit', turnId, text: 'in other words' }) as const;
  const putBack = { type: 'putBack', text: 'in other words' };
  const kept = () => ({ draft: memory.draft, unsent: memory.unsent, posted });

  function createFor(session: OutboxPorts['session']): Outbox {
    return new Outbox({
      session,
      attachments: { settled: async () => {}, take: () => [], putBack: () => {} },
      prompts: { expand: async () => undefined },
      addToMessage: async () => {},
      memory,
      onSent: () => {},
      t: (words) => words,
      logger: silentLogger,
    });
  }

  async function openWithAnswer() {
    const session = await harness.open({ reply: answerWith('fine') });
    await harness.ask(session, 'one');
    return session;
  }

  it('is asked in other words, and kept nowhere else then', async () => {
    const session = await openWithAnswer();
    const [turn] = turnsOf(session);
    await createFor(async () => session).edit(editOf(turn?.id ?? ''), page);
    deepStrictEqual(
      [turnsOf(session).map(({ prompt }) => prompt), kept()],
      [['in other words'], { draft: '', unsent: [], posted: [] }],
    );
  });

  it('goes into the draft that is kept where the question is not shown any more', async () => {
    const session = await openWithAnswer();
    memory.draft = 'half a sentence';
    await createFor(async () => session).edit(editOf('gone'), page);
    deepStrictEqual(kept(), { draft: 'in other words\n\nhalf a sentence', unsent: [], posted: [putBack] });
  });

  it('goes into the draft where there is no conversation to be had, which is told', async () => {
    const failure = new Error('no session');
    const outbox = createFor(() => Promise.reject(failure));
    await rejects(outbox.edit(editOf('a'), page), failure);
    deepStrictEqual(kept(), { draft: 'in other words', unsent: [], posted: [putBack] });
  });

  it('is kept as not sent while the conversation is being opened', async () => {
    const session = await openWithAnswer();
    let opened = () => {};
    const isOpen = new Promise<void>((resolve) => {
      opened = resolve;
    });
    const outbox = createFor(() => isOpen.then(() => session));
    const work = [
      outbox.send({ type: 'send', text: 'two' }, page),
      outbox.edit(editOf(turnsOf(session)[0]?.id ?? ''), page),
    ];
    const before = memory.unsent;
    opened();
    await Promise.all(work);
    deepStrictEqual([before, kept()], [['two', 'in other words'], { draft: '', unsent: [], posted: [] }]);
  });
});
