import { deepStrictEqual, notStrictEqual } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { question, turnsOf, useSessions } from '../sessionHarness.ts';

describe('the conversation that a window opens with', () => {
  const harness = useSessions();
  let remembered: string | undefined;
  let told: string[];
  let hasEnded: PromiseWithResolvers<void>;

  beforeEach(async () => {
    [remembered, told] = [undefined, []];
    hasEnded = Promise.withResolvers();
  });

  const open = () =>
    harness.open({
      services: {
        memory: {
          get openConversation() {
            return remembered;
          },
          set openConversation(id) {
            remembered = id;
          },
          mode: 'agent',
        },
        tell(event) {
          if (event.type === 'unreadable') told.push(event.type);
          if (event.type === 'end') hasEnded.resolve();
        },
      },
    });
  const pathOf = (id: string) => join(harness.folder, 'conversations', `${id}.jsonl`);

  /** The page stores its state by conversation ID, also for a conversation without messages. */
  for (const [name, isNew] of [
    ['the very first one', false],
    ['one begun by New Chat', true],
  ] as const) {
    it(`is the same after a restart even without messages: ${name}`, async () => {
      const before = await open();
      if (isNew) before.newConversation();
      const id = before.conversation.id;
      await before.close();
      const after = await open();
      deepStrictEqual([after.conversation.id, remembered, turnsOf(after), told], [id, id, [], []]);
    });
  }

  it('is the last one with its messages after a restart', async () => {
    const before = await open();
    before.send(question('one'));
    await hasEnded.promise;
    await before.close();
    const after = await open();
    deepStrictEqual(
      [after.conversation.id, turnsOf(after).map(({ prompt }) => prompt)],
      [before.conversation.id, ['one']],
    );
  });

  const others: readonly [string, (path: string) => Promise<unknown>, readonly string[]][] = [
    ['was deleted', (path) => writeFile(path, '{"type":"delete","isDeleted":true,"at":1}\n'), []],
    ['can’t be read', (path) => mkdir(path), ['unreadable']],
  ];
  for (const [name, spoil, expected] of others) {
    it(`is a new one, also remembered, when the last one ${name}`, async () => {
      await mkdir(join(harness.folder, 'conversations'));
      await spoil(pathOf('old'));
      remembered = 'old';
      const session = await open();
      notStrictEqual(session.conversation.id, 'old');
      deepStrictEqual([remembered, turnsOf(session), told], [session.conversation.id, [], expected]);
    });
  }
});
