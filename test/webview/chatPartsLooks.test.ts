import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot } from './chatFacts.ts';
import { findProblems } from './chatLooking.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';
import { partPresses, partScenes } from './chatScenes.ts';

for (const width of [280, 900]) {
  describe(`answers that are more than text, at ${width} pixels`, () => {
    let chat: ChatPage;

    before(async () => {
      chat = await openChatPage({ width, height: 760, reducedMotion: true });
    });
    after(() => chat.close());

    for (const [name, facts] of Object.entries(partScenes)) {
      it(`are shown as "${name}" to everyone, with nothing cut off or faint, in every theme`, async () => {
        await chat.tell(makeSnapshot());
        await chat.tell(...facts);
        const press = chat.page.locator(partPresses[name] ?? 'none');
        if (await press.count()) await press.first().click();
        deepStrictEqual(await findProblems(chat, `${name}-${width}`), []);
      });
    }
  });
}
