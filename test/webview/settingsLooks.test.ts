import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { SettingsHostMessage } from '../../src/protocol/settingsProtocol.ts';
import { describeViolation, findViolations } from './axe.ts';
import { languageNames } from './languages.ts';
import { askingCheck, failedCheck, makeFullState, makeState, runningCheck } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';
import { settingsThemes } from './settingsThemes.ts';
import { takePicture } from './takePicture.ts';

const pictureFolder = join(projectFolder, 'test-results', 'settings');

/** The scenes, by name. */
const scenes: Readonly<Record<string, readonly SettingsHostMessage[]>> = {
  empty: [makeState()],
  full: [makeFullState()],
  running: [makeFullState({ check: runningCheck })],
  asking: [makeFullState({ check: askingCheck })],
  failed: [makeFullState({ check: failedCheck })],
};

/** Elements wider than their space, and protocol lists that cut off a name. */
function findOverflow(): string[] {
  const halfShown = [...document.querySelectorAll<HTMLElement>('.protocol-row select')].filter((select) => {
    const shown = select.offsetWidth;
    select.style.width = 'max-content';
    const isCut = select.offsetWidth > shown;
    select.style.width = '';
    return isCut;
  });
  const overflowing = [
    ...document.querySelectorAll('html, body, relay-settings, relay-settings *:not(.visually-hidden)'),
  ].filter(
    ({ scrollWidth, clientWidth, tagName }) =>
      clientWidth > 0 && scrollWidth > clientWidth && !/INPUT|SELECT/.test(tagName),
  );
  return [...overflowing, ...halfShown].map(({ className, tagName }) => className || tagName);
}

/**
 * Shows something in a narrow and in a wide panel, and checks it in every theme. Colors are the same at every width,
 * so the rules are checked once for each theme: half of the themes at one width, half at the other.
 */
async function look(panel: SettingsPage, name: string, show: () => Promise<unknown>): Promise<void> {
  const violations: string[] = [];
  const overflowing: string[] = [];
  for (const [place, width] of [280, 900].entries()) {
    await panel.page.setViewportSize({ width, height: 800 });
    await show();
    for (const theme of settingsThemes.filter((_, at) => at % 2 === place)) {
      await panel.setTheme(theme);
      violations.push(
        ...(await findViolations(panel.page)).map((each) => `${theme}: ${describeViolation(each)}`),
      );
      overflowing.push(...(await panel.page.evaluate(findOverflow)).map((what) => `${theme}: ${what}`));
    }
    const path = join(pictureFolder, `${name}-${width}.png`);
    await takePicture(panel.page, { path, fullPage: true });
  }
  deepStrictEqual(
    { violations, overflowing, problems: panel.problems },
    { violations: [], overflowing: [], problems: [] },
  );
}

describe('the settings panel', () => {
  let panel: SettingsPage;

  before(async () => {
    await mkdir(pictureFolder, { recursive: true });
    panel = await openSettingsPage({ reducedMotion: true });
  });
  after(() => panel.close());

  for (const [name, facts] of Object.entries(scenes)) {
    it(`shows "${name}" accessibly, narrow and wide, in every theme, with nothing cut off`, async () => {
      await look(panel, name, () => panel.tell(...facts));
    });
  }

  it('shows text that is being typed the same way', async () => {
    await panel.tell(makeFullState());
    await panel.control('baseUrl').fill('relay');
    await panel.tell(
      {
        type: 'verdict',
        profile: 'Work',
        field: 'baseUrl',
        text: 'relay',
        verdict: { remark: { severity: 'error', text: 'This is not a valid URL.' } },
      },
      makeFullState({ fields: { baseUrl: { value: 'https://other.example.com' } } }),
    );
    await panel.page.click('.add-row');
    await panel.control('chat.model').press('ArrowDown');
    await look(panel, 'typing', () => panel.drawn());
  });
});

for (const language of languageNames) {
  it(`the settings panel has nothing cut off at any width in ${language}`, async () => {
    const found: Record<number, readonly string[]> = {};
    const panel = await openSettingsPage({ language });
    await panel.tell(makeFullState({ check: failedCheck }));
    for (const width of language === 'en' ? [240, 320, 400, 521, 600, 1600] : [280, 900]) {
      await panel.page.setViewportSize({ width, height: 600 });
      const overflowing = await panel.page.evaluate(findOverflow);
      if (overflowing.length > 0) found[width] = overflowing;
      const path = join(pictureFolder, `languages-${width}-${language}.png`);
      if (language !== 'en') await takePicture(panel.page, { path, fullPage: true });
    }
    await panel.close();
    deepStrictEqual(found, {});
  });
}
