import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot } from '../chatFacts.ts';
import { useChatPage } from '../chatPage.ts';

describe('the chat’s draft', () => {
  // The clock stands still, so a pause in typing never ends.
  const chat = useChatPage({ clockStands: true }, makeSnapshot());
  const drafts = () => chat.intents.flatMap((intent) => (intent.type === 'draft' ? [intent.text] : []));

  beforeEach(async () => {
    await chat.page.fill('textarea', 'Half a sen');
  });

  const ways: readonly [string, () => Promise<unknown>][] = [
    ['the page loses the focus', () => chat.page.evaluate(() => dispatchEvent(new Event('blur')))],
    ['the input loses the focus', () => chat.page.locator('textarea').blur()],
    [
      'the page is hidden',
      () => chat.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ],
    ['the page goes', () => chat.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))],
  ];
  for (const [name, go] of ways) {
    it(`is sent to the host at once when ${name}, and only once`, async () => {
      const before = drafts();
      await go();
      await chat.intent('draft');
      await go();
      await chat.page.clock.runFor(1_000);
      deepStrictEqual([before, drafts()], [[], ['Half a sen']]);
    });
  }

  it('is sent to the host in its latest form when typing pauses', async () => {
    await chat.page.fill('textarea', 'Half a sentence');
    await chat.page.clock.runFor(1_000);
    await chat.intent('draft');
    deepStrictEqual(drafts(), ['Half a sentence']);
  });
});
