import { deepStrictEqual, notStrictEqual } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatServices } from '../../../../src/chat/model/chatServices.ts';
import type { ChatSession } from '../../../../src/chat/model/chatSession.ts';
import { shownIn, turnsOf, useSessions } from '../sessionHarness.ts';

describe('the conversation that a window opens with', () => {
  const harness = useSessions();
  let memory: ChatServices['memory'];
  beforeEach(() => {
    memory = { openConversation: undefined, mode: 'agent' };
  });

  const open = () => harness.open({ services: { memory } });
  const isUnreadable = () => harness.told.some(({ type }) => type === 'unreadable');
  const pathOf = (id: string) => join(harness.folder, 'conversations', `${id}.jsonl`);

  /** The page stores its state by conversation ID, also for a conversation without messages. */
  const cases: readonly [name: string, use: (session: ChatSession) => unknown, prompts: readonly string[]][] =
    [
      ['the very first one', () => {}, []],
      ['one begun by New Chat', (session) => session.newConversation(), []],
      ['one with messages', (session) => harness.ask(session, 'one'), ['one']],
    ];
  for (const [name, use, prompts] of cases) {
    it(`is the same after a restart: ${name}`, async () => {
      const before = await open();
      await use(before);
      const { id } = before.conversation;
      await before.close();
      const after = await open();
      deepStrictEqual(
        [
          after.conversation.id,
          memory.openConversation,
          shownIn(after).map(([prompt]) => prompt),
          isUnreadable(),
        ],
        [id, id, prompts, false],
      );
    });
  }

  it('is a new one, without a word, when there was none and the history can’t be read', async () => {
    await writeFile(join(harness.folder, 'conversations'), '');
    await open();
    deepStrictEqual(isUnreadable(), false);
  });

  const others: readonly [string, (path: string) => Promise<unknown>, boolean][] = [
    ['was deleted', (path) => writeFile(path, '{"type":"delete","isDeleted":true,"at":1}\n'), false],
    ['can’t be read', (path) => mkdir(path), true],
  ];
  for (const [name, spoil, expected] of others) {
    it(`is a new one, also remembered, when the last one ${name}`, async () => {
      await mkdir(join(harness.folder, 'conversations'));
      await spoil(pathOf('old'));
      memory.openConversation = 'old';
      const session = await open();
      notStrictEqual(session.conversation.id, 'old');
      deepStrictEqual(
        [memory.openConversation, turnsOf(session), isUnreadable()],
        [session.conversation.id, [], expected],
      );
    });
  }
});
