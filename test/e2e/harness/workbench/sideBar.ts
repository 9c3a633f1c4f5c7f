import type { Page } from 'playwright-core';

/** Moves the border between a side bar and the editor. */
export async function resizeSideBar(
  page: Page,
  side: 'sidebar' | 'auxiliarybar',
  width: number,
): Promise<void> {
  const part = await page.locator(`.part.${side}`).boundingBox();
  if (!part) throw new Error('There is no such side bar.');
  const isLeft = side === 'sidebar';
  const edge = isLeft ? part.x + part.width : part.x;
  const borders = await page
    .locator('.monaco-sash.vertical')
    .evaluateAll((sashes) =>
      sashes.map((sash) => sash.getBoundingClientRect()).map(({ x, width }) => x + width / 2),
    );
  const [border = edge] = borders.toSorted((one, other) => Math.abs(one - edge) - Math.abs(other - edge));
  await page.mouse.move(border, 300);
  await page.mouse.down();
  await page.mouse.move(isLeft ? part.x + width : part.x + part.width - width, 300, { steps: 4 });
  await page.mouse.up();
}
