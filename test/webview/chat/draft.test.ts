import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot } from '../chatFacts.ts';
import { useChatPage } from '../chatPage.ts';

describe('the chat’s draft', () => {
  // The clock stands still, so a pause in typing never ends.
  const chat = useChatPage({ isShared: true, clockStands: true }, makeSnapshot());
  const drafts = () => chat.sent('draft').map(({ text }) => text);

  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'the page loses the focus': () => chat.page.evaluate(() => dispatchEvent(new Event('blur'))),
    'the input loses the focus': () => chat.page.locator('textarea').blur(),
    'the page is hidden': () =>
      chat.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    'the page goes': () => chat.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide'))),
    'typing pauses': () => chat.page.clock.runFor(1_000),
  };
  for (const [name, go] of Object.entries(ways)) {
    it(`is sent to the host in its latest form when ${name}, and only once`, async () => {
      const before = drafts();
      await chat.page.fill('textarea', `Half a sen: ${name}`);
      await chat.page.fill('textarea', `Half a sentence: ${name}`);
      const typed = drafts();
      await go();
      await chat.intent('draft');
      await go();
      await chat.page.clock.runFor(1_000);
      deepStrictEqual([typed, drafts()], [before, [...before, `Half a sentence: ${name}`]]);
    });
  }
});
