import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame } from 'playwright-core';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { driveChat } from './harness/drivers/chatDriver.ts';
import { openChat } from './harness/relayEditor.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

function sha256(bytes: Uint8Array = Buffer.alloc(0)): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One person's way, each step from where the one before it ended. */
describe('images', () => {
  const started = useEditor({
    connectByEnvironment: true,
    files: { 'page.md': '', 'Page.tsx': '', 'list.md': 'A list\n' },
    viewport: { width: 1280, height: 900 },
  });
  let tab: Frame;

  const prompt = () => tab.getByRole('textbox', { name: 'Prompt', exact: true });
  /** Shows the tab again, and waits until something in it has the focus: then nothing takes it any more. */
  async function openTab(): Promise<void> {
    await started.editor.runCommand('Model Relay: Open Images');
    const hasFocus = () => document.hasFocus() && document.activeElement !== document.body;
    await waitUntil('the tab has the focus', async () => (await tab.evaluate(hasFocus)) || undefined);
  }

  /** Whether the image is there and drawn, not only its element. */
  const isDrawn = (selector: string) =>
    waitUntil(
      `${selector} is drawn`,
      async () =>
        (await tab
          .locator(selector)
          .first()
          .evaluate(
            (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
          )) || undefined,
    );

  /** The size of a PNG, and how opaque its first pixel, its middle and its last pixel are. */
  const readAlpha = (base64: string) =>
    tab.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const alpha = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3];
      return [
        `${width} × ${height}`,
        alpha(0, 0),
        alpha(width / 2, height / 2),
        alpha(width - 1, height - 1),
      ];
    }, base64);

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

  it('are copied for other programs', async () => {
    await started.editor.context.grantPermissions(['clipboard-read']);
    await tab.locator('.run').getByRole('button', { name: 'Copy image' }).click();
    await tab.getByText('Image copied').first().waitFor();
    const sides = await tab.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const blob = await item?.getType('image/png');
      const { width = 0, height = 0 } = blob ? await createImageBitmap(blob) : {};
      const image = document.querySelector<HTMLImageElement>('.run .image-button img');
      return [width, height, image?.naturalWidth, image?.naturalHeight];
    });
    ok(sides[0] && sides[1]);
    deepStrictEqual(sides.slice(0, 2), sides.slice(2));
  });

  it('are sources of the next ones, by the model that is selected in the tab', async () => {
    const { editor, relay } = started;
    await tab.locator('.run').getByRole('button', { name: 'Use as Source' }).click();
    await tab.locator('.source').waitFor();
    const references = ['red', 'blue'].map((name) => ({ name: `${name}.png`, bytes: drawPng(name) }));
    for (const { name, bytes } of references) {
      const path = join(editor.workspaceFolder, name);
      await writeFile(path, bytes);
      await tab.getByRole('button', { name: 'Add Source Images…' }).click();
      await editor.chooseFile('Add Source Images', path);
      await tab.locator(`.source[aria-label^="${name}"]`).waitFor();
    }
    await tab.getByRole('button', { name: 'Model: Imagen 4' }).click();
    await editor.quickInput.pick('oa-image-1');
    await tab.getByRole('button', { name: 'Model: oa-image-1' }).waitFor();
    await tab.getByRole('button', { name: /^Edit mask of / }).click();
    const mask = tab.getByRole('dialog', { name: /^Mask for / });
    await mask.getByText('Rectangle by Coordinates', { exact: true }).click();
    for (const side of ['Width', 'Height']) await mask.getByLabel(side, { exact: true }).fill('8');
    await mask.getByRole('button', { name: 'Paint Rectangle' }).click();
    await mask.getByRole('button', { name: 'Apply Mask' }).click();
    // It takes the focus once the dialog is closed, and with it what is typed.
    await tab.locator('.source:focus').waitFor();
    await prompt().fill('With a ship');
    await prompt().press('Enter');
    const upload = await relay.waitForRequest(({ path }) => path === '/v1/images/edits');
    match(String(upload.headers['content-type']), /^multipart\/form-data/);
    await waitUntil('two images in the gallery', async () =>
      (await tab.locator('.tile').count()) === 2 ? true : undefined,
    );
    const [uploaded] = upload.files?.get('mask') ?? [];
    const [generated, ...others] = upload.files?.get('image[]') ?? [];
    const first = await tab.locator('.run .image-button img').last().getAttribute('src');
    match(first ?? '', new RegExp(sha256(generated?.bytes)));
    deepStrictEqual(
      others.map(({ bytes }) => sha256(bytes)),
      references.map(({ bytes }) => sha256(bytes)),
    );
    deepStrictEqual(await readAlpha(uploaded?.bytes.toString('base64') ?? ''), ['1024 × 1024', 0, 255, 255]);
    await tab.locator('.run').first().getByText('2/2').waitFor();
  });

  it('are saved in the project and shown in a document, where its cursor is', async () => {
    const { editor } = started;
    await editor.changeSettings({ 'modelRelay.images.folder': 'assets' });
    await editor.openFile('page.md');
    await openTab();
    await tab.locator('.run').first().getByRole('button', { name: 'Insert at cursor…' }).press('Enter');
    await editor.quickInput.pick('Use the Prompt as Alt Text');
    const page = pathToFileURL(join(editor.workspaceFolder, 'page.md')).href;
    await waitUntil('the image is in the document', async () =>
      (await editor.readDocument(page)) === '![With a ship](assets/with-a-ship.png)' ? true : undefined,
    );
    await editor.openFile('Page.tsx');
    await openTab();
    await tab.locator('.run').first().getByRole('button', { name: 'Insert at cursor…' }).press('Enter');
    await editor.quickInput.pick('Use the Prompt as Alt Text');
    const component = pathToFileURL(join(editor.workspaceFolder, 'Page.tsx')).href;
    const jsx = '<img src="assets/with-a-ship-2.png" alt="With a ship" width={1024} height={1024} />';
    await waitUntil('the image is in the component', async () =>
      (await editor.readDocument(component)) === jsx ? true : undefined,
    );
    await openTab();
    await tab.locator('.run').first().getByRole('button', { name: 'Save image as…' }).press('Enter');
    await editor.quickInput.pick('WEBP, 1x and 2x');
    const saved = await waitUntil('the files are there', async () => {
      const names = (await readdir(join(editor.workspaceFolder, 'assets'))).sort();
      return names.length === 4 ? names : undefined;
    });
    deepStrictEqual(saved, [
      'with-a-ship-2.png',
      'with-a-ship.png',
      'with-a-ship.webp',
      'with-a-ship@2x.webp',
    ]);
    const small = await readFile(join(editor.workspaceFolder, 'assets', 'with-a-ship.webp'));
    deepStrictEqual(small.toString('latin1', 8, 12), 'WEBP');
  });

  it('are in the side bar as well, from where they are dragged into a document', async () => {
    const { editor } = started;
    const { page } = editor;
    await editor.openViewContainer('Model Relay');
    await page.getByRole('button', { name: 'Images Section' }).click();
    const listed = page.getByRole('treeitem', { name: /^With a ship/ });
    await listed.click();
    await tab.locator('.shown').waitFor();
    await editor.openFile('list.md');
    const { mouse, keyboard } = page;
    const from = await listed.boundingBox();
    const to = await page.locator('.editor-instance .view-lines').last().boundingBox();
    if (!from || !to) throw new Error('Nothing to drag, or nowhere to drop it');
    await mouse.move(from.x + 60, from.y + 10);
    await mouse.down();
    await mouse.move(from.x + 90, from.y, { steps: 5 });
    // VS Code takes it for the document, and not for an editor to open, while Shift is down.
    await keyboard.down('Shift');
    await mouse.move(to.x + 60, to.y + 30, { steps: 10 });
    await mouse.move(to.x + 90, to.y + 30, { steps: 10 });
    await page.locator('.dnd-target').waitFor({ state: 'attached' });
    await mouse.up();
    await keyboard.up('Shift');
    const list = pathToFileURL(join(editor.workspaceFolder, 'list.md')).href;
    await waitUntil('the image is in the document', async () =>
      (await editor.readDocument(list)) === 'A list\n![With a ship](assets/with-a-ship-3.png)'
        ? true
        : undefined,
    );
    await editor.screenshot('images-view');
    await openTab();
  });

  it('are still there after a reload, with the draft', async () => {
    const { editor } = started;
    await prompt().fill('With a storm');
    // The editor keeps which tabs are open, with what their pages keep, when it loses the focus.
    const elsewhere = await editor.context.newPage();
    await elsewhere.bringToFront();
    await editor.waitUntilStored('With a storm');
    await elsewhere.close();
    await editor.reload();
    await editor.runCommand('Model Relay: Open Images');
    tab = await editor.webviewFrame('relay-images .tile');
    deepStrictEqual(
      await tab.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))),
      ['With a ship', 'A lighthouse at dusk'],
    );
    await isDrawn('.tile img');
    deepStrictEqual([await prompt().inputValue(), await tab.locator('.source').count()], ['With a storm', 3]);
    await tab.locator('.tile').last().click();
    await isDrawn('.shown .image-button img');
    await editor.screenshot('images-after-reload');
  });

  it('have their draft again when the tab was closed', async () => {
    const { editor } = started;
    await prompt().fill('With a moon');
    await editor.runCommand('View: Close Editor');
    await waitUntil('the tab is closed', async () => tab.isDetached() || undefined);
    await editor.runCommand('Model Relay: Open Images');
    tab = await editor.webviewFrame('relay-images .tile');
    deepStrictEqual([await prompt().inputValue(), await tab.locator('.source').count()], ['With a moon', 3]);
  });

  it('are drawn in a chat, and are in the gallery and a source from there', async () => {
    const { editor, relay } = started;
    await editor.changeSettings({ 'modelRelay.images.model': 'imagen-4.0-generate-001' });
    const chat = await openChat(editor);
    const { input, waitUntilEnded } = driveChat(chat);
    await input.fill('/im');
    await chat.locator('.suggestion', { hasText: '/image' }).waitFor();
    await input.press('Enter');
    await input.pressSequentially('a red boat');
    await input.press('Enter');
    await waitUntilEnded(1);
    await chat.locator('.answer-picture:not(.loading) .answer-image').waitFor();
    const { path } = await relay.waitForRequest(({ bodyText }) => bodyText.includes('a red boat'));
    match(path, /:predict$/);
    await chat.getByText('imagen-4.0-generate-001').first().waitFor();
    await chat.getByRole('button', { name: 'Use as source in Images' }).press('Enter');
    await tab.locator('.source[aria-label^="a red boat"]').press('Delete');
    await isDrawn('.tile[aria-label="a red boat"] img');
  });
});
