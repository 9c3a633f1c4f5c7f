import type { Locator } from 'playwright-core';
import { waitUntil } from '../waitUntil.ts';

/** The text in a repository's box of Source Control, whose lines must not be wrapped. */
export async function readCommitBox(box: Locator): Promise<string> {
  const lines = await box.locator('.view-line').evaluateAll((elements) =>
    elements
      .map((element) => ({
        top: Number.parseFloat((element as HTMLElement).style.top),
        text: element.textContent ?? '',
      }))
      .toSorted((one, other) => one.top - other.top)
      .map(({ text }) => text),
  );
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Replaces what is in the box, as by typing. */
export async function typeIntoCommitBox(box: Locator, text: string): Promise<void> {
  const { keyboard } = box.page();
  await box.click();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('Delete');
  await keyboard.type(text);
  await waitUntil(`the box to hold “${text}”`, async () => (await readCommitBox(box)) === text);
}
