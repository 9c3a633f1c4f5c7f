import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { AttachmentView } from '../../src/protocol/protocolViews.ts';
import { describeViolation } from './axe.ts';
import { makeSnapshot, makeTurn, rateLimitFailure } from './chatFacts.ts';
import { findBrokenRules, findUnseen, pictureFolder } from './chatLooking.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';
import { makeComparison, makeTool } from './chatScenes.ts';
import { takePicture } from './takePicture.ts';

/** A hostile name: markup, icons, line breaks, another text direction, and endless length. */
const endless = `<b>$(error)\u202Egnp.\nexe${'x'.repeat(10_000)}`;
const attachments: AttachmentView[] = Array.from({ length: 50 }, (_, place) => ({
  id: `attachment-${place}`,
  kind: place % 2 === 0 ? 'file' : 'picture',
  name: place === 0 ? endless : `src/a/b/file-${place}.ts`,
  tokens: 1_000 * place,
  ...(place % 2 === 1 && { picture: { file: place % 4 === 1 ? 'wide.png' : 'gone.png' } }),
  ...(place < 5 && { warning: `${place}: This may not arrive.` }),
}));
const conversation: HostMessage = {
  ...makeSnapshot(
    makeTurn({ id: 'a', model: endless, attachments: [...attachments] }),
    makeTurn({
      id: 'b',
      model: endless,
      status: 'running',
      parts: [
        makeTool({ callId: '1', title: endless, status: 'failed' }),
        makeTool({ callId: '2', title: endless, status: 'asking' }),
      ],
    }),
    makeComparison(
      { id: 'c', model: endless, receipt: { servedModel: endless, finishReason: endless, durationMs: 1 } },
      { id: 'd', model: endless, status: 'running' },
    ),
    makeTurn({ id: 'e', model: endless, status: 'waiting', text: '', phase: 'answer' }),
  ),
  attachments,
  model: { id: endless, label: endless },
  others: [{ id: endless, label: endless }],
  tools: { mode: 'agent', given: 1_000, available: 10_000, warning: 'These are too many.' },
  context: { tokens: 2_000_000, isEstimate: true, limit: 128_000 },
  queue: [
    { id: 'x', text: endless, attachments: 50 },
    { id: 'y', text: 'And then?' },
    { id: 'z', text: 'And then?' },
  ],
  system: { text: endless, isOwn: true },
};

describe('the chat with too much of everything', () => {
  let chat: ChatPage;
  /** In VS Code's browsers, scrollable elements are focusable by themselves, which axe doesn't know. */
  const findRealDefects = async () => {
    const defects: string[] = await findUnseen(chat);
    for (const violation of await findBrokenRules(chat)) {
      const isReached =
        violation.rule === 'scrollable-region-focusable' &&
        (await chat.page.locator(violation.place).evaluate((element: HTMLElement) => {
          element.focus();
          return document.activeElement === element;
        }));
      if (!isReached) defects.push(describeViolation(violation));
    }
    return defects;
  };
  const setFontSize = (pixels: number) =>
    chat.page.evaluate((size) => {
      document.documentElement.style.setProperty('--vscode-font-size', `${size}px`);
      document.documentElement.style.setProperty('--vscode-editor-font-size', `${size}px`);
    }, pixels);

  for (const [width, height, fontSize] of [
    [280, 700, 20],
    [280, 320, 13],
  ] as const) {
    describe(`at ${width} × ${height} pixels with font size ${fontSize}`, () => {
      before(async () => {
        chat = await openChatPage({ width, height, reducedMotion: true });
        await setFontSize(fontSize);
        await chat.tell(conversation);
        await chat.page.fill('.composer textarea', 'Line\n'.repeat(100));
        await chat.tell({ type: 'rejected', text: 'Once more', failure: rateLimitFailure });
      });
      after(() => chat.close());

      it('cuts nothing off, and has all of its controls within the view', async () => {
        const outside = await chat.page.evaluate(() =>
          [...document.querySelectorAll('.send-button, .model-button, .composer textarea')]
            .filter((element) => {
              const { top, bottom, left, right } = element.getBoundingClientRect();
              return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
            })
            .map(({ className, tagName }) => className || tagName),
        );
        await takePicture(chat.page, { path: join(pictureFolder, `crowded-${width}-${height}.png`) });
        deepStrictEqual({ defects: await findRealDefects(), outside }, { defects: [], outside: [] });
      });

      it('gives no name more than a few lines', async () => {
        const tall = await chat.page.evaluate(() => {
          const line = Number.parseFloat(getComputedStyle(document.body).fontSize) * 1.5;
          return [...document.querySelectorAll('relay-chat *')]
            .filter(
              (element) =>
                element.children.length === 0 && element.matches(':not(textarea)') && element.textContent,
            )
            .filter((element) => element.getBoundingClientRect().height > 12 * line)
            .map(({ className, tagName }) => className || tagName);
        });
        deepStrictEqual(tall, []);
      });

      it('lets no name reverse or break the words after it', async () => {
        const words = await chat.page.evaluate(() =>
          [...document.querySelectorAll('.composer-warning, .model-button, .comparison-note, .attachment')]
            .map((element) => `${element.textContent} ${element.getAttribute('title')}`)
            .filter((text) => /[\u202A-\u202E\u2066-\u2069]|gnp\.\n/.test(text)),
        );
        deepStrictEqual(words, []);
      });

      it('keeps suggestions apart', async () => {
        await chat.page.fill('.composer textarea', '');
        await chat.page.focus('.composer textarea');
        await chat.type('#x');
        const asked = chat.sent('suggest').at(-1);
        const suggestions = [endless, 'two', 'three'].map((name) => ({
          value: name,
          label: name,
          detail: name,
        }));
        await chat.tell({ type: 'suggestions', requestId: asked?.requestId ?? -1, suggestions });
        await takePicture(chat.page, {
          path: join(pictureFolder, `crowdedSuggestions-${width}-${height}.png`),
        });
        const isTight = await chat.page.locator('.suggestion').evaluateAll((all) =>
          all.map((line) => {
            const label = line.querySelector('.suggestion-label')?.getBoundingClientRect();
            return (label?.height ?? 0) > line.getBoundingClientRect().height;
          }),
        );
        deepStrictEqual(isTight, [false, false, false]);
        strictEqual(
          await chat.page.locator('.suggestions').evaluate((list) => list.getBoundingClientRect().top >= 0),
          true,
        );
      });
    });
  }
});
