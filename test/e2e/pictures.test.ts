import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, testResultsFolder } from '../../scripts/projectPaths.ts';
import { startBuiltInChat, withoutUtilityModels } from './harness/drivers/agentDriver.ts';
import { openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

const demoFolder = join(projectFolder, 'scripts', 'demoWorkspace');

/** Only `npm run pictures` takes them. */
const describePictures = process.env['UPDATE_PICTURES'] ? describe : describe.skip;

async function keepPicture(started: RelayEditor, name: string): Promise<void> {
  // Away from whatever would show a tooltip.
  await started.editor.page.mouse.move(700, 600);
  await started.editor.page
    .locator('.monaco-hover:visible, .workbench-hover:visible')
    .waitFor({ state: 'hidden' });
  await started.editor.screenshot(`readme-${name}`);
  const folder = join(projectFolder, 'media', 'readme');
  await mkdir(folder, { recursive: true });
  const png = await readFile(join(testResultsFolder, 'screenshots', `readme-${name}.png`));
  await writeFile(join(folder, `${name}.webp`), await toSmallWebp(started, png));
}

/** All of them are in the package, which has little room. */
async function toSmallWebp({ editor }: RelayEditor, png: Buffer): Promise<Buffer> {
  const page = await editor.page.context().newPage();
  try {
    const base64 = await page.evaluate(async (source) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(880, Math.round((880 * bitmap.height) / bitmap.width));
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
      return btoa(String.fromCharCode(...new Uint8Array(await webp.arrayBuffer())));
    }, png.toString('base64'));
    return Buffer.from(base64, 'base64');
  } finally {
    await page.close();
  }
}

describePictures('pictures of the README', () => {
  let started: RelayEditor;
  before(async () => {
    const files = Object.fromEntries(
      await Promise.all(
        ['shoppingCart.ts', 'story.md'].map(async (name) => [
          name,
          await readFile(join(demoFolder, name), 'utf8'),
        ]),
      ),
    );
    started = await openRelayEditor({
      files,
      connectByEnvironment: true,
      viewport: { width: 1100, height: 700 },
      settings: {
        'window.commandCenter': false,
        'editor.minimap.enabled': false,
        ...withoutUtilityModels,
      },
    });
  });
  after(() => started?.close());

  it('the chat with an answer', async () => {
    const { editor } = started;
    await editor.openFile('shoppingCart.ts');
    const chat = await openChat(editor);
    await chat.locator('textarea').fill('Show me code');
    await chat.locator('textarea').press('Enter');
    await chat.locator('chat-turn .answer[aria-busy="false"]').waitFor();
    await chat.locator('.conversation').hover();
    await editor.page.mouse.wheel(0, -10_000);
    await keepPicture(started, 'chat');
  });

  it('a file being read aloud, with its sentence marked', async () => {
    const { editor } = started;
    await editor.openFile('story.md');
    await editor.selectText('One night in November');
    await editor.page.keyboard.press('ArrowLeft');
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const reader = await editor.webviewFrame('relay-reader');
    await reader.locator('.sentences [aria-current]', { hasText: 'battery' }).waitFor();
    await keepPicture(started, 'reading');
    await editor.runCommand('Model Relay: Stop Reading');
  });

  it('the settings with the connection’s check', async () => {
    const { editor } = started;
    await editor.page.setViewportSize({ width: 1100, height: 900 });
    await editor.runCommand('Model Relay: Check Connection');
    const panel = await editor.webviewFrame('relay-settings h1');
    await panel.getByRole('button', { name: 'Speak' }).click();
    await panel.getByText(' spoke: ').waitFor();
    await panel.getByText('Connection check').scrollIntoViewIfNeeded();
    await keepPicture(started, 'check');
  });

  it('VS Code’s own list of models with those of the relay, and a turn of its agent', async () => {
    const { editor } = started;
    const { page, workspaceFolder } = editor;
    await page.setViewportSize({ width: 1100, height: 700 });
    const agent = await startBuiltInChat(editor);
    await editor.openViewContainer('Explorer');
    await editor.openFile('shoppingCart.ts');
    await agent.searchModels('sonnet');
    await keepPicture(started, 'agent-models');
    await page.keyboard.press('Escape');
    await agent.chooseModel('msg-sonnet-4-6');
    const readMe = {
      filePath: join(workspaceFolder, 'README.md'),
      content: '# Shopping cart\n\nAdds up what is in it.\n',
    };
    await agent.ask(
      [
        'Write a README for the cart, please.',
        `call create_file ${JSON.stringify(readMe)}`,
        'answer "There is a `README.md` now that says what the cart does. Shall I add how it is used?"',
      ].join('\n'),
    );
    await agent.lastAnswer.getByText('Completed').click();
    await editor.openFile('README.md');
    // Only the first lines of the question stay in sight then.
    await page.setViewportSize({ width: 1100, height: 610 });
    await agent.lastAnswer.hover();
    await page.mouse.wheel(0, 10_000);
    await keepPicture(started, 'agent');
  });
});
