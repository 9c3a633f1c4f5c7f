import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, turnAt, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

export const promptFiles = {
  '.github/prompts/greet.prompt.md': `---\ndescription: Greets\n---\nGreet \${input:name:Ada} and \${input:place}, please: \${argument}`,
};

/** Prompts of a folder, and the user's own. */
export function describePrompts({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    chat = await openChat(editor);
    driver = driveChat(chat);
  });

  const questions = () => relay.requests.filter(({ path }) => path === '/v1/messages');
  /** Waits for this many requests in all, and returns the body of the last one. */
  async function lastQuestion(count: number): Promise<string> {
    await waitUntil('the question is asked', async () => questions().length === count);
    await turnAt(chat, count - 1).waitFor();
    return questions().at(-1)?.bodyText ?? '';
  }

  it('are suggested while their name is typed, and sent with the inputs that the person enters one by one', async () => {
    await driver.input.click();
    await editor.page.keyboard.type('/gr');
    const offered = chat.locator('.suggestion', { hasText: 'greet' });
    await offered.waitFor();
    match(await offered.innerText(), /Greets/);
    await editor.page.keyboard.press('Enter');
    await waitUntil(
      'the name to be in the input',
      async () => (await driver.input.inputValue()) === '/greet ',
    );
    deepStrictEqual(questions().length, 0);
    const { quickInput } = editor;
    await editor.page.keyboard.type('warmly');
    await editor.page.keyboard.press('Enter');
    await quickInput.waitFor('/greet: name (1 of 2)');
    deepStrictEqual(await quickInput.placeholder(), 'Ada');
    await quickInput.enter(`Grace \${argument}`);
    await quickInput.enter('Paris', '/greet: place (2 of 2)');
    const question = await lastQuestion(1);
    ok(question.includes(`Greet Grace \${argument} and Paris, please: warmly`), question);
  });

  it('are created by a command, and available at once', async () => {
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: New Prompt…');
    await quickInput.waitFor('New Prompt');
    await quickInput.pick('For me, in all workspaces');
    await quickInput.waitFor('review');
    await quickInput.type('two words');
    await editor.page.getByText('Use letters, digits, hyphens and underscores').first().waitFor();
    await quickInput.enter('shout');
    await editor.page.locator('.tab.active[data-resource-name="shout.md"]').waitFor();
    // The placeholder text is selected, so the first key replaces it.
    await editor.page.keyboard.type('Shout this');
    await editor.page.locator('.view-line', { hasText: 'Shout this' }).waitFor();
    await editor.page.keyboard.press('ControlOrMeta+S');
    const file = join(editor.dataFolder, 'data/User/globalStorage/model-relay.model-relay/prompts/shout.md');
    await waitUntil('the prompt to be saved', async () =>
      (await readFile(file, 'utf8').catch(() => '')).includes('Shout this'),
    );
    await driver.send('/shout hello');
    match(await lastQuestion(2), /Shout this\\n\\nhello"/);
    await editor.runCommand('Model Relay: Open Prompts…');
    await quickInput.waitFor('Prompts');
    deepStrictEqual(
      (await quickInput.rows()).map(({ label, description, detail }) => [label, description, detail]),
      [
        ['New Prompt…', '', ''],
        ['/greet', '.github/prompts', 'Greets'],
        ['/shout', 'your prompts', 'What this prompt does'],
        ['/explain', 'built in', 'Explain the selected code'],
        ['/fix', 'built in', 'Find and fix problems in the selected code'],
        ['/tests', 'built in', 'Write tests for the selected code'],
      ],
    );
    await quickInput.pick('/explain');
    await editor.page.locator('.tab.active[data-resource-name="explain.md"]').waitFor();
  });
}
