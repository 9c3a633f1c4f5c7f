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
  readonly name: 'images' | 'tasks';
  readonly title: string;
  readonly open: (options?: ViewPageOptions<SettingsTheme>) => Promise<Tab<Message>>;
  /** The host's messages in each scene. */
  readonly scenes: Readonly<Record<string, readonly Message[]>>;
  /** What a person does then, in some scenes. */
  readonly steps?: Readonly<Record<string, (page: Page) => Promise<void>>>;
  /** The scenes that are shown in every language. */
  readonly translated: readonly string[];
}

type Tab<Message> = ViewPage<Message, { readonly type: string }, SettingsTheme>;

/** Tests that a tab is accessible and fits its width, in every scene, theme and language. */
export function describeLooks<Message>({
  name,
  title,
  open,
  scenes,
  steps = {},
  translated,
}: LooksOfTab<Message>): void {
  const folder = join(projectFolder, 'test-results', name);
  /** A message about the form's parts is sent only once the form is there. */
  async function show(tab: Tab<Message>, scene: string): Promise<void> {
    for (const message of scenes[scene] ?? []) await tab.tell(message);
    await steps[scene]?.(tab.page);
  }

  describe(`the look of the ${title} tab`, function () {
    this.timeout(60_000);
    before(() => mkdir(folder, { recursive: true }));

    for (const scene of Object.keys(scenes))
      it(`is accessible and fits its width: ${scene}`, async () => {
        const tab = await open();
        try {
          await show(tab, scene);
          deepStrictEqual(await findDefects(tab, folder, scene), []);
        } finally {
          await tab.close();
        }
      });

    for (const language of languageNames)
      it(`fits its width in ${language}`, async () => {
        const tab = await open({ language, width: 400 });
        for (const scene of translated) {
          await show(tab, scene);
          deepStrictEqual(await findOverflow(tab.page), []);
          await takePicture(tab.page, { path: join(folder, `${scene}-${language}.png`), fullPage: true });
        }
        await tab.close();
      });
  });
}

/** The defects of a tab in its current state, narrow and wide, in every theme; saves a picture of each. */
async function findDefects(
  tab: Pick<Tab<never>, 'page' | 'setTheme'>,
  folder: string,
  name: string,
): Promise<string[]> {
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
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *:not(.visually-hidden)')]
      .filter(
        ({ scrollWidth, clientWidth, tagName }) =>
          clientWidth > 0 && scrollWidth > clientWidth && !/INPUT|SELECT|TEXTAREA/.test(tagName),
      )
      .map(({ className, tagName }) => className || tagName),
  );
}
