import { deepStrictEqual, ok } from 'node:assert/strict';
import { readEditorMarks, watchEditorMarks } from './harness/hearing/editorMarks.ts';
import {
  type HeardSentence,
  heardSentences,
  playedAtMs,
  type Recording,
  recordedRate,
  silences,
  startRecording,
  takeRecording,
  unwrapMarks,
} from './harness/hearing/recorder.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

const sentenceCount = 200;
/** Loud enough to be found in what was played, and above the voice. */
const markLevel = 0.04;
const speed = 3;

/** A third each in English, in Chinese, and in both; no two are the same. */
function makeSentence(place: number): string {
  const number = place + 1;
  if (place % 3 === 0) return `Sentence ${number} is about a relay that speaks.`;
  if (place % 3 === 1) return `第${number}句讲的是中转站怎样朗读文字。`;
  return `第${number}句 says hello to the 中转站 again。`;
}

const sentences = Array.from({ length: sentenceCount }, (_, place) => makeSentence(place));
/** Paragraphs of five lines, a sentence in each line. */
const text = sentences.map((sentence, place) => `${sentence}\n${place % 5 === 4 ? '\n' : ''}`).join('');

describe('a file of 200 sentences, where the browser wants a click first', function () {
  this.timeout(600_000);
  let started: RelayEditor;
  let recording: Recording;
  let heard: readonly HeardSentence[];
  let marks: Awaited<ReturnType<typeof readEditorMarks>>;

  before(async () => {
    started = await openRelayEditor({
      files: { 'long.md': text },
      connectByEnvironment: true,
      gesturePolicy: 'required',
    });
    const { editor, relay } = started;
    relay.settings.speechMarkLevel = markLevel;
    await editor.openFile('long.md');
    await editor.runCommand('Model Relay: Select Reading Speed…');
    await editor.quickInput.type(`${speed}×`);
    await editor.quickInput.accept();
    await editor.quickInput.waitUntilClosed();
    await editor.runCommand('Model Relay: Read File Aloud');
    const frame = await editor.webviewFrame('relay-reader', 'Click to Listen');
    await startRecording(frame);
    await watchEditorMarks(editor.page);
    await frame.getByText('Click to Listen').click();
    await frame.locator('.status', { hasText: 'Finished' }).waitFor({ timeout: 590_000 });
    recording = await takeRecording(frame);
    heard = heardSentences(recording.samples, markLevel);
    marks = await readEditorMarks(editor.page);
  });
  after(() => started?.close());

  /** Which sentence the relay spoke first, second, and so on: of two that are asked for at once, either may arrive first. */
  const spokenPlaces = () => started.relay.utterances.map(({ text }) => sentences.indexOf(text));

  it('asks the relay for every sentence, once', () => {
    deepStrictEqual(
      spokenPlaces().toSorted((a, b) => a - b),
      sentences.map((_, place) => place),
    );
  });

  it('plays every sentence, in order, none twice', () => {
    const places = spokenPlaces();
    const numbers = unwrapMarks(
      heard.map(({ number }) => number),
      0,
    );
    deepStrictEqual(
      numbers.map((number) => places[number]),
      sentences.map((_, place) => place),
    );
  });

  it('plays them as long as the voice spoke, at the speed that was set, without gaps', () => {
    const { samples, utterances } = { samples: recording.samples, utterances: started.relay.utterances };
    const spoken = utterances.reduce((sum, { seconds }) => sum + seconds, 0);
    const first = heard[0]?.start ?? 0;
    const last = heard.at(-1)?.end ?? 0;
    const played = ((last - first) / recordedRate) * speed;
    // MP3 pads each sentence by some 60 ms.
    ok(
      played > spoken * 0.98 && played < spoken * 1.02 + 0.08 * sentenceCount,
      `${played} of ${spoken} seconds`,
    );
    // A busy machine stutters; what is lost between sentences is lost at each of them.
    const gaps = silences(samples.subarray(first, last), 0.25);
    ok(gaps.length <= 2, `silences of ${gaps.join(', ')} seconds`);
  });

  it('marks the sentence that is heard, in the view', () => {
    const wrong = heard.filter(
      ({ end }, place) => markedAt(recording.marked, end - recordedRate / 10) !== place,
    );
    deepStrictEqual(wrong, []);
  });

  it('marks the sentence that is heard, in the editor', () => {
    const wrong = heard.flatMap(({ end }, place) => {
      const atMs = playedAtMs(recording, end - recordedRate / 10);
      const marked = marks.findLast((mark) => mark.atMs <= atMs)?.text;
      return marked === sentences[place] ? [] : [{ place, marked }];
    });
    deepStrictEqual(wrong, []);
  });

  it('reads it again at another speed for nothing', async () => {
    const { editor, relay } = started;
    const before = relay.requests.length;
    await editor.runCommand('Model Relay: Read Slower');
    await editor.runCommand('Model Relay: Read File Aloud');
    const frame = await editor.webviewFrame('relay-reader');
    await frame.locator('[data-index="3"][aria-current="true"]').waitFor();
    await editor.runCommand('Model Relay: Stop Reading');
    deepStrictEqual(relay.requests.length - before, 0);
  });
});

function markedAt(marked: Recording['marked'], at: number): number | undefined {
  return marked.findLast((mark) => mark.at <= at)?.index;
}
