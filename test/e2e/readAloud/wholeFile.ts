import { deepStrictEqual, ok } from 'node:assert/strict';
import { chooseSpeed, findReader } from '../harness/drivers/readerDriver.ts';
import { readEditorMarks, watchEditorMarks } from '../harness/hearing/editorMarks.ts';
import {
  type HeardSentence,
  heardSentences,
  playedAtMs,
  type Recording,
  recordedRate,
  startRecording,
  takeRecording,
  unwrapMarks,
} from '../harness/hearing/recorder.ts';
import type { UsedEditor } from '../harness/relayEditor.ts';
import { lookIntoWebview } from '../harness/workbench/webviewFrames.ts';

/** Loud enough to be found in what was played, and above the voice. */
const markLevel = 0.04;
const speed = 2;
/** To a listener, a mark this early or late would belong to another sentence. */
const mostEarlyMs = 400;
const mostLateMs = 400;
/** No sentence takes so long to be heard, at this speed. */
const longestSentenceMs = 4_000;

/** A third each in English, in Chinese, and in both; no two are the same. */
function makeSentence(place: number): string {
  const number = place + 1;
  if (place % 3 === 0) return `Sentence ${number} is about a relay that speaks.`;
  if (place % 3 === 1) return `第${number}句讲的是中转站怎样朗读文字。`;
  return `第${number}句 says hello to the 中转站 again。`;
}

/** A file of this many sentences, in paragraphs of five lines with a sentence in each line. */
export function makeWholeFile(sentenceCount: number) {
  const sentences = Array.from({ length: sentenceCount }, (_, place) => makeSentence(place));
  const text = sentences.map((sentence, place) => `${sentence}\n${place % 5 === 4 ? '\n' : ''}`).join('');
  return { sentences, files: { 'whole.md': text } };
}

/** Listens to the whole file, in an editor whose browser requires a click that has not happened yet. */
export function describeWholeFile({ editor, relay }: UsedEditor, sentences: readonly string[]): void {
  let recording: Recording;
  let heard: readonly HeardSentence[];
  let marks: Awaited<ReturnType<typeof readEditorMarks>>;
  let soundedBefore: number | undefined;
  /** The stretches of audio that were played, by the element's own clock, which a busy machine does not distort. */
  let played: readonly { readonly from: number; readonly to: number }[];

  before(async function () {
    const listeningMs = longestSentenceMs * sentences.length;
    this.timeout(120_000 + listeningMs);
    relay.settings.speechMarkLevel = markLevel;
    await chooseSpeed(editor, speed);
    await editor.openFile('whole.md');
    await editor.runCommand('Model Relay: Read File Aloud');
    const frame = await editor.webviewFrame('relay-reader', 'Click to Listen');
    // To Chromium, any access to the frame before the click would count as a click, even a screenshot.
    const webview = lookIntoWebview(editor.page, 'relay-reader');
    await editor.statusBarItem('Click to Listen').waitFor();
    await watchEditorMarks(editor.page);
    await startRecording(webview.evaluate);
    soundedBefore = await webview.evaluate(() => document.querySelector('audio')?.played.length, undefined);
    await webview.click('.listen vscode-button');
    const finished = frame.locator('.status', { hasText: 'Finished' });
    await finished.waitFor({ timeout: 30_000 + listeningMs });
    played = await frame.evaluate(() => {
      const ranges = document.querySelector('audio')?.played;
      return Array.from({ length: ranges?.length ?? 0 }, (_, place) => ({
        from: ranges?.start(place) ?? 0,
        to: ranges?.end(place) ?? 0,
      }));
    });
    recording = await takeRecording(frame);
    heard = heardSentences(recording.samples, markLevel);
    marks = await readEditorMarks(editor.page);
  });

  /** The sentences in the order in which the relay spoke them: of two concurrent requests, either may arrive first. */
  const spokenPlaces = () => relay.utterances.map(({ text }) => sentences.indexOf(text));
  const places = sentences.map((_, place) => place);
  const startOf = (place: number) => heard[place]?.start ?? Number.NaN;
  const longestPadding = 0.08 * sentences.length;

  it('is silent until the click, and requested once for each sentence', () => {
    deepStrictEqual(
      [soundedBefore, marks[0]?.text, spokenPlaces().toSorted((a, b) => a - b)],
      [0, sentences[0], places],
    );
  });

  it('plays in order, without gaps and repeats, while the view and the editor mark the sentence that is heard', () => {
    const order = spokenPlaces();
    const numbers = unwrapMarks(
      heard.map(({ number }) => number),
      0,
    );
    const markedAt = (at: number) => recording.marked.findLast((mark) => mark.at <= at)?.index;
    deepStrictEqual(
      {
        played: numbers.map((number) => order[number]),
        inView: heard.map(({ end }) => markedAt(end - (recordedRate * mostEarlyMs) / 1000)),
        inEditor: marks.map(({ text }) => text),
      },
      { played: places, inView: places, inEditor: sentences },
    );
    const spoken = relay.utterances.reduce((sum, { seconds }) => sum + seconds, 0);
    const [stretch, ...others] = played;
    // MP3 pads each sentence by some 60 ms.
    ok(
      stretch &&
        stretch.from < 0.05 &&
        stretch.to > spoken * 0.98 &&
        stretch.to < spoken * 1.02 + longestPadding,
      JSON.stringify({ stretch, spoken }),
    );
    deepStrictEqual(others, []);
    // The first one is marked before the click. A busy machine marks some of them late, but not most.
    const lateMs = marks.slice(1).map(({ atMs }, place) => atMs - playedAtMs(recording, startOf(place + 1)));
    const sorted = lateMs.toSorted((a, b) => a - b);
    const [earliest = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
    ok(earliest > -mostEarlyMs && median < mostLateMs, `late by ${lateMs.map(Math.round).join(', ')} ms`);
  });

  it('is read again at another speed without new requests', async () => {
    const before = relay.requests.length;
    await editor.runCommand('Model Relay: Decrease Playback Speed');
    await editor.runCommand('Model Relay: Read File Aloud');
    await (await findReader(editor)).waitForCurrent(3);
    await editor.runCommand('Model Relay: Stop Reading');
    deepStrictEqual(relay.requests.length - before, 0);
  });
}
