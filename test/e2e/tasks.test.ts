import { deepStrictEqual } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { film } from '../relay/pictures/film.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

/** One person's session: each test continues where the one before it ended. */
describe('video tasks', () => {
  const { editor, relay } = useEditor({
    connectByEnvironment: true,
    viewport: { width: 1280, height: 900 },
    files: { 'page.md': '' },
  });
  let tab: Frame;

  const prompt = () => tab.getByRole('textbox', { name: 'Prompt', exact: true });
  const task = (name: string) => tab.getByRole('article', { name, exact: true });
  const listed = () => editor.page.getByRole('treeitem', { name: /^A lighthouse/ });
  const submissions = () =>
    relay.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/videos').length;

  it('are submitted once, shown while they run, and playable as soon as they are done', async () => {
    await editor.runCommand('Model Relay: Open Video Tasks');
    tab = await editor.webviewFrame('relay-tasks .prompt');
    await tab.getByRole('button', { name: 'Model: oa-video-1' }).waitFor();
    await prompt().fill('A lighthouse at dusk');
    await tab.getByLabel('Seconds').fill('4');
    await prompt().press('Enter');
    const { bodyText } = await relay.waitForRequest(
      ({ path, bodyText }) => path === '/v1/videos' && bodyText !== '',
    );
    deepStrictEqual(JSON.parse(bodyText), {
      model: 'oa-video-1',
      prompt: 'A lighthouse at dusk',
      seconds: '4',
    });
    const card = task('A lighthouse at dusk');
    await card.getByText(/oa-video-1 · (?:queued|running)/).waitFor();
    await editor.screenshot('task-running');
    await card.locator('video').waitFor();
    await waitUntil(
      'the film has a frame, of which the host keeps a poster',
      async () => (await card.locator('video[poster]').count()) === 1,
    );
    await card.getByText(/^WEBM · \d/).waitFor();
    await card.locator('video').evaluate(async (video) => {
      if (!(video instanceof HTMLVideoElement)) return;
      video.muted = true;
      await video.play();
    });
    await waitUntil(
      'the film plays',
      async () =>
        await card
          .locator('video')
          .evaluate((video) => video instanceof HTMLVideoElement && video.currentTime > 0),
    );
    deepStrictEqual(submissions(), 1);
    await editor.screenshot('task-done');
  });

  it('are also in the side bar, which leads to them', async () => {
    await editor.openViewContainer('Model Relay');
    await editor.page.getByRole('button', { name: 'Video Tasks Section' }).click();
    await editor.page.getByRole('treeitem', { name: /^A lighthouse at dusk\s+done · oa-video-1/ }).waitFor();
    await editor.openFile('page.md');
    await listed().click();
    await waitUntil('the task has the focus', () =>
      task('A lighthouse at dusk').evaluate((card) => card === document.activeElement),
    );
    await editor.screenshot('task-view');
  });

  it('can be saved to the project', async () => {
    await editor.changeSettings({ 'modelRelay.images.folder': 'assets' });
    await task('A lighthouse at dusk').getByRole('button', { name: 'Save to Workspace' }).click();
    const folder = join(editor.workspaceFolder, 'assets');
    const names = await waitUntil('the file is there', async () => {
      const found = await readdir(folder).catch(() => []);
      return found.length > 0 ? found : undefined;
    });
    deepStrictEqual(names, ['a-lighthouse-at-dusk.webm']);
    deepStrictEqual(await readFile(join(folder, 'a-lighthouse-at-dusk.webm')), film);
  });

  it('that failed show why, in our words and the relay’s', async () => {
    await prompt().fill('To fail');
    await prompt().press('Enter');
    const card = task('To fail');
    await card.getByText('The relay reports that the task failed.').waitFor();
    await card.getByText('The film was held back because it might be against the rules.').waitFor();
  });

  it('continue after the window is reloaded while they run, and are submitted once', async () => {
    const before = submissions();
    await prompt().fill('A slow boat');
    await prompt().press('Enter');
    await task('A slow boat')
      .getByText(/queued|running/)
      .waitFor();
    await editor.reload();
    tab = await editor.webviewFrame('relay-tasks .task');
    await task('A slow boat').locator('video').waitFor();
    deepStrictEqual(submissions(), before + 1);
    deepStrictEqual(await tab.locator('.task').count(), 3);
    await relay.waitForRequest(({ path }) => path.endsWith('/content'));
  });
});
