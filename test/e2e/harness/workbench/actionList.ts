import type { Locator } from 'playwright-core';
import type { Editor } from '../editor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';

/** How long it may take until a row of an open list is clicked. */
const clickingMs = 6_000;
/** How long fixes may take on a busy machine before the request counts as dropped: a new request drops it, too. */
const askingMs = 12_000;

/**
 * Clicks on a row of an action list (models, fixes). VS Code 1.133 covers an open list until the pointer moves over it,
 * and Playwright moves the pointer only to what is not covered.
 */
export async function clickInActionList(row: Locator): Promise<void> {
  await row.hover({ force: true, timeout: clickingMs });
  await row.click({ timeout: clickingMs });
}

/**
 * Opens the list of fixes at the cursor, with this one among them. VS Code also requests fixes itself a moment after
 * the cursor or the problems have changed, and drops the older request: then the key is pressed again.
 */
export async function openQuickFixes({ page }: Editor, fix: string): Promise<Locator> {
  const fixes = page.locator('.action-widget');
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+.');
    return await fixes
      .getByText(fix)
      .waitFor({ timeout: askingMs })
      .then(
        () => true,
        () => undefined,
      );
  };
  await waitUntil('the fixes are offered', open, 2 * patienceMs);
  return fixes;
}

/**
 * Picks a fix of the open list by keyboard. VS Code redraws the open list when more fixes have arrived, and a click
 * could then land on another row.
 */
export async function pickQuickFix(
  { page: { keyboard } }: Editor,
  fixes: Locator,
  fix: string,
): Promise<void> {
  const focused = fixes.locator('.monaco-list-row.focused');
  await waitUntil(`the focus is on ${fix}`, async () => {
    if ((await focused.getByText(fix, { exact: true }).count()) === 1) return true;
    await keyboard.press('ArrowDown');
    return undefined;
  });
  await keyboard.press('Enter');
}
