import type { Locator } from 'playwright-core';
import type { Editor } from '../editor.ts';
import { waitUntil } from '../waitUntil.ts';

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
