import { deepStrictEqual } from 'node:assert/strict';
import type { HostMessage } from '../../../src/protocol/chatPageProtocol.ts';
import { makeSnapshot, makeTurn } from '../chatFacts.ts';
import { findProblems } from '../chatLooking.ts';
import { type ChatPage, openChatPage } from '../chatPage.ts';
import { makeTool } from '../chatScenes.ts';
import { languageNames } from '../languages.ts';

/** Some day that is not today, in summer and at noon. */
const sentAt = Date.UTC(2026, 6, 1, 12);
const usage = { inputTokens: 1234, outputTokens: 567 };
const receipt = { firstTokenMs: 840, durationMs: 7_300 };

const scenes: Readonly<Record<string, readonly HostMessage[]>> = {
  actions: [
    makeSnapshot(
      makeTurn({ id: 'a', sentAt, usage, receipt }),
      makeTurn({
        id: 'b',
        sentAt,
        prompt: 'A question that is so long that its bubble takes all of the place that there is',
        promptVersion: { place: 1, count: 2 },
        model: 'a-model-with-a-very-long-name-2026-11-21',
        usage,
        receipt,
        answerVersion: { place: 2, count: 3 },
      }),
    ),
  ],
  unsent: [makeSnapshot(makeTurn({ id: 'c', sentAt, promptVersion: { place: 1, count: 2 } }))],
  pictures: [
    makeSnapshot(
      makeTurn({
        id: 'd',
        parts: [
          { type: 'picture', picture: { file: 'small.png' } },
          { type: 'picture', picture: { file: 'wide.png' } },
          makeTool({ callId: '1', status: 'running' }),
        ],
        endedBy: 'loop',
        usage,
      }),
    ),
  ],
};

for (const language of languageNames) {
  describe(`the parts of messages in ${language}`, () => {
    let chat: ChatPage;

    before(async () => {
      chat = await openChatPage({ height: 760, reducedMotion: true, language });
    });
    after(() => chat.close());

    for (const [name, facts] of Object.entries(scenes)) {
      it(`are accessible as "${name}", with nothing cut off or faint`, async () => {
        const found = await findProblems(chat, name, [280, 900], async () => {
          await chat.tell(makeSnapshot());
          await chat.tell(...facts);
          if (name === 'unsent') {
            await chat.page.locator('.edit-question').click();
            await chat.page.locator('.question textarea').fill('In other words');
            await chat.page.keyboard.press('Escape');
            await chat.page.focus('.composer textarea');
          } else if (name === 'actions') {
            await chat.page.locator('.question').last().hover();
          } else {
            await chat.page.locator('.answer-picture').first().hover();
          }
        });
        deepStrictEqual(found, []);
      });
    }
  });
}
