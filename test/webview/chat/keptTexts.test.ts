import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from '../chatFacts.ts';
import { type ChatPage, openChatPage } from '../chatPage.ts';

describe('unsent edits of existing texts in the chat', () => {
  let chat: ChatPage;
  const editBox = () => chat.page.getByRole('textbox', { name: 'Your message' });
  const notes = () => chat.page.locator('.unsent-note').count();
  const editBoxes = () => chat.page.locator('.editing').count();

  /** The edits that the page has stored. */
  const kept = () =>
    chat.page.evaluate(() => {
      const entries: [string, { text: string; isOpen: boolean }][] =
        JSON.parse(sessionStorage.getItem('state') ?? '{}').edits ?? [];
      return entries.map(([id, { text, isOpen }]) => [id, text.slice(0, 20), isOpen]);
    });

  async function show(name: string, count: number): Promise<void> {
    const turns = Array.from({ length: count }, (_, place) =>
      makeTurn({ id: `${name}-a${place}`, promptId: `${name}${place}`, prompt: 'said', text: 'x' }),
    );
    await chat.tell({ ...makeSnapshot(...turns), conversationId: name });
  }

  const openEdit = (place: number) => chat.page.locator('.edit-question').nth(place).press('Enter');

  async function leaveEdit(place: number, text: string): Promise<void> {
    await openEdit(place);
    await editBox().fill(text);
    await chat.press('Escape');
  }

  afterEach(() => chat.close());

  it('survive a rebuild of the page, and editors that are only opened are not stored', async () => {
    chat = await openChatPage();
    await show('one', 1);
    await leaveEdit(0, 'other words');
    const own = [['one0', 'other words', false]];
    await show('two', 2);
    // A message that is being edited has no pencil, so the next message has the first one.
    for (let count = 0; count < 2; count += 1) await openEdit(0);
    await editBox().last().fill('said and more');
    await editBox().last().fill(' said ');
    await editBox().last().blur();
    deepStrictEqual([await editBoxes(), await kept()], [2, own]);
    await chat.reload();
    await show('two', 2);
    strictEqual(await editBoxes(), 0);
    await show('one', 1);
    deepStrictEqual([await notes(), await kept()], [1, own]);
  });

  it('are stored as far as there is room, the latest first, and that one in any case', async () => {
    chat = await openChatPage();
    const edit = (id: string, letter: string, length: number) => [
      id,
      { text: letter.repeat(length), isOpen: false },
    ];
    const begin = async (...edits: unknown[]) => {
      await chat.page.evaluate((edits) => sessionStorage.setItem('state', JSON.stringify({ edits })), edits);
      await chat.reload();
      await show('one', 2);
    };
    await begin(edit('far0', 'a', 10), edit('far1', 'b', 1_999_990), edit('one0', 'c', 5));
    await leaveEdit(1, 'd'.repeat(10));
    const both = await kept();
    await begin(edit('far0', 'a', 10), edit('far1', 'b', 2_000_001), edit('one0', 'c', 5));
    await openEdit(0);
    await chat.page.locator('.edit-actions vscode-button', { hasText: 'Discard Changes' }).click();
    deepStrictEqual(
      [both, await kept()],
      [
        [
          ['one0', 'c'.repeat(5), false],
          ['one1', 'd'.repeat(10), false],
        ],
        [['far1', 'b'.repeat(20), false]],
      ],
    );
  });

  describe('while they are being typed', () => {
    beforeEach(async () => {
      // The clock stands still, so a pause in typing never ends.
      chat = await openChatPage({ clockStands: true });
      await show('one', 1);
    });

    it('are stored when typing pauses, and not with each key', async () => {
      await openEdit(0);
      await editBox().fill('Half');
      await editBox().fill('Half a sen');
      const before = await kept();
      await chat.page.clock.runFor(1_000);
      deepStrictEqual([before, await kept()], [[], [['one0', 'Half a sen', true]]]);
    });

    it('are stored at once when they are left, and dropped at once when they are discarded', async () => {
      await leaveEdit(0, 'Half a sen');
      await chat.drawn();
      const left = await kept();
      await openEdit(0);
      await editBox().fill('More');
      await chat.page.locator('.edit-actions vscode-button', { hasText: 'Discard Changes' }).click();
      deepStrictEqual([left, await kept()], [[['one0', 'Half a sen', false]], []]);
      await chat.page.clock.runFor(1_000);
      deepStrictEqual(await kept(), []);
    });
  });
});
