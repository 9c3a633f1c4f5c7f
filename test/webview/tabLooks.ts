import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { describeViolation, findViolations } from './axe.ts';
import { languageNames } from './languages.ts';
import { type SettingsTheme, settingsThemes } from './settingsThemes.ts';
import { takePicture } from './takePicture.ts';
import type { ViewPage, ViewPageOptions } from './viewPage.ts';

interface LooksOfTab<Message> {
  readonly name: 'images' | 'tasks' | 'settings';
  readonly open: (options?: ViewPageOptions<SettingsTheme>) => Promise<Tab<Message>>;
  /** The host's messages in each scene. */
  readonly scenes: Readonly<Record<string, readonly Message[]>>;
  /** What a person does then, in some scenes. */
  readonly steps?: Readonly<Record<string, (page: Page) => Promise<void>>>;
  /** The scenes that are shown in every language. */
  readonly translated: readonly string[];
  readonly widths?: readonly [narrow: number, wide: number];
}

type Tab<Message> = ViewPage<Message, { readonly type: string }, SettingsTheme>;

/** Tests that a tab is accessible and fits its width, in every scene, theme and language. */
export function describeLooks<Message>({
  name,
  open,
  scenes,
  steps = {},
  translated,
  widths = [400, 1200],
}: LooksOfTab<Message>): void {
  const folder = join(projectFolder, 'test-results', name);
  /** A message about the form's parts is sent only once the form is there. */
  async function show(tab: Tab<Message>, scene: string): Promise<void> {
    for (const message of scenes[scene] ?? []) await tab.tell(message);
    await steps[scene]?.(tab.page);
  }

  describe(`the look of the tab: ${name}`, function () {
    this.timeout(60_000);
    before(() => mkdir(folder, { recursive: true }));

    for (const scene of Object.keys(scenes))
      it(`is accessible and fits its width: ${scene}`, async () => {
        const tab = await open({ reducedMotion: true });
        try {
          await show(tab, scene);
          deepStrictEqual(await findDefects(tab, widths, join(folder, scene)), []);
        } finally {
          await tab.close();
        }
      });

    for (const language of languageNames)
      it(`fits its width in ${language}`, async () => {
        const [width] = widths;
        const tab = await open({ language, width });
        for (const scene of translated) {
          await show(tab, scene);
          deepStrictEqual(await findOverflow(tab.page), []);
          await takePicture(tab.page, { path: join(folder, `${scene}-${language}.png`), fullPage: true });
        }
        await tab.close();
      });
  });
}

/**
 * The defects of a tab in its current state, narrow and wide, in every theme; saves a picture of each. Colors are the
 * same at every width, so the rules are checked once for each theme: half of the themes at one width, half at the other.
 */
async function findDefects(
  { page, setTheme }: Pick<Tab<never>, 'page' | 'setTheme'>,
  widths: readonly number[],
  picture: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [place, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    for (const [at, theme] of settingsThemes.entries()) {
      await setTheme(theme);
      const violations = at % 2 === place ? await findViolations(page) : [];
      const problems = [...violations.map(describeViolation), ...(await findOverflow(page))];
      found.push(...problems.map((problem) => `${theme} ${width}: ${problem}`));
      await takePicture(page, { path: `${picture}-${theme}-${width}.png` });
    }
  }
  return found;
}

/** Elements wider than their space. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overflowing = [...document.querySelectorAll('html, body, body *:not(.visually-hidden)')].filter(
      ({ scrollWidth, clientWidth, tagName }) =>
        clientWidth > 0 && scrollWidth > clientWidth && !/INPUT|SELECT|TEXTAREA/.test(tagName),
    );
    return overflowing.map(({ className, tagName }) => className || tagName);
  });
}
