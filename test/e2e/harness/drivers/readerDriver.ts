import type { Frame } from 'playwright-core';
import type { Editor } from '../editor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';

export type ReaderDriver = ReturnType<typeof driveReader>;

/** Shows the view, and waits for it. Any use of its frame counts as a click to the browser: see `webviewFrame`. */
export async function openReader(editor: Editor): Promise<ReaderDriver> {
  await editor.runCommand('modelRelay.reader.focus');
  const reader = await findReader(editor);
  // A focus that comes late would close a list that the next command opens; and a window that is just starting may give it
  // to another view, so that this one is asked for again.
  await waitUntil(
    'the view has the focus',
    async () => {
      if (await reader.frame.evaluate(() => document.hasFocus())) return true;
      await editor.runCommand('modelRelay.reader.focus');
      return undefined;
    },
    patienceMs,
    500,
  );
  return reader;
}

/** Waits for the view where something else shows it. */
export async function findReader(editor: Editor): Promise<ReaderDriver> {
  return driveReader(await editor.webviewFrame('relay-reader:not([tab])'));
}

/** What a person sees and does in the page of the Read Aloud view. */
function driveReader(frame: Frame) {
  const sentence = (index: number) => frame.locator(`[data-index="${index}"]`);
  const sentences = () => frame.locator('[data-index]').allTextContents();
  /** Starts a reading, and waits until its sentences are there in place of those before. */
  const start = async (command: () => Promise<void>) => {
    await frame.evaluate(() => {
      for (const sentence of document.querySelectorAll('[data-index]')) sentence.setAttribute('data-old', '');
    });
    await command();
    await frame.locator('[data-index="0"]:not([data-old])').waitFor({ state: 'attached' });
  };
  return {
    frame,
    /** The element of a sentence, from 0 on. */
    sentence,
    /** The texts of all sentences in the view. */
    sentences,
    /** Waits until this sentence is the current one. */
    waitForCurrent: (index: number) => sentence(index).and(frame.locator('[aria-current="true"]')).waitFor(),
    /** Waits until the view says so: "Loading…", "Paused", "Finished". */
    waitForStatus: (words: string) => frame.locator('.status', { hasText: words }).waitFor(),
    start,
    /** Starts a reading, waits until it is finished, and returns its sentences. */
    async readToEnd(command: () => Promise<void>): Promise<readonly string[]> {
      await start(command);
      // The view may be behind another one.
      await frame.locator('.status', { hasText: 'Finished' }).waitFor({ state: 'attached' });
      return await sentences();
    },
    /** Waits until audio plays. */
    async waitUntilPlaying(): Promise<void> {
      await waitUntil('it sounds', () =>
        frame.evaluate(() => {
          const audio = document.querySelector('audio');
          return audio && !audio.paused && audio.currentTime > 0;
        }),
      );
    },
    /** Waits until nothing is being read. */
    waitUntilStopped: () => frame.getByText('Select text in an editor').waitFor(),
    /** A button of the view, by its whole name. */
    button: (name: string) => frame.getByRole('button', { name, exact: true }),
    isSilent: () => frame.evaluate(() => document.querySelector('audio')?.paused ?? true),
  };
}

/** Selects the playback speed, as a person does. Tests select the fastest. */
export async function chooseSpeed({ runCommand, quickInput }: Editor, speed: number): Promise<void> {
  await runCommand('Model Relay: Select Playback Speed…');
  await quickInput.waitFor('Playback Speed');
  await quickInput.pick(`${speed}×`);
  await quickInput.waitUntilClosed();
}
