import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, testResultsFolder } from '../../scripts/projectPaths.ts';
import { startBuiltInChat, withoutUtilityModels } from './harness/drivers/agentDriver.ts';
import { driveChat } from './harness/drivers/chatDriver.ts';
import type { Editor } from './harness/editor.ts';
import { openChat } from './harness/relayEditor.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { resizeSideBar } from './harness/workbench/sideBar.ts';

const demoFolder = join(projectFolder, 'scripts', 'demoWorkspace');
const viewport = { width: 980, height: 700 };

/** The response about the shopping cart. The relay finds it in the attached file, far below the visible lines. */
const advice = `Two things to know:

1. The **discount** begins at ten pieces of *one* item, not of the whole cart.
2. A negative \`quantity\` makes the total smaller.

This refuses the second:

\`\`\`ts
for (const { name, quantity } of items) {
  if (quantity < 0) throw Error(name);
}
\`\`\`
`;

/** Only `npm run pictures` takes them. */
const describePictures = process.env['UPDATE_PICTURES'] ? describe : describe.skip;

const windowClasses = { 'Light Modern': 'vs', 'Dark Modern': 'vs-dark' };

async function chooseTheme(editor: Editor, theme: keyof typeof windowClasses): Promise<void> {
  await editor.changeSettings({ 'workbench.colorTheme': theme });
  await editor.page.locator(`.monaco-workbench.${windowClasses[theme]}`).waitFor();
}

async function keepPicture(editor: Editor, name: string): Promise<void> {
  // Away from anything that would show a tooltip.
  await editor.page.mouse.move(700, 500);
  await editor.page.locator('.monaco-hover:visible, .workbench-hover:visible').waitFor({ state: 'hidden' });
  await editor.screenshot(`readme-${name}`);
  const folder = join(projectFolder, 'docs', 'images');
  await mkdir(folder, { recursive: true });
  const png = await readFile(join(testResultsFolder, 'screenshots', `readme-${name}.png`));
  await writeFile(join(folder, `${name}.webp`), await toSmallWebp(editor, png));
}

/** Letters stay sharp at their own size. */
async function toSmallWebp(editor: Editor, png: Buffer): Promise<Buffer> {
  const page = await editor.page.context().newPage();
  try {
    const base64 = await page.evaluate(async (source) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.5 });
      return btoa(
        Array.from(new Uint8Array(await webp.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
      );
    }, png.toString('base64'));
    return Buffer.from(base64, 'base64');
  } finally {
    await page.close();
  }
}

