import { deepStrictEqual } from 'node:assert/strict';
import { connectByCommand, openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

/**
 * From a clean profile to the first response, by the keyboard alone: what is typed is counted, and every step leaves an
 * image in test-results/screenshots/first-run-*.
 */
describe('the first run', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ files: { 'a.txt': 'Hello.' } });
  });
  after(() => started?.close());

  it('takes four inputs: the command, the address, the key, the question', async () => {
    const { editor, relay } = started;
    const { page, quickInput } = editor;
    const inputs: string[] = [];
    let step = 0;
    const picture = (name: string) => {
      step += 1;
      return editor.screenshot(`first-run-${step}-${name}`);
    };
    const type = async (text: string) => {
      inputs.push(text);
      await page.keyboard.type(text);
    };
    const enter = () => page.keyboard.press('Enter');

    await page.keyboard.press('F1');
    await quickInput.widget.waitFor();
    await type('Connect to Relay');
    await quickInput.row('Model Relay: Connect to Relay…').waitFor();
    await picture('command');
    await enter();

    await quickInput.waitFor('Base URL of your relay');
    await type(`${relay.baseUrl}/v1`);
    await quickInput.widget.getByText(`Interpreted as ${relay.baseUrl}`).waitFor();
    await picture('address');
    await enter();

    await quickInput.waitFor('API key for');
    await type(relay.keys.good);
    await picture('key');
    await enter();

    await quickInput.waitUntilClosed();
    const chat = await editor.webviewFrame('relay-chat textarea');
    await waitUntil('the chat has the focus', async () =>
      (await chat.evaluate(() => document.activeElement?.localName)) === 'textarea' ? true : undefined,
    );
    await editor.statusBarItem('msg-sonnet').waitFor();
    await picture('connected');
    await type('hello');
    await enter();
    await chat.getByText('not a model').first().waitFor();
    await picture('answer');
    deepStrictEqual(inputs.length, 4);
  });
});

describe('the walkthrough', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ viewport: { width: 1700, height: 900 } });
  });
  after(() => started?.close());

  it('has an image for each of its steps, and marks what is done', async () => {
    const { editor, relay } = started;
    const { page } = editor;
    await editor.runCommand('Model Relay: Get Started');
    const steps = page.locator('.getting-started-step');
    const title = (place: number) => steps.nth(place).locator('.step-title');
    await title(3).waitFor();
    for (const place of [0, 1, 2, 3]) {
      await title(place).click();
      await steps.and(page.locator('.expanded')).nth(0).waitFor();
      await editor.webviewFrame('svg title, svg path');
      await editor.screenshot(`walkthrough-${place + 1}`);
    }
    const isDone = (place: number) => steps.nth(place).getByRole('checkbox').getAttribute('aria-checked');
    deepStrictEqual(await Promise.all([0, 1, 2, 3].map(isDone)), ['false', 'false', 'false', 'false']);
    await connectByCommand(started, relay.keys.good);
    const chat = await openChat(editor);
    await chat.locator('textarea').fill('hello');
    await chat.locator('textarea').press('Enter');
    await chat.getByText('not a model').first().waitFor();
    await waitUntil('connecting and asking are marked', async () =>
      `${await isDone(0)} ${await isDone(2)}` === 'true true' ? true : undefined,
    );
    deepStrictEqual(await Promise.all([0, 1, 2, 3].map(isDone)), ['true', 'false', 'true', 'false']);
  });
});
