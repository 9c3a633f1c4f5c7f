import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn, makeTurnMessage } from '../chatFacts.ts';
import { useChatPage } from '../chatPage.ts';

const other = makeTurn({ id: 'b', prompt: 'second' });

describe('a message of the person in the chat', () => {
  const chat = useChatPage({ width: 300 }, makeSnapshot(makeTurn({ id: 'a', prompt: 'first' }), other));
  const editBox = () => chat.page.getByRole('textbox', { name: 'Your message' });
  const press = (words: string) =>
    chat.page.locator('.edit-actions vscode-button', { hasText: words }).click();
  const buttons = () => chat.page.locator('.edit-actions vscode-button').allInnerTexts();
  const notes = () => chat.page.locator('.unsent-note').allInnerTexts();
  const sent = () => chat.sent('edit', 'stop', 'log');

  async function leaveEdit(text: string): Promise<void> {
    await chat.button('Edit your message').first().press('Enter');
    await editBox().fill(text);
    await chat.press('Escape');
  }

  it('keeps an edit that is left with Escape, which stops no response, says so, and continues with it', async () => {
    await chat.tell(makeTurnMessage(makeTurn({ id: 'c', status: 'running', text: 'So' }), 3));
    await leaveEdit('In other words');
    deepStrictEqual(
      [await editBox().count(), await notes(), await chat.lastSaid(), await chat.focused(), sent()],
      [
        0,
        ['Edit not sent'],
        'Your changes are a draft and are not sent yet.',
        'Continue editing your message',
        [],
      ],
    );
    await chat.press('Escape');
    await chat.intent('stop');
    await chat.button('Continue editing your message').focus();
    await chat.press('Enter');
    strictEqual(await editBox().inputValue(), 'In other words');
    const send = chat.page.locator('.edit-actions vscode-button').first();
    strictEqual(await send.getAttribute('title'), 'Stops the current response');
    await chat.press('Enter');
    const edit = await chat.intent('edit');
    deepStrictEqual([edit, await notes()], [{ type: 'edit', turnId: 'a', text: 'In other words' }, []]);
  });

  it('restores an edit when the page is rebuilt: an open one open, and one that was left still closed', async () => {
    const rebuild = async () => {
      await chat.reload();
      await chat.tell(makeSnapshot(makeTurn({ id: 'a', prompt: 'first' }), other));
    };
    await chat.button('Edit your message').first().press('Enter');
    await editBox().fill('In other words');
    await rebuild();
    strictEqual(await editBox().inputValue(), 'In other words');
    await editBox().press('Escape');
    await rebuild();
    deepStrictEqual([await editBox().count(), await notes()], [0, ['Edit not sent']]);
    const pencils = await chat.page
      .locator('.edit-question')
      .evaluateAll((all) => all.map((pencil) => getComputedStyle(pencil).opacity));
    deepStrictEqual(pencils, ['1', '0']);
    await chat.button('Continue editing your message').click();
    strictEqual(await editBox().inputValue(), 'In other words');
  });

  it('returns to the sent text by a button that says so', async () => {
    await chat.button('Edit your message').first().click();
    const before = await buttons();
    await editBox().fill('In other words');
    const changed = await buttons();
    await press('Discard Changes');
    deepStrictEqual(
      [before, changed, await notes(), await chat.focused(), sent()],
      [['Send', 'Cancel'], ['Send', 'Discard Changes'], [], 'Edit your message', []],
    );
    await chat.button('Edit your message').first().click();
    strictEqual(await editBox().inputValue(), 'first');
  });

  it('stores neither an unchanged nor an empty text', async () => {
    for (const text of [' first\n', ' ']) {
      await leaveEdit(text);
      deepStrictEqual([await notes(), await chat.focused()], [[], 'Edit your message']);
    }
    await chat.press('Enter');
    strictEqual(await editBox().inputValue(), 'first');
  });

  it('can be copied by mouse and keyboard, exactly as written', async () => {
    const prompt = '<b>one</b>\n  two';
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', prompt })));
    await chat.page.locator('.question').hover();
    await chat.button('Copy your message').click();
    await chat.button('Copy your message').press('Enter');
    await chat.intent('copy');
    await chat.intent('copy');
    deepStrictEqual(
      [chat.sent('copy'), (await chat.lastSaid())?.trim()],
      [Array(2).fill({ type: 'copy', text: prompt }), 'Copied'],
    );
  });

  it('shows when it was sent on hover and focus, with the full date on request', async () => {
    const now = new Date();
    const at = (year: number, hour: number) =>
      new Date(year, now.getMonth(), now.getDate(), hour, 5).getTime();
    const [today, before] = [at(now.getFullYear(), 9), at(2020, 9)];
    await chat.tell(
      makeSnapshot(
        makeTurn({ id: 'a', sentAt: today }),
        makeTurn({ id: 'b', sentAt: before }),
        makeTurn({ id: 'c', sentAt: 1e300 }),
      ),
    );
    await chat.page.focus('.composer textarea');
    const times = chat.page.locator('time');
    const opacity = () => times.first().evaluate((time) => getComputedStyle(time).opacity);
    const seen = [await opacity()];
    await chat.page.locator('.question').first().hover();
    seen.push(await opacity());
    await chat.page.locator('.answer').last().hover();
    await chat.page.locator('.question').first().focus();
    seen.push(await opacity());
    const short = await times.locator('[aria-hidden]').allInnerTexts();
    const titles = await times.evaluateAll((all) => all.map((time) => time.getAttribute('title') ?? ''));
    deepStrictEqual(
      {
        seen,
        short: short.map((words) => words.replace(/\s/g, ' ')),
        isDateTold: titles.map((title, at) => title.includes(String([now.getFullYear(), 2020][at]))),
        spoken: await times.locator('.visually-hidden').allTextContents(),
      },
      {
        seen: ['0', '1', '1'],
        short: ['9:05 AM', format(before)],
        isDateTold: [true, true],
        spoken: titles.map((title) => `Sent: ${title}`),
      },
    );
  });
});

function format(time: number): string {
  const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' }).format(time);
  return `${day}, 9:05 AM`;
}