describePictures('pictures of the docs', () => {
  const demo = (name: string) => readFileSync(join(demoFolder, name), 'utf8');
  const { editor } = useEditor({
    files: {
      'shoppingCart.ts': `${demo('shoppingCart.ts')}${'\n'.repeat(80)}// answer ${JSON.stringify(advice)}\n`,
      'story.md': demo('story.md'),
    },
    connectByEnvironment: true,
    viewport,
    // Sharp on screens that have two points for a pixel.
    deviceScaleFactor: 2,
    settings: {
      'window.commandCenter': false,
      'editor.minimap.enabled': false,
      ...withoutUtilityModels,
    },
  });

  it('the chat with a response', async () => {
    await chooseTheme(editor, 'Dark Modern');
    await editor.openFile('shoppingCart.ts');
    const chat = await openChat(editor);
    await resizeSideBar(editor.page, 'sidebar', 440);
    const { input, waitUntilEnded } = driveChat(chat);
    await input.fill('What should I know before I change #shoppingCart');
    await chat.locator('.suggestion', { hasText: 'shoppingCart.ts' }).click();
    await chat.locator('.attachment').waitFor();
    await chat.locator('.configuration').click();
    await editor.quickInput.pick('High');
    await chat.locator('.configuration', { hasText: 'High' }).waitFor();
    await input.press('Enter');
    await waitUntilEnded(1);
    await keepPicture(editor, 'chat');
  });

  it('a file being read aloud, with its sentence marked', async () => {
    await chooseTheme(editor, 'Light Modern');
    await resizeSideBar(editor.page, 'sidebar', 380);
    await editor.openFile('story.md');
    await editor.selectText('One night in November');
    // Not by the key: the command would come before the selection that the key changes, and read that alone.
    await editor.execute('cursorLeft');
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const reader = await editor.webviewFrame('relay-reader');
    await reader.locator('.sentences [aria-current]', { hasText: 'battery' }).waitFor();
    await keepPicture(editor, 'reading');
    await editor.runCommand('Model Relay: Stop Reading');
  });

  it('images with an edit of one of them', async () => {
    await chooseTheme(editor, 'Dark Modern');
    await editor.execute('workbench.action.toggleSidebarVisibility');
    await editor.runCommand('Model Relay: Open Images');
    const tab = await editor.webviewFrame('relay-images images-gallery');
    const generate = async (words: string, count: number) => {
      await tab.getByRole('textbox', { name: 'Prompt', exact: true }).fill(words);
      await tab.getByRole('button', { name: 'Generate', exact: true }).click();
      await waitUntil(`${count} images`, async () => (await tab.locator('.tile').count()) === count);
      await tab.locator('.run').getByRole('button', { name: 'Close', exact: true }).click();
      await tab.locator('.run').waitFor({ state: 'detached' });
    };
    const prompts = [
      'A harbor without wind',
      'A desert road to the horizon',
      'Hills in the first snow',
      'Terraced fields after rain',
      'An island at noon',
    ];
    for (const [index, words] of prompts.entries()) await generate(words, index + 1);
    await tab.getByLabel('Aspect ratio').selectOption('16:9');
    await generate('A lighthouse at dusk, seen from the sea', prompts.length + 1);
    await tab.locator('.tile').first().click();
    await tab.locator('.shown').getByRole('button', { name: 'Use as Source' }).click();
    await tab.locator('.source').waitFor();
    await tab.getByRole('button', { name: 'Model: Imagen 4' }).click();
    await editor.quickInput.pick('oa-image-1');
    await tab.getByRole('button', { name: 'Model: oa-image-1' }).waitFor();
    await tab.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Add a sailing ship on the left');
    await waitUntil('the images are drawn', () =>
      tab
        .locator('img')
        .evaluateAll((all) =>
          all.every((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
        ),
    );
    await keepPicture(editor, 'images');
    await editor.execute('workbench.action.closeActiveEditor');
    await editor.execute('workbench.action.toggleSidebarVisibility');
  });

  it('the settings with the connection’s check', async () => {
    await editor.page.setViewportSize({ width: 760, height: 800 });
    await editor.execute('workbench.action.toggleSidebarVisibility');
    await editor.runCommand('Model Relay: Check Connection');
    const panel = await editor.webviewFrame('relay-settings h1');
    await panel.getByRole('button', { name: 'Test Speech' }).click();
    await panel.getByText('Speech received with ').waitFor();
    await panel.getByText('Connection check').scrollIntoViewIfNeeded();
    await keepPicture(editor, 'check');
  });

  it('VS Code’s own list of models with those of the relay, and a turn of its agent', async () => {
    const { page, workspaceFolder } = editor;
    await page.setViewportSize(viewport);
    await chooseTheme(editor, 'Dark Modern');
    const agent = await startBuiltInChat(editor);
    await editor.openViewContainer('Explorer');
    await resizeSideBar(editor.page, 'sidebar', 200);
    // In a narrower one, VS Code's chat has no room for the name of its model.
    await resizeSideBar(editor.page, 'auxiliarybar', 360);
    await editor.openFile('shoppingCart.ts');
    await agent.searchModels('sonnet');
    await keepPicture(editor, 'agent-models');
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
    // The lines that are for the script are out of sight then.
    await page.setViewportSize({ ...viewport, height: 530 });
    await page.locator('.interactive-session .chat-scroll-down').first().click();
    await agent.lastAnswer.waitFor();
    await keepPicture(editor, 'agent');
  });
});
