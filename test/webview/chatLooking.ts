import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { describeViolation, findViolations, type Violation } from './axe.ts';
import { type ChatPage, chatThemes, useChatPage } from './chatPage.ts';
import { languageNames } from './languages.ts';
import { takePicture } from './takePicture.ts';

/** Where images of the page are saved, to be looked at. */
export const pictureFolder = join(projectFolder, 'test-results', 'chat');

/**
 * What some people could not see or reach in the page at some width, or in any theme. Colors are the same at every
 * width, so all themes are checked at the narrowest one; rules that do not depend on themes are checked there and at
 * the widest one. What is the same in every language is checked in English; in the others, words are longer or have
 * other letters. Saves pictures of these. `look` finds more at each width.
 */
async function findProblems(
  chat: ChatPage,
  name: string,
  widths: readonly number[],
  show: () => Promise<unknown>,
  look: (width: number) => Promise<readonly string[]> = async () => [],
): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const height = chat.page.viewportSize()?.height ?? 0;
  const found: string[] = [];
  for (const width of chat.language === 'en' ? widths : widths.slice(0, 1)) {
    const isNarrowest = width === widths[0];
    const isWidest = width === widths.at(-1);
    await chat.page.setViewportSize({ width, height });
    if (isNarrowest) await show();
    await chat.drawn();
    found.push(...(await look(width)).map((problem) => `${width} pixels: ${problem}`));
    if (chat.language !== 'en') {
      await takePicture(chat.page, { path: join(pictureFolder, `${name}-${width}-${chat.language}.png`) });
      return [...found, ...(await findCut(chat))];
    }
    for (const theme of isNarrowest ? chatThemes : (['highContrast', 'dark'] as const)) {
      await chat.setTheme(theme);
      const problems = isNarrowest ? await findUnseen(chat) : await findCut(chat);
      if (theme === (isNarrowest ? 'highContrast' : isWidest && 'dark')) {
        problems.push(...(await findBrokenRules(chat)).map(describeViolation));
        await takePicture(chat.page, { path: join(pictureFolder, `${name}-${width}-${theme}.png`) });
      }
      found.push(...problems.map((problem) => `${width} pixels, ${theme}: ${problem}`));
    }
  }
  return found;
}

interface Looks {
  /** How each scene is shown, by name. */
  readonly scenes: Readonly<Record<string, (chat: ChatPage) => Promise<unknown>>>;
  readonly widths: (scene: string) => readonly number[];
  readonly height: number;
  /** Begins the names of the pictures. */
  readonly prefix?: string;
  readonly look?: (chat: ChatPage, width: number) => Promise<readonly string[]>;
}

/** A test of each scene in each language: everybody can see and reach all of it. */
export function describeLooks(title: string, { scenes, widths, height, prefix = '', look }: Looks): void {
  for (const language of languageNames) {
    describe(`${title} in ${language}`, () => {
      const chat = useChatPage({ isShared: true, height, reducedMotion: true, language });
      for (const [name, show] of Object.entries(scenes)) {
        it(`shows "${name}" accessibly, with nothing cut off or faint`, async () => {
          const found = await findProblems(
            chat,
            `${prefix}${name}`,
            widths(name),
            () => show(chat),
            look && ((width) => look(chat, width)),
          );
          deepStrictEqual([found, chat.problems], [[], []]);
        });
      }
    });
  }
}

/** Violated axe rules, except in a model's text and for colors, which `findUnseen` checks in every theme. */
export function findBrokenRules({ page }: ChatPage): Promise<Violation[]> {
  return findViolations(page, { exclude: ['.markdown'], ignoredRules: ['color-contrast'] });
}

/** What is too faint in this theme, and what is cut off. */
export async function findUnseen(chat: ChatPage): Promise<string[]> {
  return [...(await chat.page.evaluate(findFaintTexts)), ...(await findCut(chat))];
}

/** What is cut off. */
async function findCut({ page }: ChatPage): Promise<string[]> {
  return (await page.evaluate(findOverflow)).map((place) => `${place} overflows`);
}

/** Elements wider than their space, other than those that end in an ellipsis or can be scrolled. */
function findOverflow(): string[] {
  const own = [
    '.markdown *, .visually-hidden, .queued-text, .mini-player-title, .mini-player-title *, .model-name, .relay-words',
    '.model-name *, .model-label, .model-id, .model-heading, .attachment-name *, .suggestion-label, .suggestion-detail, .tool-line, .system-text, .comparison-tabs',
  ].join();
  return [...document.querySelectorAll('html, body, relay-chat *')]
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth && element.clientWidth > 0 && !element.matches(own),
    )
    .map(({ className, tagName }) => className || tagName);
}

/** Text whose contrast with its background is less than 4.5 to 1. */
function findFaintTexts(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is no canvas.');
  /** Colors painted over each other, from back to front. */
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
