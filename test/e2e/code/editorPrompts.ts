import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, turnAt, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

const code = `export function first() {
  return 1;
}

export function second() {
  return 2;
}

export const code = 3;
`;

export const askedAboutFiles = { 'src/code.ts': code, 'empty.ts': '' };

/** Prompts about code, from its editor. */
export function describeEditorPrompts({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
    await editor.openFile('src/code.ts');
  });

  const questions = () => relay.requests.filter(({ path }) => path === '/v1/messages');
  /** Waits for this many requests, and returns whether the last one contains each of these parts. */
  async function lastQuestionHas(count: number, ...parts: readonly string[]): Promise<readonly boolean[]> {
    await waitUntil('the question is asked', async () => questions().length === count);
    await turnAt(chat, count - 1).waitFor();
    const text = JSON.stringify(JSON.parse(questions().at(-1)?.bodyText ?? '{}').messages.at(-1));
    return parts.map((part) => text.includes(JSON.stringify(part).slice(1, -1)));
  }

  it('are in a submenu of the editor’s menu, or typed by the person with the selection attached to the chat', async () => {
    await editor.selectText('return 1;');
    await editor.page.keyboard.press('Shift+F10');
    const menu = editor.page.locator('.monaco-menu-container');
    await menu.getByText('Model Relay', { exact: true }).hover();
    // VS Code's own chat has an entry of the same name, outside of ours.
    await menu.getByText('Add Selection to Chat').last().waitFor();
    // By keyboard, because a menu ignores clicks in its first moments.
    await menu.getByText('Explain Code').hover();
    await menu.locator('.action-item.focused', { hasText: /^Explain Code$/ }).waitFor();
    await editor.page.keyboard.press('Enter');
    deepStrictEqual(await lastQuestionHas(1, 'Explain this code', 'src/code.ts:2', 'return 1;', 'second'), [
      true,
      true,
      true,
      false,
    ]);

    const before = questions().length;
    await editor.openFile('src/code.ts');
    await editor.selectText('return 1;');
    await editor.page.keyboard.press('Shift+Alt+Q');
    await chat.getByText('src/code.ts:2').last().waitFor();
    await driveChat(chat).waitUntilFocused();
    strictEqual(questions().length, before, 'nothing was sent');
  });
}
