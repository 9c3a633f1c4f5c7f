import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveReader, openReader } from './harness/drivers/readerDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const sentences = [
  'The relay hands every request on.',
  'It knows two families of voices, and both of them speak.',
  'When the last sentence is over, silence returns.',
];
const failing = ['This one is spoken.', 'This one is refused at first.', 'This one comes after it.'];
const speechPath = '/v1/audio/speech';
const text = `# Reading\n\nBefore it.\n\n${sentences.join(' ')}\n\nAfter it.\n`;

/** What the page's one audio element did, kept there by the test. */
interface Heard {
  elements: number;
  played: { from: number; to: number }[];
  duration: number;
  indexes: number[];
}

declare global {
  interface Window {
    heard: { indexes: number[] };
  }
}

/** Follows the marked sentence in the view from now on. */
async function listen(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    window.heard = { indexes: [] };
    const note = () => {
      const current = document.querySelector('[data-index][aria-current="true"]');
      const index = Number(current?.getAttribute('data-index') ?? -1);
      if (index !== -1 && window.heard.indexes.at(-1) !== index) window.heard.indexes.push(index);
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

function readHeard(frame: Frame): Promise<Heard> {
  return frame.evaluate(() => {
    const elements = document.querySelectorAll('audio');
    const [audio] = elements;
    const played = audio?.played;
    return {
      elements: elements.length,
      played: Array.from({ length: played?.length ?? 0 }, (_, index) => ({
        from: played?.start(index) ?? 0,
        to: played?.end(index) ?? 0,
      })),
      duration: audio?.duration ?? 0,
      indexes: window.heard.indexes,
    };
  });
}

describe('reading a selection aloud, where the browser wants a click first', () => {
  let started: RelayEditor;
  async function start(): Promise<void> {
    started = await openRelayEditor({
      files: {
        'reading.md': text,
        'failing.md': `${failing.join('\n\n')}\n`,
        'stopped.md': 'What is heard now comes.\n\nWhat would be heard next never comes.\n',
      },
      connectByEnvironment: true,
      gesturePolicy: 'required',
    });
  }
  before(start);
  after(() => started?.close());

  /** Where the mark is in the editor, as texts of the lines' decorated parts. */
  const marks = () =>
    started.editor.page.evaluate(() =>
      [...document.querySelectorAll('.monaco-editor .view-overlays [class*="ced-"]')].map((element) => {
        const { left, top, width } = element.getBoundingClientRect();
        return [left, top, width].map(Math.round).join();
      }),
    );

  const waitUntilUnmarked = () =>
    waitUntil('the mark is gone', async () => ((await marks()).length === 0 ? true : undefined));

  it('keeps the audio until one click, then plays all of it in order with the mark moving', async function () {
    // The click that is waited for is the first one in an editor: a second try wants another editor.
    if ((this.test as Mocha.Test & { currentRetry(): number }).currentRetry() > 0) {
      await started.close();
      await start();
    }
    const { editor, relay } = started;
    await editor.openFile('reading.md');
    await editor.selectText(sentences.join(' '));
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const frame = await editor.webviewFrame('relay-reader', 'Click to Listen');
    // To Chromium, what is done with the frame is the gesture: the next sentence that comes would begin the reading.
    await editor.statusBarItem('Click to listen').waitFor();
    await waitUntil('all of it to be there', async () =>
      relay.utterances.length === sentences.length &&
      relay.requests.every(({ outcome }) => outcome === 'completed')
        ? true
        : undefined,
    );
    await editor.screenshot('reading-blocked');
    const button = frame.getByText('Click to Listen');
    await button.waitFor();
    await listen(frame);
    deepStrictEqual((await readHeard(frame)).played, []);
    const seen = new Set(await marks());
    ok(seen.size > 0, 'the first sentence is marked while the click is waited for');

    await button.click();
    await driveReader(frame).waitForCurrent(1);
    await editor.screenshot('reading-second-sentence');
    await waitUntil('the end of the reading', async () => {
      for (const mark of await marks()) seen.add(mark);
      return (await frame.locator('.status', { hasText: 'Finished' }).count()) > 0 ? true : undefined;
    });

    // Of two that are asked for at once, either may arrive first; what is heard is in order.
    deepStrictEqual(relay.utterances.map(({ text }) => text).toSorted(), sentences.toSorted());
    const heard = await readHeard(frame);
    const spoken = relay.utterances.reduce((sum, { seconds }) => sum + seconds, 0);
    deepStrictEqual([heard.elements, heard.indexes], [1, [0, 1, 2]]);
    // One stretch from the start to the end: the joins have no gap. MP3 frames pad each piece a little.
    deepStrictEqual(heard.played.length, 1);
    const [stretch] = heard.played;
    ok(
      stretch && stretch.from < 0.05 && stretch.to >= spoken && stretch.to < spoken + 1,
      JSON.stringify({ heard, spoken }),
    );
    ok(seen.size >= sentences.length, `the mark moved: ${[...seen].join(' | ')}`);
    await waitUntilUnmarked();
    await editor.statusBarItem('3/3').waitFor({ state: 'hidden' });
  });

  it('pauses and goes on by the status bar, stops at once by the command, and costs nothing again', async () => {
    const { editor, relay } = started;
    const before = relay.requests.length;
    await editor.openFile('reading.md');
    await editor.selectText(sentences.join(' '));
    await editor.runCommand('Model Relay: Read Selection Aloud');
    // The click of the first reading still counts: the same element plays.
    const reader = await openReader(editor);
    const progress = editor.statusBarItem(/[123]\/3/).first();
    await reader.button('Pause').waitFor();
    await progress.click();
    await reader.button('Resume').waitFor();
    ok(await reader.isSilent());
    await progress.click();
    await reader.button('Pause').waitFor();
    await reader.waitUntilPlaying();
    await editor.runCommand('Model Relay: Stop Reading');
    await reader.waitUntilStopped();
    ok(await reader.isSilent());
    await waitUntilUnmarked();
    deepStrictEqual(relay.requests.length - before, 0);
  });

  it('reads from the cursor’s paragraph when nothing is selected', async () => {
    const { editor, relay } = started;
    const before = relay.utterances.length;
    await editor.openFile('reading.md');
    await editor.selectText('After it');
    await editor.page.keyboard.press('ArrowRight');
    const reader = await openReader(editor);
    await reader.readToEnd(() => editor.runCommand('Model Relay: Read Selection Aloud'));
    deepStrictEqual(
      relay.utterances.slice(before).map(({ text }) => text),
      ['After it.'],
    );
  });

  it('fails in words, keeps its place, and goes on from there', async () => {
    const { editor, relay } = started;
    const before = relay.utterances.length;
    await editor.openFile('failing.md');
    await editor.selectText(failing[0] ?? '');
    const reader = await openReader(editor);
    await reader.readToEnd(() => editor.runCommand('Model Relay: Read Selection Aloud'));
    const refused = relay.with('balance-empty', { path: speechPath });
    await editor.runCommand('Model Relay: Read File Aloud');
    await reader.button('Try Again').waitFor();
    await reader.waitForCurrent(1);
    await editor.statusBarItem('2/3').waitFor();
    await editor.screenshot('reading-failed');
    refused.undo();
    await reader.button('Try Again').click();
    await reader.waitForStatus('Finished');
    deepStrictEqual(
      relay.utterances
        .slice(before)
        .map(({ text }) => text)
        .toSorted(),
      failing.toSorted(),
      'nothing was paid for twice',
    );
    deepStrictEqual(await editor.page.locator('.notification-list-item').count(), 0);
  });

  it('ends what is under way with the sound: the relay sees its connection closed', async () => {
    const { editor, relay } = started;
    await editor.openFile('stopped.md');
    relay.failNext(speechPath, { kind: 'delay', delayMs: 1 });
    relay.failNext(speechPath, { kind: 'stallAfterBytes', bytes: 100 });
    await editor.runCommand('Model Relay: Read File Aloud');
    const reader = await openReader(editor);
    await reader.waitUntilPlaying();
    const stalled = await relay.waitForRequest(
      ({ bodyText, replyBytes }) => bodyText.includes('never comes') && replyBytes > 0,
    );
    await editor.runCommand('Model Relay: Stop Reading');
    await reader.waitUntilStopped();
    ok(await reader.isSilent());
    deepStrictEqual((await relay.waitForClose(stalled)).outcome, 'closedByClient');
  });
});
