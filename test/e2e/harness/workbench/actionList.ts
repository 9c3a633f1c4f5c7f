import type { Locator } from 'playwright-core';
import type { Editor } from '../editor.ts';
import { waitUntil } from '../waitUntil.ts';

/** How long it may take until a row of an open list is clicked. */
const clickingMs = 6_000;

/**
 * Clicks on a row of an action list (models, fixes). VS Code 1.133 covers an open list until the pointer moves over it,
 * and Playwright moves the pointer only to what is not covered.
 */
export async function clickInActionList(row: Locator): Promise<void> {
  await row.hover({ force: true, timeout: clickingMs });
  await row.click({ timeout: clickingMs });
}

/**
 * Opens the list of fixes at the cursor, with this one among them. VS Code asks for them itself as well, a moment after
 * the cursor or the problems have changed, and drops the older question: then the key is pressed again, as a person would.
 */
export async function openQuickFixes({ page }: Editor, fix: string): Promise<Locator> {
  const fixes = page.locator('.action-widget');
  await waitUntil('the fixes are offered', async () => {
    await page.keyboard.press('ControlOrMeta+.');
    return await fixes
      .getByText(fix)
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => undefined,
      );
  });
  return fixes;
}
