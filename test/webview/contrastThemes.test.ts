import { deepStrictEqual, notDeepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { openChatPage } from './chatPage.ts';
import { makeComparison } from './chatScenes.ts';
import { begin } from './readerFacts.ts';
import { openReaderPage } from './readerPage.ts';
import { makeFullState } from './settingsFacts.ts';
import { openSettingsPage } from './settingsPage.ts';

const outlineOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, outlineColor];
  });

/** With the system's contrast theme, all colors are the system's own, and backgrounds show nothing. */
const withSystemColours = (page: Page) => page.emulateMedia({ forcedColors: 'active' });

describe('the views in a contrast theme of the system', () => {
  it('have rules for it in every style sheet', async () => {
    const media = join(projectFolder, 'media');
    const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
    const texts = await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8')));
    ok(sheets.length > 5);
    deepStrictEqual(
      sheets.filter((_, place) => !texts[place]?.includes('@media (forced-colors: active)')),
      [],
    );
  });

  it('show which text field of the chat has the focus', async () => {
    const chat = await openChatPage();
    await withSystemColours(chat.page);
    await chat.tell(makeSnapshot(makeTurn({ id: 'a' })));
    await chat.page.focus('.conversation');
    const before = await outlineOf(chat.page, '.composer');
    await chat.page.focus('.composer textarea');
    notDeepStrictEqual(await outlineOf(chat.page, '.composer'), before);
    await chat.page.locator('.edit-question').press('Enter');
    await chat.page.locator('.question.editing textarea').waitFor();
    const whileEditing = await outlineOf(chat.page, '.question.editing');
    await chat.page.focus('.composer textarea');
    notDeepStrictEqual(await outlineOf(chat.page, '.question.editing'), whileEditing);
    await chat.close();
  });

  it('distinguish the selected tab of a comparison from the others', async () => {
    const chat = await openChatPage({ width: 280 });
    await withSystemColours(chat.page);
    await chat.tell(makeSnapshot(makeComparison({ id: 'a', model: 'gpt' }, { id: 'b', model: 'claude' })));
    await chat.page.getByRole('tab').first().waitFor();
    const [selected, other] = await chat.page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    notStrictEqual(selected, other);
    // The system's background: it can't be seen.
    strictEqual(other, 'rgb(255, 255, 255)');
    await chat.close();
  });

  it('mark the sentence that is read', async () => {
    const view = await openReaderPage();
    await withSystemColours(view.page);
    await view.send(begin('r', 3, { current: 1 }));
    await view.until('document.querySelector(".sentence[aria-current]") !== null');
    const [current, other] = await view.inspect<string[]>(
      '[".sentence[aria-current]", ".sentence:not([aria-current])"].map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)',
    );
    notStrictEqual(current, other);
    await view.close();
  });

  it('show which field of the settings has the focus, and which profile is shown', async () => {
    const panel = await openSettingsPage();
    await withSystemColours(panel.page);
    await panel.tell(makeFullState());
    const before = await outlineOf(panel.page, '#control-baseUrl');
    await panel.control('baseUrl').focus();
    notDeepStrictEqual(await outlineOf(panel.page, '#control-baseUrl'), before);
    const shown = panel.page.getByRole('radio', { checked: true });
    const outlineOfShown = () => outlineOf(panel.page, '.profile:has(:checked)');
    for (const colors of ['active', 'none'] as const) {
      await panel.page.emulateMedia({ forcedColors: colors });
      await panel.setTheme('highContrast');
      const alone = await outlineOfShown();
      notDeepStrictEqual(alone, await outlineOf(panel.page, '.profile:not(:has(:checked)) >> nth=0'));
      await shown.focus();
      notDeepStrictEqual(await outlineOfShown(), alone);
      await shown.blur();
    }
    await panel.close();
  });
});
