import { deepStrictEqual, ok } from 'node:assert/strict';
import { chooseSpeed, openReader, type ReaderDriver } from './harness/drivers/readerDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { readDimmedLines, readFirstLine, readMarkedLines } from './harness/workbench/editorText.ts';
import { screenshotInThemes } from './harness/workbench/themes.ts';

/** Three lines a paragraph, a sentence in each line. */
const sentences = Array.from(
  { length: 90 },
  (_, place) => `This is sentence ${place} of a text that is walked through.`,
);
const text = sentences.map((sentence, place) => `${sentence}\n${place % 3 === 2 ? '\n' : ''}`).join('');

describe('a reading under way', () => {
  let started: RelayEditor;
  let reader: ReaderDriver;
  before(async () => {
    started = await openRelayEditor({
      files: { 'walk.md': text, 'edited.md': text },
      connectByEnvironment: true,
    });
    const { editor } = started;
    await editor.runCommand('modelRelay.reader.focus');
    reader = await openReader(editor);
    // Slow enough that a busy machine is not a sentence late.
    await chooseSpeed(editor, 0.5);
    // More room for the view.
    await editor.page.locator('.pane-header', { hasText: 'Chat' }).click();
  });
  after(() => started?.close());

  const press = (key: string) => started.editor.page.keyboard.press(key);
  const line = (place: number) =>
    started.editor.page.locator('.view-line', { hasText: `sentence ${place} ` });
  const rate = () => reader.frame.evaluate(() => document.querySelector('audio')?.playbackRate);
  /** Waits until a sentence is the current one in the view and alone has the mark in the editor. */
  async function waitForSentence(place: number, words = sentences[place] ?? ''): Promise<void> {
    await reader.waitForCurrent(place);
    await waitUntil(`sentence ${place} is marked`, async () => {
      const marked = await readMarkedLines(started.editor.page);
      return marked.length === 1 && marked[0] === words ? true : undefined;
    });
  }
  /** A new reading is paused at this sentence, and the editor has the focus. */
  async function pauseAt(place: number, file = 'walk.md'): Promise<void> {
    const { editor } = started;
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

  it('goes by sentences and paragraphs, is paused and goes on, all by keys', async () => {
    await pauseAt(0);
    ok(await reader.isSilent());
    const steps = [
      ['N', 1],
      ['N', 2],
      ['PageDown', 3],
      ['PageDown', 6],
      ['J', 5],
      ['PageUp', 3],
      ['PageUp', 0],
      ['J', 0],
    ] as const;
    for (const [key, place] of steps) {
      await press(`Shift+Alt+${key}`);
      await waitForSentence(place);
    }
    ok(await reader.isSilent(), 'it stays paused');
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await press('Shift+Alt+X');
    await reader.waitUntilStopped();
    ok(await reader.isSilent());
  });

  it('goes where the person clicks, in the view and in the editor', async () => {
    const { editor } = started;
    await pauseAt(7);
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await line(13).click();
    await waitForSentence(13);
    await reader.waitUntilPlaying();
    // Who clicks into what is heard means to mend it.
    await line(13).click({ position: { x: 40, y: 5 } });
    await press('Shift+Alt+K');
    await reader.waitForStatus('Paused');
    await line(16).click();
    await press('End');
    await waitForSentence(13);
    await editor.runCommand('Model Relay: Go on Reading at the Cursor');
    await waitForSentence(16);
    await line(18).click();
    await press('Home');
    await editor.runCommand('Model Relay: Go on Reading at the Cursor');
    await waitForSentence(18);
    ok(await reader.isSilent(), 'it stays paused');
  });

  it('is read faster and slower, by keys and from a list, at once', async () => {
    const { editor } = started;
    await chooseSpeed(editor, 1);
    await pauseAt(4);
    await press('Shift+Alt+=');
    await editor.statusBarItem('5/90 1.25×').waitFor();
    deepStrictEqual(await rate(), 1.25);
    await press('Shift+Alt+-');
    await press('Shift+Alt+-');
    await editor.statusBarItem('5/90 0.75×').waitFor();
    await editor.runCommand('Model Relay: Select Reading Speed…');
    await editor.quickInput.waitFor('Reading Speed');
    // What the list leads to is heard while one goes through it, and Escape brings back what was.
    await press('ArrowDown');
    await press('ArrowDown');
    await waitUntil('the speed to follow', async () => ((await rate()) === 1.25 ? true : undefined));
    await editor.quickInput.dismiss();
    await waitUntil('the speed to be as before', async () => ((await rate()) === 0.75 ? true : undefined));
    await chooseSpeed(editor, 3);
    await waitUntil('the speed to be chosen', async () => ((await rate()) === 3 ? true : undefined));
  });

  it('stops by itself after a sentence', async () => {
    const { editor } = started;
    await pauseAt(20);
    await editor.runCommand('Model Relay: Stop Reading After…');
    await editor.quickInput.pick('After this sentence');
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await waitForSentence(21);
    await reader.waitForStatus('Paused');
    ok(await reader.isSilent());
  });

  it('is followed in the text while that is edited', async () => {
    const { editor } = started;
    const { page } = editor;
    await pauseAt(1, 'edited.md');
    await press('Control+Home');
    await page.keyboard.type('Above.');
    await press('Enter');
    await waitForSentence(1);
    await editor.selectText('sentence 1 ');
    await page.keyboard.type('saying 1 ');
    await waitForSentence(1, sentences[1]?.replace('sentence', 'saying'));
    await editor.selectText(`${sentences[2]}`);
    await press('Delete');
    await press('Shift+Alt+N');
    await reader.waitForCurrent(2);
    deepStrictEqual(await readMarkedLines(page), []);
    await press('Shift+Alt+N');
    await waitForSentence(3);
  });

  it('is marked, with what was heard behind it, in every theme', async () => {
    const { editor } = started;
    await pauseAt(4);
    await waitForSentence(4);
    deepStrictEqual(await readDimmedLines(editor.page), sentences.slice(0, 4));
    await screenshotInThemes(editor, 'reading-marks');
  });

  it('does not take the person back who has scrolled away, until asked to', async () => {
    const { editor } = started;
    const { page } = editor;
    await pauseAt(10);
    deepStrictEqual(await readFirstLine(page), 1);
    await press('Control+End');
    await line(89).waitFor();
    const there = await readFirstLine(page);
    await press('Shift+Alt+N');
    await reader.waitForCurrent(11);
    deepStrictEqual(await readFirstLine(page), there);
    await editor.runCommand('Model Relay: Show the Sentence Being Read');
    await waitForSentence(11);
    // From there on it is followed again.
    await reader.sentence(80).click();
    await waitForSentence(80);
    // The cursor was left alone.
    await editor.statusBarItem('Ln 121, Col 1').waitFor();
  });

  it('goes on in a text that was closed and is opened again', async () => {
    const { editor } = started;
    await pauseAt(6);
    await editor.runCommand('View: Close Editor');
    await press('Shift+Alt+N');
    await reader.waitForCurrent(7);
    await editor.runCommand('Model Relay: Show the Sentence Being Read');
    await waitForSentence(7);
  });

  it('sounds on while its view is hidden', async () => {
    const { editor } = started;
    await pauseAt(30);
    await press('Control+Shift+E');
    await editor.page.locator('.explorer-folders-view').waitFor();
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await reader
      .sentence(32)
      .and(reader.frame.locator('[aria-current="true"]'))
      .waitFor({ state: 'attached' });
    ok(!(await reader.isSilent()));
    await press('Shift+Alt+X');
    await waitUntil('silence', async () => ((await reader.isSilent()) ? true : undefined));
    await editor.runCommand('modelRelay.reader.focus');
  });

  it('is kept when its view is closed, and goes on in a new one', async () => {
    const { editor } = started;
    const { page } = editor;
    await pauseAt(40);
    await press('Shift+Alt+K');
    await reader.waitUntilPlaying();
    await page.locator('.pane-header', { hasText: 'Read Aloud' }).click({ button: 'right' });
    await editor.pickFromMenu("Hide 'Read Aloud'");
    const item = editor.statusBarItem(/4\d\/90/).first();
    await item.locator('.codicon-mute').waitFor();
    await editor.screenshot('reading-view-closed');
    await item.click();
    reader = await openReader(editor);
    await reader.waitUntilPlaying();
    await reader.frame.locator('[aria-current="true"]', { hasText: /sentence 4\d/ }).waitFor();
  });

  it('ends with the window', async () => {
    const { editor } = started;
    await editor.reload();
    await editor.runCommand('modelRelay.reader.focus');
    reader = await openReader(editor);
    await reader.waitUntilStopped();
    deepStrictEqual(await editor.statusBarItem(/\/90/).count(), 0);
  });
});
