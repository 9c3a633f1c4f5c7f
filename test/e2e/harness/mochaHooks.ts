import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Context } from 'mocha';
import type { Frame, Page } from 'playwright-core';
import { testResultsFolder } from '../../../scripts/projectPaths.ts';
import { openPages } from './browser.ts';
import { closeWorkstation, readLogEnd } from './workstation.ts';

/** For logs without screenshots: the visible messages, dialogs and tabs, and the focused element. */
function describeScreen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sights = {
      notifications: '.notification-list-item',
      dialogs: '.monaco-dialog-box',
      'quick input': '.quick-input-widget',
      tabs: '.tab',
      status: '.statusbar-item[id*="modelRelay"]',
    };
    const shown = Object.entries(sights).map(([name, selector]) => {
      const texts = [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const typed = element.querySelector<HTMLInputElement>('input, textarea')?.value ?? '';
          return `${element.textContent ?? ''} ${typed}`.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
        });
      return `${name}: ${JSON.stringify(texts)}`;
    });
    const focused = document.activeElement;
    return [...shown, `focus: ${focused?.localName} ${focused?.className}`].join('; ');
  });
}

/** The same for a webview: its focus, its typed text, and the end of its text. */
function describeFrame(frame: Frame): Promise<string | undefined> {
  const described = frame.evaluate(() => {
    const text = document.body.innerText.replaceAll(/\s+/g, ' ').trim();
    if (text === '' || document.querySelector('iframe')) return undefined;
    const focused = document.activeElement;
    const typed = [...document.querySelectorAll('textarea')].map(({ value }) => value);
    return `focus: ${document.hasFocus()} ${focused?.localName} ${focused?.className}; typed: ${JSON.stringify(typed)}; text: ${text.slice(0, 200)} … ${text.slice(-400)}`;
  });
  // A page that hangs or closes can't be described.
  return Promise.race([described.catch(() => undefined), setTimeout(2000, undefined, { ref: false })]);
}

/** The notifications that are no longer on the screen, or never were. */
async function listNotifications(page: Page): Promise<readonly string[]> {
  const bell = page.locator('[id="status.notifications"] a');
  const center = page.locator('.notifications-center.visible');
  const isOpen = await center.isVisible();
  if (!isOpen) await bell.click({ timeout: 2000 }).catch(() => {});
  const texts = await center.locator('.notification-list-item-message').allTextContents();
  if (!isOpen) await bell.click({ timeout: 2000 }).catch(() => {});
  return texts;
}

/** Saves what was on the screen and in the log when a test failed, for people to look at. */
async function keepTraces(this: Context): Promise<void> {
  if (this.currentTest?.state !== 'failed') return;
  const name = this.currentTest
    .fullTitle()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100);
  for (const [index, page] of (await openPages()).entries()) {
    console.log(`-- page ${index}: ${await describeScreen(page)}`);
    for (const frame of page.frames().slice(1)) {
      const described = await describeFrame(frame);
      if (described !== undefined) console.log(`-- webview of page ${index}: ${described}`);
    }
    await page.screenshot({ path: join(testResultsFolder, 'failures', `${name}-${index}.png`) });
    console.log(`-- notifications of page ${index}: ${JSON.stringify(await listNotifications(page))}`);
  }
  const log = await readLogEnd();
  if (log === '') return;
  console.log(`-- log: ${log.split('\n').slice(-20).join('\n')}`);
  await mkdir(join(testResultsFolder, 'failures'), { recursive: true });
  await writeFile(join(testResultsFolder, 'failures', `${name}.log`), log);
}

/**
 * Where several files run at the same time, mocha calls `afterAll` after each of them, and the next file in the same
 * process would have to start its editor and browser again: there they end with their process.
 */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

/** Mocha loads this with --require: the shared editor and browsers live as long as the run. */
export const mochaHooks = { afterEach: keepTraces, ...(!isWorker && { afterAll: closeWorkstation }) };
