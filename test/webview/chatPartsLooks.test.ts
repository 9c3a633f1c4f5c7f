import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot } from './chatFacts.ts';
import { findProblems } from './chatLooking.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';
import { partPresses, partScenes } from './chatScenes.ts';

describe('answers that are more than text', () => {
  let chat: ChatPage;

  before(async () => {
    chat = await openChatPage({ height: 760, reducedMotion: true });
  });
  after(() => chat.close());

  for (const [name, facts] of Object.entries(partScenes)) {
    it(`are shown as "${name}" to everyone, with nothing cut off or faint, at every width and in every theme`, async () => {
      const found = await findProblems(chat, name, [280, 900], async () => {
        await chat.tell(makeSnapshot());
        await chat.tell(...facts);
        const press = chat.page.locator(partPresses[name] ?? 'none');
        if (await press.count()) await press.first().click();
      });
      deepStrictEqual(found, []);
    });
  }
});
