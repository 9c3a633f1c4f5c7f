/**
 * What reading aloud costs a listener: a real editor, a relay that takes 400 ms and 2 ms for each byte, and a
 * recording of what was played; and the CPU time of an hour, which is played sixteen times as fast as anyone could
 * listen. Ratios are taken in one run. Ends with an error where one is over its limit.
 */
import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import {
  firstSound,
  playedAtMs,
  silences,
  startRecording,
  takeRecording,
} from '../../e2e/harness/hearing/recorder.ts';
import { openRelayEditor, type RelayEditor } from '../../e2e/harness/relayEditor.ts';
import { waitUntil } from '../../e2e/harness/waitUntil.ts';
import { lookIntoWebview } from '../../e2e/harness/workbench/webviewFrames.ts';
import { closeWorkstation } from '../../e2e/harness/workstation.ts';
import { judge, median } from '../../timing.ts';

const runs = 7;
const pace = { latencyMs: 400, speechMsPerByte: 2 };
const markLevel = 0.04;
const mostBesideOneSentence = 1.2;
/** MP3 pads each piece by some 56 ms of its own. */
const mostGapMs = 80;
/** The last quarter of an hour beside the second: what grows, grows by more. */
const mostGrowth = 1.25;

const firstSentence = (name: string) => `Listen, this is number ${name}.`;
const nextSentence = (name: string, place: number) =>
  `Sentence ${place} of text ${name} says that every request is handed on to the relay, and that the voice goes on.`;

/** A text of 5 KB whose first sentence is the short one. */
function longText(name: string): string {
  const sentences = [firstSentence(name)];
  for (let bytes = 0, place = 1; bytes < 5000; place += 1) {
    sentences.push(nextSentence(name, place));
    bytes += (sentences.at(-1)?.length ?? 0) + 1;
  }
  return `${sentences.join(' ')}\n`;
}

/** From the key that asks for it to the first sound that is played. */
async function timeToSound({ editor }: RelayEditor, frame: Frame, file: string): Promise<number> {
  await editor.openFile(file);
  await editor.page.keyboard.press('Control+Home');
  await takeRecording(frame);
  const startedAtMs = performance.timeOrigin + performance.now();
  await editor.page.keyboard.press('Shift+Alt+L');
  return waitUntil('a sound', async () => {
    const recording = await takeRecording(frame);
    const sample = firstSound(recording);
    return sample === undefined ? undefined : playedAtMs(recording, sample) - startedAtMs;
  });
}

async function benchFirstSound(started: RelayEditor, frame: Frame): Promise<void> {
  const { editor } = started;
  const [long, one]: [number[], number[]] = [[], []];
  for (let run = 1; run <= runs; run += 1) {
    long.push(await timeToSound(started, frame, `long${run}.md`));
    await editor.runCommand('Model Relay: Stop Reading');
    one.push(await timeToSound(started, frame, `one${run}.md`));
    await editor.runCommand('Model Relay: Stop Reading');
  }
  const longMs = median(long);
  const what = `first sound of 5 KB, ${longMs.toFixed(0)} ms, beside its first sentence alone`;
  judge(what, longMs / median(one), mostBesideOneSentence);
}

async function benchGaps({ editor }: RelayEditor, frame: Frame): Promise<void> {
  await editor.openFile('gaps.md');
  await editor.page.keyboard.press('Control+Home');
  await takeRecording(frame);
  await editor.page.keyboard.press('Shift+Alt+L');
  await frame.locator('[data-index="8"][aria-current="true"]').waitFor({ timeout: 120_000 });
  const { samples } = await takeRecording(frame);
  await editor.runCommand('Model Relay: Stop Reading');
  const start = samples.findIndex((sample) => Math.abs(sample) > 0.005);
  // The voice is marked all along, so that what is silent is a gap, and none of its own pauses.
  const longestMs = 1000 * Math.max(0, ...silences(samples.subarray(Math.max(0, start)), 0.004));
  judge('longest gap between sentences, ms', longestMs, mostGapMs);
}

/** CPU seconds so far of the browser, with its page and sound processes, and of the extension host. */
async function readCpuSeconds({ context, server }: RelayEditor['editor']) {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser tells nothing about its processes.');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const [host] = await server.findExtensionHosts();
  const status = (await readFile(`/proc/${host}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return {
    page: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    host: (Number(status[11]) + Number(status[12])) / 100,
  };
}

async function benchHour({ editor, relay }: RelayEditor, frame: Frame): Promise<void> {
  Object.assign(relay.settings, { latencyMs: 0, speechMsPerByte: 0 });
  const before = relay.utterances.length;
  const spokenSeconds = () => relay.utterances.slice(before).reduce((sum, { seconds }) => sum + seconds, 0);
  await editor.openFile('hour.md');
  await editor.page.keyboard.press('Control+Home');
  await editor.page.keyboard.press('Shift+Alt+L');
  await frame.locator('[data-index="1"][aria-current="true"]').waitFor();
  await frame.evaluate(() => {
    const audio = document.querySelector('audio');
    if (!audio) return;
    const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'playbackRate') ?? {};
    Object.defineProperty(audio, 'playbackRate', { get: () => 16, set: () => set?.call(audio, 16) });
    audio.playbackRate = 16;
  });
  let last = await readCpuSeconds(editor);
  const [page, host]: [number[], number[]] = [[], []];
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    await waitUntil(`${quarter} quarters of an hour`, async () => spokenSeconds() >= quarter * 900, 600_000);
    const now = await readCpuSeconds(editor);
    page.push(now.page - last.page);
    host.push(now.host - last.host);
    last = now;
  }
  await editor.runCommand('Model Relay: Stop Reading');
  for (const [name, seconds] of Object.entries({ page, host })) {
    const quarters = seconds.map((each) => each.toFixed(1)).join(', ');
    const growth = (seconds[3] ?? Number.NaN) / (seconds[1] ?? Number.NaN);
    judge(`CPU of an hour, ${name}, ${quarters} s, last quarter beside the second`, growth, mostGrowth);
  }
}

const places = Array.from({ length: runs }, (_, run) => run + 1);
const started = await openRelayEditor({
  connectByEnvironment: true,
  settings: { 'modelRelay.readAloud.confirmAboveBytes': 0 },
  files: {
    'warm.md': 'Warming up the voice.\n',
    'gaps.md': longText('gaps'),
    ...Object.fromEntries(places.map((run) => [`long${run}.md`, longText(`long ${run}`)])),
    ...Object.fromEntries(places.map((run) => [`one${run}.md`, `${firstSentence(`one ${run}`)}\n`])),
    'hour.md': Array.from({ length: 900 }, (_, place) => `${nextSentence('hour', place)}\n\n`).join(''),
  },
});
try {
  const { editor, relay } = started;
  Object.assign(relay.settings, { ...pace, speechMarkLevel: markLevel });
  await editor.openFile('warm.md');
  await editor.runCommand('Model Relay: Read File Aloud');
  const frame = await editor.webviewFrame('relay-reader');
  await frame.locator('.status', { hasText: 'Finished' }).waitFor();
  await startRecording(lookIntoWebview(editor.page, 'relay-reader').evaluate);
  await frame.locator('body').click({ position: { x: 4, y: 4 } });
  await waitUntil('the recording', async () => (await takeRecording(frame)).samples.length > 0);
  await benchFirstSound(started, frame);
  await benchGaps(started, frame);
  await benchHour(started, frame);
} finally {
  await started.close();
  await closeWorkstation();
}
