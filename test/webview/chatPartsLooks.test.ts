import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot } from './chatFacts.ts';
import { findProblems } from './chatLooking.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';
import { partPresses, partScenes } from './chatScenes.ts';
import { languageNames } from './languages.ts';

for (const language of languageNames) {
  describe(`responses that are more than text in ${language}`, () => {
    let chat: ChatPage;

    before(async () => {
      chat = await openChatPage({ height: 760, reducedMotion: true, language });
    });
    after(() => chat.close());

    for (const [name, facts] of Object.entries(partScenes)) {
      it(`are shown as "${name}" to everyone, with nothing cut off or faint`, async () => {
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
}
