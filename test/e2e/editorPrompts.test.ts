import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { openChat, type RelayEditor, startRelayEditor, turnAt } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { screenshotInThemes } from './harness/workbench/themes.ts';

const code = `export function first() {
  return 1;
}

export function second(text: string): number {
  const wrong: number = text;
  return wrong;
}
`;

describe('questions about code from its editor', () => {
  let started: RelayEditor;
  let chat: Frame;
  before(async () => {
    started = await startRelayEditor({
      connectByEnvironment: true,
      files: { 'src/code.ts': code, 'empty.ts': '' },
    });
    chat = await openChat(started.editor);
    await started.editor.openFile('src/code.ts');
  });
  after(() => started?.close());

  const questions = () => started.relay.requests.filter(({ path }) => path === '/v1/messages');
  /** What the last of so many questions has in it of these. */
  async function lastQuestionHas(count: number, ...parts: readonly string[]): Promise<readonly boolean[]> {
    await waitUntil('the question is asked', async () => (questions().length === count ? true : undefined));
    await turnAt(chat, count - 1).waitFor();
    const text = JSON.stringify(JSON.parse(questions().at(-1)?.bodyText ?? '{}').messages.at(-1));
    return parts.map((part) => text.includes(JSON.stringify(part).slice(1, -1)));
  }

  it('are in the editor’s menu, below one entry', async () => {
    const { editor } = started;
    await editor.selectText('return 1;');
    await editor.page.keyboard.press('Shift+F10');
    const menu = editor.page.locator('.monaco-menu-container');
    await menu.getByText('Model Relay', { exact: true }).hover();
    // VS Code's own chat has an entry of the same name, outside of ours.
    await menu.getByText('Add Selection to Chat').last().waitFor();
    await editor.screenshot('editor-prompts-menu');
    // By the keyboard, since a menu takes no click in its first moments.
    await menu.getByText('Explain Code').hover();
    await menu.locator('.action-item.focused', { hasText: /^Explain Code$/ }).waitFor();
    await editor.page.keyboard.press('Enter');
    deepStrictEqual(await lastQuestionHas(1, 'Explain this code', 'src/code.ts:2', 'return 1;', 'second'), [
      true,
      true,
      true,
      false,
    ]);
  });

  it('are about the function around the cursor where nothing is selected', async () => {
    const { editor } = started;
    await editor.selectText('const wrong');
    await editor.page.keyboard.press('ArrowRight');
    await editor.runCommand('Model Relay: Write Tests');
    deepStrictEqual(
      await lastQuestionHas(2, 'Write tests for this code', 'src/code.ts:5-8', 'return wrong;', 'first'),
      [true, true, true, false],
    );
  });

  it('are offered where a problem is reported, whose words go along', async () => {
    const { editor } = started;
    await editor.selectText('wrong: number');
    await editor.page.locator('.squiggly-error').first().waitFor();
    await editor.page.keyboard.press('ArrowLeft');
    await editor.page.keyboard.press('ControlOrMeta+.');
    const actions = editor.page.locator('.action-widget');
    await actions.getByText('Explain with Model Relay').waitFor();
    await editor.screenshot('editor-prompts-light-bulb');
    await actions.getByText('Fix with Model Relay').click();
    deepStrictEqual(
      await lastQuestionHas(
        3,
        'Find what is wrong',
        "Line 6: error: Type 'string' is not",
        'return wrong;',
        'first',
      ),
      [true, true, true, false],
    );
    await screenshotInThemes(editor, 'editor-prompts-question');
  });

  it('say so where there is nothing to ask about', async () => {
    const { editor } = started;
    await editor.openFile('empty.ts');
    await editor.runCommand('Model Relay: Explain Code');
    await editor.notification('There is nothing in this file yet.').waitFor();
    deepStrictEqual(questions().length, 3);
    // Escape is about them while they are there.
    await editor.runCommand('notifications.clearAll');
  });

  it('are the same where they are typed in the chat', async () => {
    const { editor } = started;
    const input = chat.locator('textarea');
    const send = async (text: string) => {
      await input.fill(text);
      await input.press('Enter');
    };
    await send('/explain');
    await editor.notification('There is nothing in this file yet.').waitFor();
    await waitUntil('the text is back', async () =>
      (await input.inputValue()) === '/explain' ? true : undefined,
    );
    deepStrictEqual(questions().length, 3);
    await editor.runCommand('notifications.clearAll');
    await editor.openFile('src/code.ts');
    await editor.selectText('wrong: number');
    await editor.page.keyboard.press('ArrowRight');
    await send('/fix');
    deepStrictEqual(
      await lastQuestionHas(
        4,
        'Find what is wrong',
        'src/code.ts:5-8',
        "Line 6: error: Type 'string' is not",
        'first',
      ),
      [true, true, true, false],
    );
    await send('/explain what a monad is');
    deepStrictEqual(await lastQuestionHas(5, 'what a monad is', 'src/code.ts'), [true, false]);
  });

  it('can be written by the person: the selection waits in the chat', async () => {
    const { editor } = started;
    await editor.openFile('src/code.ts');
    await editor.selectText('return 1;');
    await editor.page.keyboard.press('Shift+Alt+Q');
    await chat.getByText('src/code.ts:2').last().waitFor();
    await waitUntil('the input has the focus', async () =>
      (await chat.locator('textarea').evaluate((box) => box === document.activeElement)) ? true : undefined,
    );
    ok(questions().length === 5, 'nothing was sent');
  });
});
