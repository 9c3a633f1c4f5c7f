import { deepStrictEqual } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeSnapshot, makeTurn, rateLimitFailure } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeState as makeImagesState, openImagesPage } from './imagesPage.ts';
import { openReaderPage } from './readerPage.ts';
import { makeState as makeSettingsState } from './settingsFacts.ts';
import { openSettingsPage } from './settingsPage.ts';
import { makeState as makeTasksState, openTasksPage } from './tasksPage.ts';

const keys = ['Enter', 'Space'] as const;

/** Presses a key and holds it until it has repeated. */
async function hold(page: Page, key: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

describe('a key that presses a button of the chat, which moves the focus to the input', () => {
  const chat = useChatPage();

  const failure = { ...rateLimitFailure, actions: rateLimitFailure.actions.slice(0, 1) };
  const cases = {
    Continue: ['continue', { status: 'stopped' }],
    'Try Again': ['action', { status: 'failed', failure }],
    'Try Again Now': [
      'retryNow',
      { status: 'running', retryWait: { title: failure.title, remainingMs: 60_000 } },
    ],
  } as const;
  for (const [name, [type, turn]] of Object.entries(cases)) {
    it(`does nothing more: ${name}`, async () => {
      const input = chat.page.locator('.composer textarea');
      const button = chat.page.locator('vscode-button').getByText(name, { exact: true });
      const found: unknown[] = [];
      for (const key of keys) {
        await chat.tell(makeSnapshot(makeTurn({ id: 'a', ...turn })));
        await input.fill('Draft');
        await button.focus();
        await hold(chat.page, key);
        found.push([
          await input.inputValue(),
          await input.evaluate((field) => field === document.activeElement),
          chat.intents.filter((intent) => intent.type === type || intent.type === 'send').length,
        ]);
      }
      deepStrictEqual(found, [
        ['Draft', true, 1],
        ['Draft', true, 2],
      ]);
    });
  }
});

/** Makes the first button of the page move the focus to a field, and focuses the button. */
const focusButton = `(() => {
  const button = [...document.querySelectorAll('vscode-button')].find((each) => each.checkVisibility());
  const field = document.body.appendChild(document.createElement('textarea'));
  field.id = 'field';
  button.id = 'button';
  button.addEventListener('click', () => field.focus());
  button.focus();
})()`;
const typed = `[document.activeElement.id, document.getElementById('field').value]`;

describe('a key that presses a button', () => {
  for (const [name, open] of Object.entries({
    images: async () => show(await openImagesPage(), makeImagesState()),
    tasks: async () => show(await openTasksPage(), makeTasksState()),
    settings: async () => show(await openSettingsPage(), makeSettingsState()),
    reader: openReader,
  })) {
    it(`does nothing in the field that gets the focus: ${name}`, async () => {
      const { page, evaluate, close } = await open();
      await evaluate(focusButton);
      const found: unknown[] = [];
      for (const key of keys) {
        await evaluate('document.getElementById("button").focus()');
        await hold(page, key);
        found.push(await evaluate(typed));
      }
      deepStrictEqual(found, [
        ['field', ''],
        ['field', ''],
      ]);
      await close();
    });
  }
});

async function show<Fact>(
  view: {
    readonly page: Page;
    readonly tell: (fact: Fact) => Promise<void>;
    readonly close: () => Promise<void>;
  },
  fact: Fact,
) {
  await view.tell(fact);
  return {
    page: view.page,
    evaluate: (expression: string) => view.page.evaluate<unknown>(expression),
    close: view.close,
  };
}

async function openReader() {
  const { page, inspect, close } = await openReaderPage();
  await page.evaluate(() => document.querySelector('iframe')?.focus());
  return { page, evaluate: (expression: string) => inspect<unknown>(expression), close };
}
