import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { ChatFact } from '../../src/webview/protocol.ts';
import { makeSnapshot, makeTurn, rateLimitFailure, richAnswer } from './chatFacts.ts';
import { type ChatPage, chatThemes, openChatPage } from './chatPage.ts';

const pictureFolder = join(projectFolder, 'test-results', 'chat');
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

const waiting = makeTurn({ id: 'b', prompt: 'And in Python?', status: 'waiting', text: '' });
const receipt = {
  servedModel: 'msg-sonnet-4-6-20260214-preview',
  requestId: '20261121092817345678901234567890AbCdEfGh',
  firstTokenMs: 840,
  durationMs: 72_300,
  retries: 2,
  finishReason: 'end_turn',
};
const queue = [
  { id: 'x', text: 'Then write tests for it.' },
  { id: 'y', text: 'And after that, explain to me in every detail how the event loop\nworks' },
];

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
  waiting: [makeSnapshot(makeTurn({ id: 'a' }), waiting)],
  connecting: [makeSnapshot({ ...waiting, phase: 'connecting' })],
  uploading: [makeSnapshot({ ...waiting, phase: 'uploading' })],
  awaiting: [makeSnapshot({ ...waiting, phase: 'answer' })],
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
  receipt: [
    makeSnapshot(
      makeTurn({
        id: 'a',
        usage: { inputTokens: 1234, outputTokens: 567 },
        receipt: { ...receipt, retries: 1 },
      }),
      makeTurn({
        id: 'b',
        prompt: 'And in Python?',
        usage: { inputTokens: 12_345, outputTokens: 5_678 },
        receipt: { ...receipt, finishReason: 'content_filter_in_the_middle_of_it' },
        cause: 'other',
      }),
    ),
  ],
  versions: [
    makeSnapshot(
      makeTurn({ id: 'a', promptVersion: { place: 1, count: 2 }, answerVersion: { place: 2, count: 3 } }),
      makeTurn({
        id: 'b',
        prompt: 'A question that is so long that its bubble takes all of the place that there is, and more',
        promptVersion: { place: 12, count: 12 },
        usage: { inputTokens: 1234, outputTokens: 567 },
        receipt,
        answerVersion: { place: 10, count: 12 },
      }),
    ),
  ],
  continued: [
    makeSnapshot(
      makeTurn({ id: 'a', status: 'interrupted', text: 'The first half of it, and' }),
      makeTurn({
        id: 'b',
        prompt: 'Go on.',
        isContinuation: true,
        text: 'the second half.',
        status: 'stopped',
      }),
    ),
  ],
  queued: [
    {
      ...makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'Use' })),
      queue,
      draft: 'One more thing',
    },
  ],
  held: [
    { ...makeSnapshot(makeTurn({ id: 'a', status: 'stopped', text: 'Use' })), queue, isQueueHeld: true },
  ],
  editing: [makeSnapshot(makeTurn({ id: 'a' }), makeTurn({ id: 'b', prompt: 'And in\nPython?' }))],
  rejected: [
    makeSnapshot(makeTurn({ id: 'a' })),
    { type: 'connection', connection: disconnected },
    { type: 'rejected', text: 'My question', failure: rateLimitFailure },
  ],
};

/** What has to be pressed to see it. */
const presses: Readonly<Record<string, string>> = {
  thinking: 'summary',
  receipt: 'chat-turn:last-child [aria-expanded]',
  editing: 'chat-turn:last-child .edit-question',
};

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Rules of axe that are broken, and where, but for what a model wrote. */
async function findViolations({ page }: ChatPage): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(context: object): Promise<{ violations: AxeViolation[] }> } }
    ).axe.run({ exclude: ['.markdown'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

/** Elements wider than the place they have, other than those that end in dots or can be scrolled. */
function findOverflow(): string[] {
  const own = '.markdown *, .visually-hidden, .queued-text, .model-name, .relay-words';
  return [...document.querySelectorAll('html, body, relay-chat *')]
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth && element.clientWidth > 0 && !element.matches(own),
    )
    .map(({ className, tagName }) => className || tagName);
}

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

for (const width of [280, 400, 900]) {
  describe(`the chat at ${width} pixels`, () => {
    let chat: ChatPage;

    before(async () => {
      await mkdir(pictureFolder, { recursive: true });
      chat = await openChatPage({ width, height: 760, reducedMotion: true });
      await chat.page.evaluate(axe);
    });
    after(() => chat.close());

    for (const [name, facts] of Object.entries(scenes)) {
      it(`shows "${name}" to everyone, with nothing cut off or faint, in every theme`, async () => {
        await chat.tell(makeSnapshot());
        await chat.page.fill('textarea', '');
        await chat.tell(...facts);
        if (presses[name]) await chat.page.click(presses[name]);
        const found: string[] = [];
        for (const theme of chatThemes) {
          await chat.setTheme(theme);
          const problems = [
            ...(await chat.page.evaluate(findFaintTexts)),
            ...(await findViolations(chat)),
            ...(await chat.page.evaluate(findOverflow)).map((place) => `${place} overflows`),
          ];
          found.push(...problems.map((problem) => `${theme}: ${problem}`));
          await chat.page.screenshot({ path: join(pictureFolder, `${name}-${width}-${theme}.png`) });
        }
        deepStrictEqual(found, []);
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
