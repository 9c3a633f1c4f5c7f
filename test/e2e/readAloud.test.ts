import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type RelayEditor, startRelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const sentences = [
  'The relay hands every request on.',
  'It knows two families of voices, and both of them speak.',
  'When the last sentence is over, silence returns.',
];
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
    new MutationObserver(() => {
      const items = [...document.querySelectorAll('.sentences li')];
      const index = items.findIndex((item) => item.hasAttribute('aria-current'));
      if (index !== -1 && window.heard.indexes.at(-1) !== index) window.heard.indexes.push(index);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
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
  before(async () => {
    started = await startRelayEditor({
      files: { 'reading.md': text },
      connectByEnvironment: true,
      gesturePolicy: 'required',
    });
  });
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

  it('keeps the audio until one click, then plays all of it in order with the mark moving', async () => {
    const { editor, relay } = started;
    await editor.openFile('reading.md');
    await editor.selectText(sentences.join(' '));
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const frame = await editor.webviewFrame('relay-reader', 'Click to Listen');
    // Nothing is evaluated in the page before this: to Chromium, that would be the gesture.
    const button = frame.getByText('Click to Listen');
    await button.waitFor();
    await listen(frame);
    await editor.statusBarItem('Click to listen').waitFor();
    await editor.screenshot('reading-blocked');
    deepStrictEqual((await readHeard(frame)).played, []);
    const seen = new Set(await marks());
    ok(seen.size > 0, 'the first sentence is marked while the click is waited for');

    await button.click();
    await frame.locator('.sentences li[aria-current]', { hasText: sentences[1] ?? '' }).waitFor();
    await editor.screenshot('reading-second-sentence');
    await waitUntil('the end of the reading', async () => {
      for (const mark of await marks()) seen.add(mark);
      return (await frame.locator('.status', { hasText: 'Finished' }).count()) > 0 ? true : undefined;
    });

    deepStrictEqual(
      relay.utterances.map((utterance) => utterance.text),
      sentences,
    );
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

  it('pauses and goes on by the status bar, and stops at once by the command', async () => {
    const { editor, relay } = started;
    const before = relay.utterances.length;
    await editor.openFile('reading.md');
    await editor.selectText(sentences.join(' '));
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const frame = await editor.webviewFrame('relay-reader');
    // The click of the first reading still counts: the same element plays.
    const progress = editor.statusBarItem(/[123]\/3/);
    await frame.getByRole('button', { name: 'Pause' }).waitFor();
    await progress.first().click();
    await frame.getByRole('button', { name: 'Resume' }).waitFor();
    ok(await frame.evaluate(() => document.querySelector('audio')?.paused));
    await progress.first().click();
    await frame.getByRole('button', { name: 'Pause' }).waitFor();
    await editor.runCommand('Model Relay: Stop Reading');
    await frame.getByText('Select text in an editor').waitFor();
    ok(await frame.evaluate(() => document.querySelector('audio')?.paused));
    await waitUntilUnmarked();
    ok(relay.utterances.length - before <= 3);
  });

  it('reads from the cursor’s paragraph when nothing is selected', async () => {
    const { editor, relay } = started;
    const before = relay.utterances.length;
    await editor.openFile('reading.md');
    await editor.selectText('After it');
    await editor.page.keyboard.press('ArrowRight');
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const frame = await editor.webviewFrame('relay-reader');
    await frame.locator('.status', { hasText: 'Finished' }).waitFor();
    deepStrictEqual(
      relay.utterances.slice(before).map((utterance) => utterance.text),
      ['After it.'],
    );
  });

  it('fails in words, keeps its place, and goes on from there', async () => {
    const { editor, relay } = started;
    const before = relay.utterances.length;
    await editor.openFile('reading.md');
    await editor.selectText(sentences.join(' '));
    relay.failNext('/v1/audio/speech', { kind: 'delay', delayMs: 1 });
    relay.failNext('/v1/audio/speech', { kind: 'jsonAsAudio' });
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const frame = await editor.webviewFrame('relay-reader');
    await frame.getByRole('button', { name: 'Try Again' }).waitFor();
    await editor.screenshot('reading-failed');
    await frame.getByRole('button', { name: 'Try Again' }).click();
    await frame.locator('.status', { hasText: 'Finished' }).waitFor();
    deepStrictEqual(
      relay.utterances.slice(before).map((utterance) => utterance.text),
      sentences,
      'nothing was paid for twice',
    );
  });
});
