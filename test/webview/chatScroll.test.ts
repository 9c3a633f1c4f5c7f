import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import {
  delta,
  end,
  makeSnapshot,
  makeTurn,
  makeTurnMessage,
  makeTurnsMessage,
  richAnswer,
} from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the chat’s scrolling', () => {
  const chat = useChatPage(
    { width: 300, height: 500 },
    makeSnapshot(
      makeTurn({ id: 'a', text: richAnswer }),
      makeTurn({ id: 'b', status: 'running', text: 'Now:\n\n' }),
    ),
  );

  /** The distance from the visible part to the end, and the position of the visible part. */
  const position = () =>
    chat.page.locator('.conversation').evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      top: Math.round(scrollTop),
      belowEnd: Math.round(scrollHeight - clientHeight - scrollTop),
    }));
  const more = (count = 5) =>
    chat.tell(...Array.from({ length: count }, () => delta('b', 'A new line of the answer.\n\n')));
  const buttonShows = () => chat.page.locator('.to-end').isVisible();
  /** Scrolls the mouse's wheel over the response, and waits until the view has moved. */
  const wheel = async (pixels: number) => {
    await chat.page.evaluate(() => {
      const scroller = document.querySelector('.conversation');
      Object.assign(globalThis, {
        moved: new Promise((resolve) => scroller?.addEventListener('scrollend', resolve, { once: true })),
      });
    });
    await chat.page.mouse.move(150, 200);
    await chat.page.mouse.wheel(0, pixels);
    await chat.page.evaluate('moved');
  };

  beforeEach(async () => {
    await more(10);
  });

  it('starts at the end, and stays there while the response streams', async () => {
    const before = await position();
    await more();
    const after = await position();
    deepStrictEqual([before.belowEnd, after.belowEnd, after.top > before.top], [0, 0, true]);
    strictEqual(await buttonShows(), false);
  });

  const waysUp: Readonly<Record<string, () => Promise<unknown>>> = {
    'the wheel': () => wheel(-120),
    'a small turn of the wheel': () => wheel(-6),
    'the wheel, even if text comes before the view has moved': () =>
      chat.page.evaluate(() => {
        const scroller = document.querySelector('.conversation');
        scroller?.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
        postMessage({ type: 'delta', turnId: 'b', kind: 'text', text: 'More.\n\n'.repeat(9) });
      }),
    'a key': async () => {
      await chat.page.focus('.conversation');
      await chat.press('PageUp');
    },
    'the scroll bar, a finger, or a search': () =>
      chat.page.evaluate(async () => {
        const scroller = document.querySelector('.conversation');
        await new Promise((resolve) => {
          scroller?.addEventListener('scroll', resolve, { once: true });
          scroller?.scrollBy(0, -60);
        });
      }),
  };
  for (const [name, goUp] of Object.entries(waysUp)) {
    it(`keeps the view still after scrolling up with ${name}`, async () => {
      await goUp();
      await chat.drawn();
      await more(1);
      const before = await position();
      ok(before.belowEnd > 0);
      await more();
      const after = await position();
      ok(after.top <= before.top, 'nothing pulls down');
      strictEqual(await buttonShows(), true);
    });
  }

  it('returns to the end with the button, and follows again', async () => {
    await wheel(-200);
    await chat.page.click('.to-end');
    await chat.drawn();
    strictEqual((await position()).belowEnd, 0);
    await more();
    deepStrictEqual([(await position()).belowEnd, await buttonShows()], [0, false]);
  });

  it('follows again once the person has scrolled back to the end', async () => {
    await wheel(-200);
    await more(1);
    await wheel(5_000);
    await more();
    deepStrictEqual([(await position()).belowEnd, await buttonShows()], [0, false]);
  });

  const senders: Readonly<Record<string, () => Promise<unknown>>> = {
    'was sent from the editor': () => chat.tell({ type: 'followConversation' }),
    'the person sent': async () => {
      await chat.page.fill('textarea', 'next');
      await chat.press('Enter');
    },
  };
  for (const [name, send] of Object.entries(senders)) {
    it(`shows a message that ${name}, wherever the person had scrolled to`, async () => {
      await chat.tell(end('b'));
      await wheel(-300);
      await send();
      await chat.tell(makeTurnMessage(makeTurn({ id: 'c', status: 'waiting', text: '' }), 3));
      strictEqual((await position()).belowEnd, 0);
    });
  }

  it('shows a response that the person requested again, wherever they had scrolled to', async () => {
    await chat.tell(end('b'));
    await wheel(-300);
    await chat.button('Try Again').last().dispatchEvent('click');
    await chat.intent('retry');
    const [first, again] = ['a', 'c'].map((id) => makeTurn({ id, text: richAnswer }));
    if (first && again) await chat.tell(makeTurnsMessage(first, again));
    strictEqual((await position()).belowEnd, 0);
  });

  it('stays at the end when the view or the input changes its size', async () => {
    const ends: number[] = [];
    for (const resize of [
      () => chat.page.setViewportSize({ width: 260, height: 400 }),
      () => chat.page.fill('textarea', 'a\nb\nc\nd\ne'),
      () => chat.page.setViewportSize({ width: 600, height: 700 }),
    ]) {
      await resize();
      await chat.drawn();
      ends.push((await position()).belowEnd);
    }
    deepStrictEqual(ends, [0, 0, 0]);
  });
});
