import { deepStrictEqual, ok } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { file, folder } from './composerFacts.ts';

/** A side bar at a zoom of 200%, alone and above another view. */
const sizes = [
  [300, 180],
  [300, 330],
  [700, 200],
] as const;

describe('the chat in a low view', () => {
  const chat = useChatPage({ isShared: true });

  for (const [width, height] of sizes) {
    it(`leaves at least half of ${width} by ${height} pixels to the conversation`, async () => {
      await chat.page.setViewportSize({ width, height });
      for (const attachments of [[], [file, folder]]) {
        await chat.tell({ ...makeSnapshot(makeTurn({ id: 'a', text: 'Word. '.repeat(400) })), attachments });
        const seen = await chat.page.evaluate(() => {
          const heightOf = (selector: string) => document.querySelector(selector)?.clientHeight ?? 0;
          const { bottom } = document.querySelector('.send-button')?.getBoundingClientRect() ?? new DOMRect();
          return {
            share: heightOf('.conversation') / innerHeight,
            isSendShown: bottom <= innerHeight,
            overflow: document.documentElement.scrollHeight - innerHeight,
          };
        });
        ok(seen.share >= 0.5, `${attachments.length} attachments: ${seen.share}`);
        deepStrictEqual([seen.isSendShown, seen.overflow], [true, 0]);
      }
    });
  }

  it('keeps the text clear of the button that scrolls to the end', async () => {
    await chat.page.setViewportSize({ width: 300, height: 180 });
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'a', text: `${'Word. '.repeat(400)}\n\n\`\`\`\n${'code '.repeat(99)}` })),
    );
    await chat.page.locator('.conversation').evaluate((element) => element.scrollTo(0, 0));
    await chat.page.locator('.to-end').waitFor();
    const [text, button] = await chat.page.evaluate(() =>
      ['.answer', '.to-end'].map((selector) => document.querySelector(selector)?.getBoundingClientRect()),
    );
    ok(text && button && text.right <= button.left, `${text?.right} ${button?.left}`);
  });
});
