import type { Frame, Locator } from 'playwright-core';
import type { Editor } from '../editor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';

/** What a person sees and does in the page of the Read Aloud view. */
export interface ReaderDriver {
  readonly frame: Frame;
  /** The element of a sentence, from 0 on. */
  sentence(index: number): Locator;
  /** The texts of all sentences in the view. */
  sentences(): Promise<readonly string[]>;
  /** Waits until this sentence is the current one. */
  waitForCurrent(index: number): Promise<void>;
  /** Waits until the view says so: "Loading…", "Paused", "Finished". */
  waitForStatus(words: string): Promise<void>;
  /** Starts a reading, and waits until its sentences are there in place of those before. */
  start(command: () => Promise<void>): Promise<void>;
  /** Starts a reading, waits until it is finished, and returns its sentences. */
  readToEnd(command: () => Promise<void>): Promise<readonly string[]>;
  /** Waits until audio plays. */
  waitUntilPlaying(): Promise<void>;
  /** Waits until nothing is being read. */
  waitUntilStopped(): Promise<void>;
  /** A button of the view, by its whole name. */
  button(name: string): Locator;
  isSilent(): Promise<boolean>;
}

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

function driveReader(frame: Frame): ReaderDriver {
  const sentence = (index: number) => frame.locator(`[data-index="${index}"]`);
  const start = async (command: () => Promise<void>) => {
    await frame.evaluate(() => {
      for (const sentence of document.querySelectorAll('[data-index]')) sentence.setAttribute('data-old', '');
    });
    await command();
    await frame.locator('[data-index="0"]:not([data-old])').waitFor({ state: 'attached' });
  };
  return {
    frame,
    sentence,
    sentences: () => frame.locator('[data-index]').allTextContents(),
    waitForCurrent: (index) => sentence(index).and(frame.locator('[aria-current="true"]')).waitFor(),
    waitForStatus: (words) => frame.locator('.status', { hasText: words }).waitFor(),
    start,
    async readToEnd(command) {
      await start(command);
      // The view may be behind another one.
      await frame.locator('.status', { hasText: 'Finished' }).waitFor({ state: 'attached' });
      return await frame.locator('[data-index]').allTextContents();
    },
    async waitUntilPlaying() {
      await waitUntil('it sounds', () =>
        frame.evaluate(() => {
          const audio = document.querySelector('audio');
          return audio && !audio.paused && audio.currentTime > 0;
        }),
      );
    },
    waitUntilStopped: () => frame.getByText('Select text in an editor').waitFor(),
    button: (name) => frame.getByRole('button', { name, exact: true }),
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
