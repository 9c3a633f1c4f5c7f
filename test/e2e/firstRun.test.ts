import { deepStrictEqual } from 'node:assert/strict';
import { driveChat } from './harness/drivers/chatDriver.ts';
import { waitUntilConnected } from './harness/relayEditor.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { testKeys } from './keys.ts';

describe('the first run', () => {
  const { editor, relay } = useEditor({ viewport: { width: 1700, height: 900 } });

  it('has a walkthrough with an image for each step, and no step done', async () => {
    const { steps, title, isDone } = walkthrough();
    await editor.runCommand('Model Relay: Get Started');
    await title(3).waitFor();
    for (const place of [0, 1, 2, 3]) {
      await title(place).click();
      await steps.and(editor.page.locator('.expanded')).nth(0).waitFor();
      await editor.webviewFrame('svg title, svg path');
    }
    deepStrictEqual(await Promise.all([0, 1, 2, 3].map(isDone)), ['false', 'false', 'false', 'false']);
  });

  it('takes four inputs by keyboard alone, and the walkthrough marks the completed steps', async () => {
    const { page, quickInput } = editor;
    const inputs: string[] = [];
    const type = async (text: string) => {
      inputs.push(text);
      await page.keyboard.type(text);
    };
    const enter = () => page.keyboard.press('Enter');

    await page.keyboard.press('F1');
    await quickInput.widget.waitFor();
    await type('Connect to Relay');
    await quickInput.row('Model Relay: Connect to Relay…').waitFor();
    await enter();
    await quickInput.waitFor('Base URL of your relay');
    await type(`${relay.baseUrl}/v1`);
    await quickInput.widget.getByText(`Interpreted as ${relay.baseUrl}`).waitFor();
    await enter();
    await quickInput.waitFor('API key for');
    await type(relay.keys.good);
    await enter();
    await waitUntilConnected(editor);
    const chat = await editor.webviewFrame('relay-chat textarea');
    await driveChat(chat).waitUntilFocused();
    await editor.statusBarItem('msg-sonnet').waitFor();
    await type('hello');
    await enter();
    await chat.getByText('not a model').first().waitFor();
    deepStrictEqual(inputs.length, 4);

    const { isDone } = walkthrough();
    await waitUntil(
      'connecting and asking are marked',
      async () => `${await isDone(0)} ${await isDone(2)}` === 'true true',
    );
    deepStrictEqual(await Promise.all([0, 1, 2, 3].map(isDone)), ['true', 'false', 'true', 'false']);
  });

  testKeys(editor, 'Linux');

  function walkthrough() {
    const steps = editor.page.locator('.getting-started-step');
    return {
      steps,
      title: (place: number) => steps.nth(place).locator('.step-title'),
      isDone: (place: number) => steps.nth(place).getByRole('checkbox').getAttribute('aria-checked'),
    };
  }
});
