import type { Locator } from 'playwright-core';

/** Texts that are cut off: compares the text in the page with its visible part. */
export function findCutTexts(part: Locator): Promise<string[]> {
  return part.evaluateAll((roots) =>
    roots.flatMap((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((element) => {
          const { textOverflow, overflowX, display } = getComputedStyle(element);
          const isCut = element.scrollWidth > element.clientWidth + 1;
          return (
            display !== 'inline' &&
            overflowX !== 'visible' &&
            textOverflow === 'ellipsis' &&
            isCut &&
            element.checkVisibility()
          );
        })
        .map(
          (element) =>
            `${element.clientWidth}/${element.scrollWidth} ${element.className}: ${element.textContent}`,
        ),
    ),
  );
}

/** Placeholders for which their input, or the count over its end, leaves no room. */
export function findCutPlaceholders(part: Locator): Promise<string[]> {
  return part.locator('input[placeholder]').evaluateAll((inputs) =>
    inputs.flatMap((input) => {
      if (!(input instanceof HTMLInputElement) || input.value !== '' || !input.checkVisibility()) return [];
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (!pen) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      pen.font = font;
      const badge = input.closest('.quick-input-header')?.querySelector('.quick-input-count');
      const end = badge?.checkVisibility()
        ? badge.getBoundingClientRect().left
        : input.getBoundingClientRect().right - Number.parseFloat(paddingRight);
      const room = end - input.getBoundingClientRect().left - Number.parseFloat(paddingLeft);
      const width = pen.measureText(input.placeholder).width;
      return width > room
        ? [`${Math.round(room)}/${Math.round(width)} placeholder: ${input.placeholder}`]
        : [];
    }),
  );
}
