import { findViolations, type Violation } from './axe.ts';
import type { ChatPage } from './chatPage.ts';

/** Violated axe rules, except in a model's text and for colors, which `findUnseen` checks in every theme. */
export function findBrokenRules({ page }: ChatPage): Promise<Violation[]> {
  return findViolations(page, { exclude: ['.markdown'], ignoredRules: ['color-contrast'] });
}

/** What is too faint in this theme, and what is cut off. */
export async function findUnseen(chat: ChatPage): Promise<string[]> {
  return [...(await chat.page.evaluate(findFaintTexts)), ...(await findCut(chat))];
}

/** What is cut off. */
export async function findCut({ page }: ChatPage): Promise<string[]> {
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
