import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inspectFile } from '../../src/tasks/videoFacts.ts';
import { addAacTrack } from '../unit/tasks/filmSamples.ts';
import { form, makeFilm, makeState, makeTask, openTasksPage } from './tasksPage.ts';

/** A second of H.264 in MP4, as the browser records it. */
async function recordFilm(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/mp4;codecs=avc1.42E01E' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      context?.fillRect(frame, frame, 20, 20);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

describe('real films in the Video Tasks tab', function () {
  this.timeout(60_000);
  let tab: Awaited<ReturnType<typeof openTasksPage>>;
  let folder: string;
  let recorded: Buffer;

  before(async () => {
    tab = await openTasksPage();
    folder = await mkdtemp(join(tmpdir(), 'films-'));
    recorded = await recordFilm(tab.page);
  });
  after(async () => {
    await tab.close();
    await rm(folder, { recursive: true });
  });

  /** Shows a film with the facts in its bytes. */
  async function show(bytes: Buffer) {
    const path = join(folder, 'film');
    await writeFile(path, bytes);
    const inspected = await inspectFile(path);
    const result = makeFilm(2, { ...inspected, bytes: bytes.length });
    await tab.page.route(`**/${result.file}`, (route) =>
      route.fulfill({ body: bytes, contentType: 'video/mp4' }),
    );
    await tab.tell(makeState(makeTask(2, { state: 'done', results: [result] })), { type: 'form', form });
    return inspected;
  }

  it('are played if they have H.264 and no sound', async () => {
    const { mediaType, isCutShort, facts } = (await show(recorded)) ?? {};
    deepStrictEqual(
      [mediaType, isCutShort, facts?.videoCodec, facts?.width, facts?.height, facts?.unplayable],
      ['video/mp4', false, 'H.264', 320, 180, []],
    );
    const sides = await tab.page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      const ended = new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }));
      await video.play();
      await ended;
      return [video.videoWidth, video.videoHeight];
    });
    deepStrictEqual(sides, [320, 180]);
    strictEqual(await tab.page.locator('tasks-film .remark').count(), 0);
  });

  it('say that sound in AAC stays silent', async () => {
    const inspected = await show(addAacTrack(recorded));
    deepStrictEqual(inspected?.facts?.unplayable, ['audio']);
    strictEqual(
      await tab.page.locator('tasks-film .remark').innerText(),
      'This video has AAC audio, which VS Code can’t play. It plays without sound here.',
    );
  });

  it('say that they end too early if the server has no more data', async () => {
    strictEqual((await show(recorded.subarray(0, -100)))?.isCutShort, true);
    strictEqual(
      await tab.page.locator('tasks-film .remark').last().innerText(),
      'The file is incomplete, but the server has no more data.',
    );
    await tab.page.getByRole('button', { name: 'Download Again' }).click();
    deepStrictEqual(await tab.intent('fetchAgain'), { type: 'fetchAgain', id: makeTask(2).id });
  });
});
