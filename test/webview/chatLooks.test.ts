import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { ChatFact } from '../../src/webview/protocol.ts';
import { makeSnapshot, makeTurn, rateLimitFailure, richAnswer } from './chatFacts.ts';
import { type ChatPage, chatThemes, openChatPage } from './chatPage.ts';

const pictureFolder = join(projectFolder, 'test-results', 'chat');

const disconnected = { state: 'missing', fromEnvironment: false } as const;
const rich = makeTurn({
  id: 'a',
  text: richAnswer,
  thinking: 'Files, then.',
  usage: { inputTokens: 1234, outputTokens: 567 },
});
const interruption = {
  title: 'The relay closed the connection.',
  advice: [],
  actions: rateLimitFailure.actions,
};

/** What a person may see, by name. */
const scenes: Readonly<Record<string, readonly ChatFact[]>> = {
  empty: [makeSnapshot()],
  disconnected: [{ ...makeSnapshot(), connection: disconnected }],
  rich: [makeSnapshot(rich)],
  endings: [
    makeSnapshot(
      makeTurn({ id: 'a', status: 'stopped', text: 'Half an' }),
      makeTurn({ id: 'b', prompt: 'And in\nPython?', status: 'interrupted', failure: interruption }),
      makeTurn({ id: 'c', cause: 'length', usage: { inputTokens: 20, outputTokens: 4096 } }),
      makeTurn({ id: 'd', status: 'failed', text: '', failure: rateLimitFailure }),
    ),
  ],
  waiting: [makeSnapshot(makeTurn({ id: 'a' }), makeTurn({ id: 'b', status: 'waiting', text: '' }))],
  retrying: [
    makeSnapshot(
      makeTurn({ id: 'a' }),
      makeTurn({
        id: 'b',
        status: 'waiting',
        text: '',
        retryWait: { title: 'A rate limit is reached (HTTP 429).', remainingMs: 100_000 },
      }),
    ),
  ],
  thinking: [makeSnapshot(makeTurn({ id: 'a', status: 'running', text: '', thinking: 'Well,\n\n- one' }))],
  rejected: [
    makeSnapshot(makeTurn({ id: 'a' })),
    { type: 'connection', connection: disconnected },
    { type: 'rejected', text: 'My question', failure: rateLimitFailure },
  ],
};

/** Text that stands out less than 4.5 to 1 from what is behind it. */
function findFaintTexts(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is no canvas.');
  /** Colours painted over each other, from back to front. */
  const blend = (colors: readonly string[]): number[] => {
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundsOf = (element: Element | null): string[] =>
    element ? [...backgroundsOf(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const faint = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility() || !node.textContent?.trim() || element.closest('script')) continue;
    const backgrounds = backgroundsOf(element);
    const [front, back] = [[...backgrounds, getComputedStyle(element).color], backgrounds]
      .map((colors) => luminance(blend(colors)))
      .sort((one, other) => (other ?? 0) - (one ?? 0));
    const contrast = ((front ?? 0) + 0.05) / ((back ?? 0) + 0.05);
    if (contrast < 4.5) faint.add(`${element.className || element.tagName} ${contrast.toFixed(1)}`);
  }
  return [...faint];
}

for (const width of [280, 900]) {
  describe(`the chat at ${width} pixels`, () => {
    let chat: ChatPage;

    before(async () => {
      await mkdir(pictureFolder, { recursive: true });
      chat = await openChatPage({ width, height: 760, reducedMotion: true });
    });
    after(() => chat.close());

    for (const [name, facts] of Object.entries(scenes)) {
      it(`shows "${name}" without anything cut off or faint, in every theme`, async () => {
        await chat.page.fill('textarea', '');
        await chat.tell(...facts);
        if (name === 'thinking') await chat.page.click('summary');
        const problems: string[] = [];
        for (const theme of chatThemes) {
          await chat.setTheme(theme);
          problems.push(...(await chat.page.evaluate(findFaintTexts)).map((text) => `${theme}: ${text}`));
          await chat.page.screenshot({ path: join(pictureFolder, `${name}-${width}-${theme}.png`) });
        }
        const overflowing = await chat.page.evaluate(() =>
          [
            ...document.querySelectorAll(
              '.conversation, .turns, .composer-area, .failure, .composer, .answer, html',
            ),
          ]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ className, tagName }) => className || tagName),
        );
        deepStrictEqual({ problems, overflowing }, { problems: [], overflowing: [] });
      });
    }

    it('turns no wheel when less motion is wanted', async () => {
      await chat.tell(...(scenes['waiting'] ?? []));
      const spinning = await chat.page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => 'animationName' in animation && animation.animationName === 'spin'),
      );
      deepStrictEqual(spinning, []);
    });
  });
}
