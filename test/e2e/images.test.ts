import { deepStrictEqual, match } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

/** One person's way, each step from where the one before it ended. */
describe('images', () => {
  const started = useEditor({ connectByEnvironment: true, viewport: { width: 1280, height: 900 } });
  let tab: Frame;

  const prompt = () => tab.getByRole('textbox', { name: 'Prompt', exact: true });
  /** Whether the image is there and drawn, not only its element. */
  const isDrawn = (selector: string) =>
    waitUntil(`${selector} is drawn`, async () =>
      (await tab
        .locator(selector)
        .first()
        .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth)) ===
      32
        ? true
        : undefined,
    );

  it('are generated from a prompt, and shown with what came', async () => {
    const { editor, relay } = started;
    await editor.runCommand('Model Relay: Open Images');
    tab = await editor.webviewFrame('relay-images images-gallery');
    await tab.getByRole('button', { name: 'Model: Imagen 4' }).waitFor();
    await prompt().fill('A lighthouse at dusk');
    await prompt().press('Enter');
    await tab.locator('.run.done').getByText('1 image in').waitFor();
    await isDrawn('.run .image-button img');
    await isDrawn('.tile img');
    const { path, bodyText } = await relay.waitForRequest(({ path }) => path.endsWith(':predict'));
    deepStrictEqual(
      [path, JSON.parse(bodyText)],
      [
        '/v1beta/models/imagen-4.0-generate-001:predict',
        { instances: [{ prompt: 'A lighthouse at dusk' }], parameters: { sampleCount: 1 } },
      ],
    );
    await editor.screenshot('images');
  });

  it('are sources of the next ones, by the model that is selected in the tab', async () => {
    const { editor, relay } = started;
    await tab.locator('.run').getByRole('button', { name: 'Use as Source' }).click();
    await tab.locator('.source').waitFor();
    await tab.getByRole('button', { name: 'Model: Imagen 4' }).click();
    await editor.quickInput.pick('oa-image-1');
    await tab.getByRole('button', { name: 'Model: oa-image-1' }).waitFor();
    await prompt().fill('With a ship');
    await prompt().press('Enter');
    const { headers } = await relay.waitForRequest(({ path }) => path === '/v1/images/edits');
    match(String(headers['content-type']), /^multipart\/form-data/);
    await waitUntil('two images in the gallery', async () =>
      (await tab.locator('.tile').count()) === 2 ? true : undefined,
    );
    await tab.locator('.run').first().getByText('2/2').waitFor();
  });

  it('are still there after a reload, with the draft', async () => {
    const { editor } = started;
    // The editor keeps which tabs are open, with what their pages keep, when it loses the focus.
    const elsewhere = await editor.context.newPage();
    await elsewhere.bringToFront();
    await editor.waitUntilStored('With a ship');
    await elsewhere.close();
    await editor.reload();
    tab = await editor.webviewFrame('relay-images .tile');
    deepStrictEqual(
      await tab.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))),
      ['With a ship', 'A lighthouse at dusk'],
    );
    await isDrawn('.tile img');
    deepStrictEqual([await prompt().inputValue(), await tab.locator('.source').count()], ['With a ship', 1]);
    await tab.locator('.tile').last().click();
    await isDrawn('.shown .image-button img');
    await editor.screenshot('images-after-reload');
  });
});
