import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { delta, end, makeSnapshot, makeTurn, makeTurnMessage } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { useChatPage } from './chatPage.ts';

const count = 1_000;
/** Turns of very different heights: one line up to a whole screen and more. */
const turns = Array.from({ length: count }, (_, place) =>
  makeTurn({
    id: `t${place}`,
    prompt: `Question ${place}`,
    text: `Answer ${place}. ${'Some words that fill a line or two. '.repeat(1 + ((place * 7) % 40))}`,
  }),
);

describe('the chat’s window of turns', () => {
  const chat = useChatPage({ width: 300, height: 500 });
  const drawn = () => chat.page.locator('chat-turn').count();
  const scrollTo = (top: number) =>
    chat.page.evaluate((to) => document.querySelector('.conversation')?.scrollTo(0, to), top);
  const scrollHeight = () => chat.page.locator('.conversation').evaluate((scroller) => scroller.scrollHeight);
  /** Waits until this turn is in view. */
  const seen = (place: number) =>
    chat.page.waitForFunction((at) => {
      const view = document.querySelector('.conversation')?.getBoundingClientRect();
      const turn = document.querySelector(`chat-turn[data-place="${at}"]`)?.getBoundingClientRect();
      return view && turn && turn.bottom > view.top && turn.top < view.bottom;
    }, place);
  /** Waits until turns fill the view, and returns the place of the first. */
  const filled = async (): Promise<number> => {
    const handle = await chat.page.waitForFunction(() => {
      const view = document.querySelector('.conversation')?.getBoundingClientRect();
      if (!view) return false;
      const inView = [...document.querySelectorAll<HTMLElement>('.turns > *')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > view.top && top < view.bottom;
      });
      const isFilled = inView.length > 0 && inView.every((row) => row.localName === 'chat-turn');
      return isFilled ? { place: Number(inView[0]?.dataset['place']) } : false;
    });
    return ((await handle.jsonValue()) as { place: number }).place;
  };
  const texts = (selector: string) => chat.page.locator(selector).allInnerTexts();

  beforeEach(async () => {
    await hostConversation(chat, turns);
  });

  it('opens at the end with few turns in the page, and gives each turn its number and the total', async () => {
    await seen(count - 1);
    ok((await drawn()) < 12);
    const last = chat.page.locator('chat-turn').last();
    deepStrictEqual(
      [await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')],
      ['1000', '1000'],
    );
    strictEqual(await chat.page.locator('.to-end').count(), 0);
  });

  it('goes to the beginning and back to the end with the keyboard', async () => {
    await chat.page.focus('.conversation');
    await chat.press('Home');
    await seen(0);
    ok((await drawn()) < 14);
    await chat.press('PageDown', 'PageUp');
    await seen(0);
    await chat.press('End');
    await seen(count - 1);
    await chat.drawn();
    strictEqual(await chat.page.locator('.to-end').count(), 0);
  });

  it('fills the view wherever the scroll bar is dragged to', async () => {
    const shares = [0.5, 0.1, 0.9];
    const places: number[] = [];
    for (const share of shares) {
      await scrollTo((await scrollHeight()) * share);
      places.push(await filled());
      ok((await drawn()) < 16, `${await drawn()} are drawn`);
    }
    const isNear = places.map((place, at) => Math.abs(place / count - (shares[at] ?? 0)) < 0.1);
    deepStrictEqual(isNear, [true, true, true], String(places));
  });

  it('keeps the visible part when a response at the end streams, and when turns are added there', async () => {
    await scrollTo((await scrollHeight()) / 2);
    const place = await filled();
    const top = () =>
      chat.page
        .locator(`chat-turn[data-place="${place}"]`)
        .evaluate((turn) => turn.getBoundingClientRect().top);
    const before = await top();
    await chat.tell(
      makeTurnMessage(makeTurn({ id: 'new', status: 'running', text: 'So' }), count + 1),
      delta('new', 'Much more.\n\n'.repeat(50)),
    );
    ok(Math.abs((await top()) - before) < 1);
    deepStrictEqual(
      [await texts('.unseen'), await chat.page.getAttribute('.to-end', 'aria-label')],
      [['1'], 'Scroll to the end, 1 new'],
    );
    deepStrictEqual(await chat.page.locator('.send-button.stop').count(), 1);
    await chat.tell(end('new'));
    deepStrictEqual(
      [await chat.lastSaid(), await chat.page.locator('.send-button.stop').count()],
      ['Response complete', 0],
    );
  });

  it('keeps a turn that is being edited, has a selection, or is running, however far away the person scrolls', async () => {
    await chat.page.locator('.edit-question').last().click();
    await chat.type('!!');
    await scrollTo(0);
    await seen(0);
    strictEqual(await chat.page.locator('.editing textarea').inputValue(), 'Question 999!!');
    strictEqual(await chat.page.evaluate(() => document.activeElement?.localName), 'textarea');
    await chat.page.evaluate(() => {
      const words = document.querySelector('chat-turn[data-place="0"] .prompt-text');
      if (words) getSelection()?.selectAllChildren(words);
    });
    await scrollTo((await scrollHeight()) / 2);
    await filled();
    strictEqual(await chat.page.evaluate(() => String(getSelection())), 'Question 0');
  });

  it('draws a response correctly after it continued and ended out of view', async () => {
    const running = makeTurn({ id: 'new', prompt: 'New', status: 'running', text: 'One' });
    await chat.tell(makeTurnMessage(running, count + 1), delta('new', ' two'));
    await chat.tell(end('new', 'stopped'));
    // Far enough for the turn to be removed from the page, and near enough that no turns are requested.
    await scrollTo((await scrollHeight()) - 5_000);
    await chat.page.locator(`chat-turn[data-place="${count}"]`).waitFor({ state: 'detached' });
    await chat.page.click('.to-end');
    await chat.page.locator(`chat-turn[data-place="${count}"]`).waitFor();
    deepStrictEqual(
      [(await texts('.answer .markdown')).at(-1), (await texts('.note')).at(-1)],
      ['One two', 'Stopped'],
    );
  });

  it('shows another branch at the same place, and a shorter one at its end', async () => {
    await scrollTo((await scrollHeight()) / 2);
    const place = await filled();
    const other = turns.slice(place).map((turn) => ({ ...turn, id: `other ${turn.id}`, prompt: 'Other' }));
    await chat.tell({ type: 'turns', window: { turns: other, first: place, total: count }, running: [] });
    deepStrictEqual(await texts(`chat-turn[data-place="${place}"] .prompt-text`), ['Other']);
    await chat.tell({ type: 'turns', window: { turns: other.slice(0, 2), first: 0, total: 2 }, running: [] });
    strictEqual(await drawn(), 2);
  });

  it('leaves nothing in the page of turns that were removed from it', async () => {
    const countNodes = () =>
      chat.page.locator('.turns').evaluate((list) => {
        const nodes = [...list.childNodes];
        return nodes.length - nodes.filter((node) => node instanceof Element).length;
      });
    const before = await countNodes();
    for (let place = 0; place < 30; place += 1)
      await chat.tell(
        makeTurnMessage(makeTurn({ id: `late ${place}`, text: 'A line.\n\n'.repeat(20) }), count + place + 1),
      );
    deepStrictEqual(await countNodes(), before);
  });

  it('is empty again in a new conversation', async () => {
    await chat.tell(makeSnapshot());
    deepStrictEqual([await drawn(), await chat.page.locator('.welcome').count()], [0, 1]);
  });
});
