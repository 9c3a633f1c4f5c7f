import { deepStrictEqual, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { chooseSpeed, findReader, openReader, type ReaderDriver } from '../harness/drivers/readerDriver.ts';
import type { UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { readDimmedLines, readMarkedLines } from '../harness/workbench/editorText.ts';

/** Three lines a paragraph, a sentence in each line. */
const sentences = Array.from(
  { length: 90 },
  (_, place) => `This is sentence ${place} of a text that is walked through.`,
);
const text = sentences.map((sentence, place) => `${sentence}\n${place % 3 === 2 ? '\n' : ''}`).join('');

export const walkingFiles = { 'walk.md': text, 'edited.md': text };

/** Navigation through a reading by keys, clicks and buttons, in the view and in the editor. */
export function describeWalking({ editor }: UsedEditor): void {
  let reader: ReaderDriver;
  before(async () => {
    reader = await openReader(editor);
    // Slow enough that a busy machine is not a sentence late.
    await chooseSpeed(editor, 0.5);
    // More room for the view.
    await editor.page.locator('.pane-header', { hasText: 'Chat' }).click();
  });

  const press = (key: string) => editor.page.keyboard.press(key);
  const line = (place: number) => editor.page.locator('.view-line', { hasText: `sentence ${place} ` });
  /** Waits until a sentence is the current one in the view and alone has the mark in the editor. */
  async function waitForSentence(place: number): Promise<void> {
    await reader.waitForCurrent(place);
    let marked: readonly string[] = [];
    await waitUntil(`sentence ${place} is marked`, async () => {
      marked = await readMarkedLines(editor.page);
      return marked.length === 1 && marked[0] === sentences[place];
    }).catch((error: unknown) => {
      throw new Error(`Marked is ${JSON.stringify(marked)}.`, { cause: error });
    });
  }
  /** Starts a reading, pauses it at this sentence, and focuses the editor. */
  async function pauseAt(place: number, file = 'walk.md'): Promise<void> {
    await editor.openFile(file);
    await press('Control+Home');
    await editor.runCommand('Model Relay: Read File Aloud');
    await reader.waitForCurrent(0);
    await reader.waitUntilPlaying();
    await press('Shift+Alt+K');
    await reader.waitForStatus('Paused');
    await reader.sentence(place).click();
    await reader.waitForCurrent(place);
    await editor.openFile(file);
  }

  it('moves by sentences and paragraphs, changes its speed and stops after a sentence by key, and moves by click', async () => {
    await pauseAt(0);
    ok(await reader.isSilent());
    const steps = [
      ['N', 1],
      ['PageDown', 3],
      ['PageDown', 6],
      ['J', 5],
      ['PageUp', 3],
    ] as const;
    for (const [key, place] of steps) {
      await press(`Shift+Alt+${key}`);
      await waitForSentence(place);
    }
    ok(await reader.isSilent(), 'it stays paused');
    await press('Shift+Alt+=');
    await editor.statusBarItem('4/90 0.75×').waitFor();
    deepStrictEqual(await reader.frame.evaluate(() => document.querySelector('audio')?.playbackRate), 0.75);
    await press('Shift+Alt+-');
    await editor.runCommand('Model Relay: Set Sleep Timer…');
    await editor.quickInput.pick('After this sentence');
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await waitForSentence(4);
    await reader.waitForStatus('Paused');
    ok(await reader.isSilent());
    await press('Shift+Alt+X');
    await reader.waitUntilStopped();

    await pauseAt(7);
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await line(13).click();
    await waitForSentence(13);
    await reader.waitUntilPlaying();
    // A click into the current sentence is meant to edit it, so later clicks no longer move the reading.
    await line(13).click({ position: { x: 40, y: 5 } });
    await press('Shift+Alt+K');
    await reader.waitForStatus('Paused');
    await line(16).click();
    await waitForSentence(13);
  });

  it('marks the current sentence and dims the ones before it, even after an edit', async () => {
    await pauseAt(4, 'edited.md');
    await waitForSentence(4);
    deepStrictEqual(await readDimmedLines(editor.page), sentences.slice(0, 4));
    await press('Control+Home');
    await editor.page.keyboard.type('Above.');
    await press('Enter');
    await line(0).and(editor.page.locator('.view-line:nth-child(n+2)')).waitFor();
    await waitForSentence(4);
    // Marks from before the last key are drawn on the new text until the next ones arrive.
    await waitUntil('what was heard is dimmed', async () =>
      isDeepStrictEqual(await readDimmedLines(editor.page), sentences.slice(0, 4)),
    );
  });

  it('keeps playing while its view is hidden, can be resumed after the view was closed, and ends with the window', async () => {
    const { page } = editor;
    await pauseAt(30);
    await press('Control+Shift+E');
    await page.locator('.explorer-folders-view').waitFor();
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    const current = reader.frame.locator('[aria-current="true"]');
    await reader.sentence(31).and(current).waitFor({ state: 'attached' });
    ok(!(await reader.isSilent()));
    await editor.runCommand('Model Relay: Open Read Aloud in Editor');
    const tab = await editor.webviewFrame('relay-reader[tab]');
    await tab.locator('[data-index="30"]').click();
    await tab.locator('[data-index="30"][aria-current="true"]').waitFor();
    await reader.sentence(30).and(current).waitFor({ state: 'attached' });
    await tab.locator('[data-index="31"][aria-current="true"]').waitFor();
    await editor.runCommand('View: Close Editor');
    await page.locator('.tab.active', { hasText: 'walk.md' }).waitFor();
    ok(!(await reader.isSilent()));
    // Wait for the focus, which would close the menu if it came later.
    reader = await openReader(editor);
    await page.locator('.pane-header', { hasText: 'Read Aloud' }).click({ button: 'right' });
    await editor.pickFromMenu("Hide 'Read Aloud'");
    const item = editor.statusBarItem(/3\d\/90/).first();
    await item.locator('.codicon-mute').waitFor();
    await item.click();
    reader = await findReader(editor);
    await reader.waitUntilPlaying();
    await reader.frame.locator('[aria-current="true"]', { hasText: /sentence 3\d/ }).waitFor();
    await editor.reload();
    reader = await openReader(editor);
    await reader.waitUntilStopped();
    deepStrictEqual(await editor.statusBarItem(/\/90/).count(), 0);
  });
}
