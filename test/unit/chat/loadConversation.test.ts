import { deepStrictEqual, notStrictEqual } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatPorts } from '../../../src/chat/chatPorts.ts';
import { createSessionHarness, question, type SessionHarness, turnsOf } from './sessionHarness.ts';

describe('the conversation that a window opens with', () => {
  let harness: SessionHarness;
  let remembered: string | undefined;
  let told: string[];

  beforeEach(async () => {
    harness = await createSessionHarness();
    [remembered, told] = [undefined, []];
  });
  afterEach(() => harness.close());

  const ports: Partial<ChatPorts> = {
    rememberConversation: (id) => {
      remembered = id;
    },
    onUnreadable: () => told.push('unreadable'),
  };
  const open = () => harness.open({ ports }, remembered);
  const pathOf = (id: string) => join(harness.folder, 'conversations', `${id}.jsonl`);

  /** What a page keeps for a conversation without a message, it keeps by this id. */
  for (const [name, isNew] of [
    ['the very first one', false],
    ['one begun by New Chat', true],
  ] as const) {
    it(`is the same after a restart, without a message in it: ${name}`, async () => {
      const before = await open();
      if (isNew) before.newConversation();
      const id = before.conversationId;
      await before.close();
      const after = await open();
      deepStrictEqual([after.conversationId, remembered, turnsOf(after), told], [id, id, [], []]);
    });
  }

  it('is the one in which something was said', async () => {
    const before = await open();
    before.send(question('one'));
    await harness.until(() => harness.facts.some(({ type }) => type === 'end'));
    await before.close();
    const after = await open();
    deepStrictEqual(
      [after.conversationId, turnsOf(after).map(({ prompt }) => prompt)],
      [before.conversationId, ['one']],
    );
  });

  const others: readonly [string, (path: string) => Promise<unknown>, readonly string[]][] = [
    ['was deleted', (path) => writeFile(path, '{"type":"delete","isDeleted":true,"at":1}\n'), []],
    ['can’t be read', (path) => mkdir(path), ['unreadable']],
  ];
  for (const [name, spoil, expected] of others) {
    it(`is another, remembered too, where the one before ${name}`, async () => {
      await mkdir(join(harness.folder, 'conversations'));
      await spoil(pathOf('old'));
      remembered = 'old';
      const session = await open();
      notStrictEqual(session.conversationId, 'old');
      deepStrictEqual([remembered, turnsOf(session), told], [session.conversationId, [], expected]);
    });
  }
});
