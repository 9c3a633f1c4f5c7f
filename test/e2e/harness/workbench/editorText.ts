import type { Page } from 'playwright-core';

const group = '.editor-group-container.active .monaco-editor';

/** The visible lines of the active editor that have the mark of the current sentence. */
export function readMarkedLines(page: Page): Promise<readonly string[]> {
  return page.evaluate((editor) => {
    const tops = [...document.querySelectorAll<HTMLElement>(`${editor} .view-overlays [class*="ced-"]`)].map(
      (mark) => mark.parentElement?.style.top,
    );
    return [...document.querySelectorAll<HTMLElement>(`${editor} .view-lines .view-line`)]
      .toSorted((one, other) => one.offsetTop - other.offsetTop)
      .filter(({ style }) => tops.includes(style.top))
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  }, group);
}

/** The visible lines with a part that is dimmed because it was read. */
export function readDimmedLines(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (editor) =>
      [...document.querySelectorAll<HTMLElement>(`${editor} .view-lines .view-line`)]
        .toSorted((one, other) => one.offsetTop - other.offsetTop)
        .filter((line) =>
          [...line.querySelectorAll('span')].some((part) => Number(getComputedStyle(part).opacity) < 1),
        )
        .map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')),
    group,
  );
}
