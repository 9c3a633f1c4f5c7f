import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from '../chatFacts.ts';
import { type ChatPage, openChatPage } from '../chatPage.ts';

describe('what is written into a text of the chat that is there already', () => {
  let chat: ChatPage;
  const editBox = () => chat.page.getByRole('textbox', { name: 'Your message' });
  const notes = () => chat.page.locator('.unsent-note').count();
  const editBoxes = () => chat.page.locator('.editing').count();

  /** What the page would know again. */
  const kept = (key: 'edits' | 'systems') =>
    chat.page.evaluate((key) => {
      const entries: [string, { text: string; isOpen: boolean }][] =
        JSON.parse(sessionStorage.getItem('state') ?? '{}')[key] ?? [];
      return entries.map(([id, { text, isOpen }]) => [id, text.slice(0, 20), isOpen]);
    }, key);

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
    await chat.page.keyboard.press('Escape');
  }

  afterEach(async () => {
    deepStrictEqual([chat.problems, chat.intents.filter(({ type }) => type === 'log')], [[], []]);
    await chat.close();
  });

  it('is all there again in a page that is built anew, however many questions it is', async () => {
    chat = await openChatPage();
    for (const name of ['one', 'two']) {
      await show(name, 11);
      for (let place = 0; place < 11; place += 1) await leaveEdit(place, `other ${place}`);
    }
    await chat.reload();
    const counts: number[] = [];
    for (const name of ['one', 'two']) {
      await show(name, 11);
      counts.push(await notes());
    }
    deepStrictEqual(counts, [11, 11]);
  });

  it('is not pushed out by what is only opened, of which nothing is kept', async () => {
    chat = await openChatPage();
    await show('one', 1);
    await leaveEdit(0, 'other words');
    const own = [['one0', 'other words', false]];
    await show('two', 21);
    // Each that is opened has no pencil any more: the next one is the first.
    for (let count = 0; count < 21; count += 1) await openEdit(0);
    await editBox().last().fill('said and more');
    await editBox().last().fill(' said ');
    await editBox().last().blur();
    deepStrictEqual([await editBoxes(), await kept('edits')], [21, own]);
    await chat.reload();
    await show('two', 21);
    strictEqual(await editBoxes(), 0);
    await show('one', 1);
    deepStrictEqual([await notes(), await kept('edits')], [1, own]);
  });

  it('is kept as far as there is room, the latest first', async () => {
    chat = await openChatPage();
    const before = [
      ['far0', { text: 'a'.repeat(1_000), isOpen: false }],
      ['one0', { text: 'b'.repeat(1_990_000), isOpen: false }],
      ['one1', { text: 'c', isOpen: false }],
    ];
    await chat.page.evaluate((edits) => sessionStorage.setItem('state', JSON.stringify({ edits })), before);
    await chat.reload();
    await show('one', 3);
    await leaveEdit(2, 'd'.repeat(20_000));
    deepStrictEqual(await kept('edits'), [
      ['one1', 'c', false],
      ['one2', 'd'.repeat(20), false],
    ]);
    await chat.page.evaluate(() =>
      sessionStorage.setItem('state', JSON.stringify({ edits: [['far0', { text: 'a', isOpen: false }]] })),
    );
    await chat.reload();
    await show('one', 3);
    await openEdit(2);
    await editBox().evaluate((input: HTMLTextAreaElement) => {
      // Set and told as one input, since to lay such a text out takes long.
      input.hidden = true;
      input.value = 'e'.repeat(2_000_001);
      input.dispatchEvent(new Event('input'));
      dispatchEvent(new Event('blur'));
    });
    deepStrictEqual(await kept('edits'), [['one2', 'e'.repeat(20), true]]);
  });

  describe('while it is typed', () => {
    const sorts = {
      edits: {
        id: 'one0',
        open: () => openEdit(0),
        box: () => editBox(),
      },
      systems: {
        id: 'one',
        open: () => chat.tell({ type: 'openSystem' }),
        box: () => chat.page.locator('.system textarea'),
      },
    } as const;
    const ways: readonly [string, () => Promise<unknown>][] = [
      ['typing pauses', () => chat.page.clock.runFor(1_000)],
      ['the page loses the focus', () => chat.page.evaluate(() => dispatchEvent(new Event('blur')))],
      ['the person goes elsewhere in it', () => chat.page.focus('chat-composer textarea')],
      [
        'the page is hidden',
        () => chat.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
      ],
      ['the page goes', () => chat.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))],
    ];

    beforeEach(async () => {
      // No time passes, so no pause of typing is ever over.
      chat = await openChatPage({ clockStands: true });
      await show('one', 1);
    });

    for (const key of ['edits', 'systems'] as const) {
      const { id, open, box } = sorts[key];
      for (const [name, go] of ways) {
        it(`is kept when ${name}, and not with each key: ${key}`, async () => {
          await open();
          await box().fill('Half');
          await box().fill('Half a sen');
          const before = await kept(key);
          await go();
          deepStrictEqual([before, await kept(key)], [[], [[id, 'Half a sen', true]]]);
        });
      }

      it(`is kept at once when it is left, and forgotten at once when it is discarded: ${key}`, async () => {
        await open();
        await box().fill('Half a sen');
        await box().press('Escape');
        await chat.drawn();
        const left = await kept(key);
        await open();
        await box().fill('More');
        await chat.page.locator('.edit-actions vscode-button', { hasText: 'Discard Changes' }).click();
        deepStrictEqual([left, await kept(key)], [[[id, 'Half a sen', false]], []]);
        await chat.page.clock.runFor(1_000);
        deepStrictEqual(await kept(key), []);
      });
    }
  });
});
