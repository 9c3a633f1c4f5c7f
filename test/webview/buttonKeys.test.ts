import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn, rateLimitFailure } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('a key that presses a button of the chat, which moves the focus to the input', () => {
  const chat = useChatPage({ isShared: true });

  const failure = { ...rateLimitFailure, actions: rateLimitFailure.actions.slice(0, 1) };
  const retryWait = { title: failure.title, remainingMs: 60_000 };
  const cases = {
    Continue: ['continue', { status: 'stopped' }],
    'Try Again': ['action', { status: 'failed', failure }],
    'Try Again Now': ['retryNow', { status: 'running', retryWait }],
  } as const;
  for (const [name, [type, turn]] of Object.entries(cases)) {
    it(`does nothing more: ${name}`, async () => {
      const input = chat.page.locator('.composer textarea');
      const button = chat.page.locator('vscode-button').getByText(name, { exact: true });
      const found: unknown[] = [];
      for (const key of ['Enter', 'Space']) {
        await chat.tell(makeSnapshot(), makeSnapshot(makeTurn({ id: 'a', ...turn })));
        await input.fill('Draft');
        await button.focus();
        // Holds the key until it has repeated.
        for (let time = 0; time < 3; time += 1) await chat.page.keyboard.down(key);
        await chat.page.keyboard.up(key);
        found.push([await input.inputValue(), await chat.focused(), chat.sent(type, 'send').length]);
      }
      deepStrictEqual(found, [
        ['Draft', 'Message', 1],
        ['Draft', 'Message', 2],
      ]);
    });
  }
});
