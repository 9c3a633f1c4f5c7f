import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MPEGDecoder } from 'mpg123-decoder';
import { type ReferenceRelay, startReferenceRelay } from '../relay/referenceRelay.ts';
import { readMp3 } from '../unit/readAloud/audio/export/mp3Reader.ts';
import { chooseSpeed, openReader, type ReaderDriver } from './harness/drivers/readerDriver.ts';
import { type Editor, openEditor } from './harness/editor.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const speechPath = '/v1/audio/speech';
const book = [
  '# Otters',
  'Otters float on their backs in the cold water.',
  '# Pelicans',
  'Pelicans carry their catch in the pouch below.',
];
const spokenBook = ['Otters.', ...book.slice(1, 2), 'Pelicans.', ...book.slice(3)];

describe('speech that is kept', () => {
  let started: RelayEditor;
  let reader: ReaderDriver;
  before(async () => {
    started = await openRelayEditor({
      files: { 'book.md': `${book.join('\n\n')}\n` },
      connectByEnvironment: true,
      settings: { 'modelRelay.readAloud.askAboveBytes': 60 },
    });
    const { editor } = started;
    await editor.runCommand('modelRelay.reader.focus');
    reader = await openReader(editor);
    await chooseSpeed(editor, 3);
    await editor.openFile('book.md');
  });
  after(() => started?.close());

  const read = () => started.editor.runCommand('Model Relay: Read File Aloud');
  /** Sentences are asked for ahead, two at a time: which is spoken first, nobody knows. */
  const spoken = () => started.relay.utterances.map(({ text }) => text).toSorted();

  it('is asked about before it costs more than was set, and once', async () => {
    const { editor, relay } = started;
    const question = editor.dialog('Read “book.md” aloud?');
    await read();
    await question.getByText('The relay is asked to speak 108 bytes of text.').waitFor();
    await editor.screenshot('reading-cost');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    deepStrictEqual(relay.requests.filter(({ path }) => path === speechPath).length, 0);
    await reader.readToEnd(async () => {
      await read();
      await question.getByRole('button', { name: 'Read Aloud' }).click();
    });
    deepStrictEqual(spoken(), spokenBook.toSorted());
  });

  it('is not asked for again', async () => {
    deepStrictEqual(await reader.readToEnd(read), spokenBook);
    deepStrictEqual(spoken(), spokenBook.toSorted());
    // A low view has no room for this line, a higher one shows it.
    await reader.frame.getByText('Nothing to pay: all of it is here.').waitFor({ state: 'attached' });
  });

  it('is saved as an MP3 with chapters, and the times of its sentences', async () => {
    const { editor, relay } = started;
    const path = join(editor.workspaceFolder, 'book.mp3');
    await editor.runCommand('Model Relay: Save Reading as Audio File…');
    await editor.chooseFile('Save Reading', path);
    await editor.notification('Saved, with the times of its sentences beside it.').waitFor();
    const file = await readFile(path);
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { samplesDecoded, sampleRate } = decoder.decode(file);
    decoder.free();
    const seconds = relay.utterances.reduce((sum, utterance) => sum + utterance.seconds, 0);
    const played = samplesDecoded / sampleRate;
    ok(played > seconds && played < seconds + 0.5, `${played} of ${seconds} seconds`);
    const { title, chapters } = readMp3(file);
    deepStrictEqual([title, ...chapters.map((chapter) => chapter.title)], ['book.md', 'Otters', 'Pelicans']);
    const captions = await readFile(join(editor.workspaceFolder, 'book.vtt'), 'utf8');
    match(captions, /^WEBVTT\n/);
    deepStrictEqual(
      spokenBook.filter((sentence) => !captions.includes(sentence)),
      [],
    );
    deepStrictEqual(spoken(), spokenBook.toSorted(), 'what is kept was saved');
  });

  it('is removed when that is asked for', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Clear Kept Speech…');
    const question = editor.dialog(/Remove all kept speech \(\d+ KB\)\?/);
    await editor.screenshot('reading-clear');
    await question.getByRole('button', { name: 'Remove' }).click();
    await question.waitFor({ state: 'hidden' });
    await editor.runCommand('Model Relay: Clear Kept Speech…');
    await editor.notification('No speech is kept on the disk.').waitFor();
    await read();
    await editor.dialog('Read “book.md” aloud?').getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('a reading without a network', () => {
  let relay: ReferenceRelay;
  let editor: Editor;
  before(async () => {
    relay = await startReferenceRelay();
    editor = await openEditor({
      env: { MODEL_RELAY_BASE_URL: relay.baseAddress, MODEL_RELAY_API_KEY: relay.keys.good },
      files: { 'book.md': `${book.join('\n\n')}\n\nQuails hide in the long grass of the field.\n` },
    });
  });
  after(async () => {
    await editor?.close();
    await relay?.close();
  });

  it('goes on with what is kept, then waits for it at its place', async () => {
    await editor.runCommand('modelRelay.reader.focus');
    const reader = await openReader(editor);
    await chooseSpeed(editor, 3);
    await editor.openFile('book.md');
    await editor.selectText(book[1] ?? '');
    await reader.readToEnd(() => editor.runCommand('Model Relay: Read Selection Aloud'));
    await editor.selectText('# Otters');
    await reader.readToEnd(() => editor.runCommand('Model Relay: Read Selection Aloud'));
    await relay.close();
    await editor.runCommand('Model Relay: Read File Aloud');
    await reader.waitForCurrent(1);
    await reader.button('Try Again').waitFor();
    await reader.waitForCurrent(2);
    await editor.statusBarItem('3/5').waitFor();
    await editor.screenshot('reading-offline');
    relay = await startReferenceRelay({ port: Number(new URL(relay.baseAddress).port) });
    await reader.button('Try Again').click();
    await reader.waitForStatus('Finished');
    deepStrictEqual(
      // Two are asked for at a time, and the shorter is spoken first.
      relay.utterances.map(({ text }) => text).toSorted(),
      [book[3], 'Pelicans.', 'Quails hide in the long grass of the field.'].toSorted(),
    );
  });
});

/** Three seconds of nothing at 11,025 Hz, in bytes that are letters as well. */
const silence = [
  ...['RIFF', 'X\u0002\u0001\u0000', 'WAVE', 'fmt ', '\u0010\u0000\u0000\u0000', '\u0001\u0000\u0001\u0000'],
  ...['\u0011+\u0000\u0000', '"V\u0000\u0000', '\u0002\u0000\u0010\u0000', 'data', '4\u0002\u0001\u0000'],
  '\u0000'.repeat(66_100),
].join('');

describe('the test of the sound, where the browser wants a click first', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ connectByEnvironment: true, gesturePolicy: 'required' });
  });
  after(() => started?.close());

  const test = () => started.editor.runCommand('Model Relay: Test Sound');
  const failed = (frame: ReaderDriver['frame']) => frame.locator('.sound-checks li.failed');

  it('finds that a click is missing, and is well after it', async () => {
    await test();
    const frame = await started.editor.webviewFrame('relay-reader', 'VS Code waits for a click.');
    await started.editor.screenshot('sound-click');
    await frame.getByRole('button', { name: 'Click to Listen' }).click();
    await frame.getByText('It was played.').waitFor();
    deepStrictEqual(await failed(frame).allTextContents(), []);
    await started.editor.screenshot('sound-well');
  });

  it('finds what the relay does not do, or does wrong', async () => {
    const { editor, relay } = started;
    const { frame, button } = await openReader(editor);
    const cases = [
      ['audio-not-implemented', 'The relay sent no speech.'],
      ['balance-empty', 'The relay sent no speech.'],
      [silence, 'The speech is silent.'],
      [`fLaC${'nothing that can be played'.repeat(100)}`, 'VS Code can’t decode it.'],
    ] as const;
    for (const [fault, words] of cases) {
      const isQuirk = fault === 'audio-not-implemented' || fault === 'balance-empty';
      const quirk = isQuirk ? relay.with(fault, { path: speechPath }) : undefined;
      if (!isQuirk) relay.failNext(speechPath, { kind: 'reply', status: 200, body: fault });
      await test();
      await failed(frame).filter({ hasText: words }).waitFor();
      await editor.screenshot('sound-failed');
      await button('Close').click();
      await frame.locator('.sound-checks').waitFor({ state: 'detached' });
      quirk?.undo();
    }
  });

  it('ends with Stop Reading while the relay is still asked', async () => {
    const { editor, relay } = started;
    const { frame } = await openReader(editor);
    const quirk = relay.with('no-reply', { path: speechPath });
    const before = relay.requests.length;
    await test();
    await waitUntil('the relay to be asked', async () => relay.requests.length > before || undefined);
    await frame.getByText('Testing…').waitFor();
    await editor.runCommand('Model Relay: Stop Reading');
    await frame.locator('.sound-checks').waitFor({ state: 'detached' });
    const asked = relay.requests[before];
    await waitUntil(
      'its connection to be closed',
      async () => asked?.outcome === 'closedByClient' || undefined,
    );
    quirk.undo();
  });
});
