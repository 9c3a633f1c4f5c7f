import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeViolation, findViolations } from './axe.ts';
import { type SettingsTheme, settingsThemes } from './settingsThemes.ts';
import { takePicture } from './takePicture.ts';

interface LookedAtTab {
  readonly page: Page;
  setTheme(theme: SettingsTheme): Promise<void>;
}

/** The defects of a tab in its current state, narrow and wide, in every theme; saves a picture of each. */
export async function findDefects(tab: LookedAtTab, folder: string, name: string): Promise<string[]> {
  const { page } = tab;
  const found: string[] = [];
  for (const width of [400, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of settingsThemes) {
      await tab.setTheme(theme);
      const problems = [
        ...(await findViolations(page)).map(describeViolation),
        ...(await findOverflow(page)),
      ];
      found.push(...problems.map((problem) => `${theme} ${width}: ${problem}`));
      await takePicture(page, { path: join(folder, `${name}-${theme}-${width}.png`) });
    }
  }
  return found;
}

/** Elements wider than their space. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *:not(.visually-hidden)')]
      .filter(
        ({ scrollWidth, clientWidth, tagName }) =>
          clientWidth > 0 && scrollWidth > clientWidth && !/INPUT|SELECT|TEXTAREA/.test(tagName),
      )
      .map(({ className, tagName }) => className || tagName),
  );
}
