import { deepStrictEqual, rejects } from 'node:assert/strict';
import { type ChatMemory, createChatMemory } from '../../../../src/chat/storage/persistence.ts';
import { Outbox, type OutboxPorts } from '../../../../src/chat/view/outbox.ts';
import type { HostMessage } from '../../../../src/protocol/chatPageProtocol.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createFullMemory } from '../fullMemory.ts';

describe('what is written in a page of the chat', () => {
  let posted: HostMessage[];
  let taken: string[];
  /** What the host keeps, over a crash too. */
  let memory: ChatMemory;

  beforeEach(() => {
    [posted, taken] = [[], []];
    memory = createChatMemory(createFullMemory());
  });

  const page = { post: (message: HostMessage) => posted.push(message) };
  const edit = { type: 'edit', turnId: 'a', text: 'in other words' } as const;
  const putBack = { type: 'putBack', text: edit.text };
  const kept = () => ({ taken, draft: memory.draft, unsent: memory.unsent, posted });
  /** A session that takes messages, and edits of a turn if it is shown. */
  const sessionWith = (isShown: boolean): Awaited<ReturnType<OutboxPorts['session']>> => ({
    send: ({ text }) => taken.push(text),
    edit(_turnId, text) {
      if (isShown) taken.push(text);
      return isShown;
    },
    dequeue: () => undefined,
  });

  const createFor = (session: OutboxPorts['session'], more: Partial<OutboxPorts> = {}) =>
    new Outbox({
      session,
      attachments: { settled: async () => {}, take: () => [], putBack: () => {} },
      prompts: { expand: async () => undefined },
      addToMessage: async () => {},
      memory,
      onSent: () => {},
      t: (words) => words,
      logger: silentLogger,
      ...more,
    });

  it('is asked in other words, and kept nowhere else then', async () => {
    await createFor(async () => sessionWith(true)).edit(edit, page);
    deepStrictEqual(kept(), { taken: [edit.text], draft: '', unsent: [], posted: [] });
  });

  it('goes into the draft that is kept where the question is not shown any more', async () => {
    memory.draft = 'half a sentence';
    await createFor(async () => sessionWith(false)).edit(edit, page);
    const draft = `${edit.text}\n\nhalf a sentence`;
    deepStrictEqual(kept(), { taken: [], draft, unsent: [], posted: [putBack] });
  });

  it('goes into the draft where there is no conversation to be had, which is told', async () => {
    const failure = new Error('no session');
    await rejects(createFor(() => Promise.reject(failure)).edit(edit, page), failure);
    deepStrictEqual(kept(), { taken: [], draft: edit.text, unsent: [], posted: [putBack] });
  });

  it('is kept as not sent while the conversation is being opened', async () => {
    const opened = Promise.withResolvers<Awaited<ReturnType<OutboxPorts['session']>>>();
    const outbox = createFor(() => opened.promise);
    const work = [outbox.send({ type: 'send', text: 'two' }, page), outbox.edit(edit, page)];
    const before = memory.unsent;
    opened.resolve(sessionWith(true));
    await Promise.all(work);
    deepStrictEqual(before, ['two', edit.text]);
    deepStrictEqual(
      { ...kept(), taken: taken.toSorted() },
      { taken: [edit.text, 'two'], draft: '', unsent: [], posted: [] },
    );
  });

  it('leaves the focus in the input after a prompt was sent, whose inputs a box may have asked for', async () => {
    const prompts = { expand: async () => ({ text: 'expanded' }) };
    await createFor(async () => sessionWith(true), { prompts }).send({ type: 'send', text: '/review' }, page);
    deepStrictEqual([taken, posted], [['expanded'], [{ type: 'focusInput' }]]);
  });
});
