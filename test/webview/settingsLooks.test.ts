import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { SettingsFact } from '../../src/webview/settingsProtocol.ts';
import { askingCheck, failedCheck, makeFullState, makeState, runningCheck } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';
import { settingsThemes } from './settingsThemes.ts';

const pictureFolder = join(projectFolder, 'test-results', 'settings');
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a person may see, by name. */
const scenes: Readonly<Record<string, readonly SettingsFact[]>> = {
  empty: [makeState()],
  full: [makeFullState()],
  running: [makeFullState({ check: runningCheck })],
  asking: [makeFullState({ check: askingCheck })],
  failed: [makeFullState({ check: failedCheck })],
};

/** Rules of axe that are broken, and where; the page's policy lets no script of another in but this way. */
async function findViolations({ page }: SettingsPage): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Elements wider than the place they have. */
function findOverflow(): string[] {
  return [...document.querySelectorAll('html, body, relay-settings, relay-settings *:not(.visually-hidden)')]
    .filter(
      ({ scrollWidth, clientWidth, tagName }) =>
        clientWidth > 0 && scrollWidth > clientWidth && !/INPUT|SELECT/.test(tagName),
    )
    .map(({ className, tagName }) => className || tagName);
}

/** Looks at what is on the screen in every theme, and keeps a picture of each. */
async function look(panel: SettingsPage, name: string, width: number): Promise<void> {
  const violations: string[] = [];
  for (const theme of settingsThemes) {
    await panel.setTheme(theme);
    violations.push(...(await findViolations(panel)).map((violation) => `${theme}: ${violation}`));
    await panel.page.screenshot({
      path: join(pictureFolder, `${name}-${width}-${theme}.png`),
      fullPage: true,
    });
  }
  deepStrictEqual(
    { violations, overflowing: await panel.page.evaluate(findOverflow), problems: panel.problems },
    { violations: [], overflowing: [], problems: [] },
  );
}

for (const width of [280, 900]) {
  describe(`the settings panel at ${width} pixels`, () => {
    let panel: SettingsPage;

    before(async () => {
      await mkdir(pictureFolder, { recursive: true });
      panel = await openSettingsPage({ width, reducedMotion: true });
      await panel.page.evaluate(axe);
    });
    after(() => panel.close());

    for (const [name, facts] of Object.entries(scenes)) {
      it(`shows "${name}" to everyone, in every theme, with nothing cut off`, async () => {
        await panel.tell(...facts);
        await look(panel, name, width);
      });
    }

    it('shows the same of what is being typed', async () => {
      await panel.tell(makeFullState());
      await panel.control('baseAddress').fill('relay');
      await panel.tell(
        {
          type: 'verdict',
          profile: 'Work',
          field: 'baseAddress',
          text: 'relay',
          verdict: { remark: { severity: 'error', text: 'This is not an address.' } },
        },
        makeFullState({ fields: { baseAddress: { value: 'https://other.example.com' } } }),
      );
      await panel.page.click('.add-row');
      await panel.control('chat.model').press('ArrowDown');
      await look(panel, 'typing', width);
    });
  });
}

it('the settings panel has nothing cut off at any width', async () => {
  const found: Record<number, readonly string[]> = {};
  const panel = await openSettingsPage();
  await panel.tell(makeFullState({ check: failedCheck }));
  for (const width of [240, 320, 400, 521, 600, 1600]) {
    await panel.page.setViewportSize({ width, height: 600 });
    const overflowing = await panel.page.evaluate(findOverflow);
    if (overflowing.length > 0) found[width] = overflowing;
  }
  await panel.close();
  deepStrictEqual(found, {});
});
