import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import type { TaskView } from '../../src/protocol/tasksProtocol.ts';
import {
  changeTasks,
  form,
  makeFilm,
  makeState,
  makeTask,
  openTasksPage,
  playableFile,
  posterFile,
} from './tasksPage.ts';

const shownForm = { type: 'form', form } as const;
const failureView = {
  title: 'The relay reports that the task failed.',
  advice: [],
  relayMessage: 'The film was held back because it might be against the rules.',
  actions: [],
};

/** A WebM: the host knows nothing about its content. */
const { facts: _, ...playable } = makeFilm(2, { file: playableFile, mediaType: 'video/webm' });

describe('the Video Tasks tab', function () {
  this.timeout(60_000);
  let tab: Awaited<ReturnType<typeof openTasksPage>>;

  beforeEach(async () => {
    tab = await openTasksPage();
  });
  afterEach(() => tab.close());

  const prompt = () => tab.page.getByRole('textbox', { name: 'Prompt', exact: true });
  const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
  const card = (number: number) => tab.page.locator('.task').nth(number);
  const show = (...tasks: readonly TaskView[]) => tab.tell(makeState(...tasks), shownForm);
  const sent = (type: string) => tab.intents.filter((intent) => intent.type === type);

  it('starts a task with the entered parameters, once until the host decides', async () => {
    await show();
    await prompt().fill('  A cat  ');
    await tab.page.getByLabel('Seconds').fill('8');
    await tab.page.getByLabel('Size').fill('16:9');
    await tab.page.getByLabel('API paths').selectOption('our-films');
    await tab.page.getByText('More').click();
    await tab.page.getByLabel('Additional parameters (JSON)').fill('{ "seed": 7 }');
    const source = { file: posterFile, name: 'cat.png' };
    await tab.tell({ type: 'model', model: 'veo-3' }, { type: 'source', source });
    await prompt().press('Enter');
    await prompt().press('Enter');
    deepStrictEqual(sent('submit'), [
      {
        type: 'submit',
        request: { model: 'veo-3', prompt: 'A cat', seconds: 8, size: '16:9', further: { seed: 7 }, source },
        paths: 'our-films',
      },
    ]);
    await tab.tell({ type: 'submitted', isStarted: false });
    strictEqual(await prompt().inputValue(), '  A cat  ');
    await button('Start Task').click();
    await tab.tell({ type: 'submitted', isStarted: true });
    deepStrictEqual([sent('submit').length, await prompt().inputValue()], [2, '']);
  });

  it('sends no invalid input, and moves the focus to it', async () => {
    await tab.tell(makeState(), { type: 'form', form: { ...form, model: undefined } });
    await prompt().fill('A cat');
    await prompt().press('Enter');
    await tab.drawn();
    strictEqual(await tab.page.locator('.remarks').innerText(), 'Select a model first.');
    strictEqual(await tab.page.locator(':focus').getAttribute('class'), 'model-button');
    await tab.tell({ type: 'model', model: 'sora-2' });
    await tab.page.getByLabel('Seconds').fill('soon');
    await prompt().press('Enter');
    await tab.drawn();
    strictEqual(await tab.page.locator('.remarks').innerText(), 'Enter a number of seconds from 1 to 3600.');
    deepStrictEqual(sent('submit'), []);
  });

  it('restores its draft when VS Code rebuilds the page', async () => {
    await show();
    await prompt().fill('Half a thought');
    await tab.reload();
    await show();
    strictEqual(await prompt().inputValue(), 'Half a thought');
  });

  it('shows the result of a path test, only for the selected paths', async () => {
    await show();
    await button('Test Paths').click();
    deepStrictEqual(await tab.intent('testPaths'), { type: 'testPaths', paths: 'videos' });
    const verdict = { paths: 'videos', severity: 'error', text: 'The reply is a web page.' } as const;
    await tab.tell({ type: 'tested', verdict: { ...verdict, paths: 'our-films' } });
    strictEqual(await tab.page.locator('.verdict').count(), 0);
    await tab.tell({ type: 'tested', verdict });
    strictEqual(await tab.page.locator('.verdict').innerText(), 'The reply is a web page.');
  });

  it('keeps waiting and canceling separate, and offers canceling only if its path is known', async () => {
    await show(makeTask(2, { canCancel: true }), makeTask(1));
    strictEqual(await button('Cancel on Relay').count(), 1);
    await card(1).getByRole('button', { name: 'Stop Waiting' }).click();
    await button('Cancel on Relay').click();
    await card(1).getByRole('button', { name: 'Extend' }).click();
    deepStrictEqual(
      tab.intents.flatMap((intent) => ('id' in intent ? [[intent.type, intent.id]] : [])),
      [
        ['stopWaiting', makeTask(1).id],
        ['cancelAtRelay', makeTask(2).id],
        ['extend', makeTask(1).id],
      ],
    );
  });

  it('counts up by the host’s clock, and announces the result of a task', async () => {
    await show(makeTask(1));
    match(await card(0).locator('.run-facts').innerText(), /^sora-2 · running, 45% · 19 min \d+ s$/);
    await tab.tell(changeTasks(makeTask(1, { state: 'failed', endedAt: 1_790_000_090_000, failureView })));
    strictEqual(await card(0).locator('.run-facts').innerText(), 'sora-2 · failed · 30 s');
    match(await tab.lastSaid(), /^A lighthouse at dusk, number 1: The relay reports that the task failed\./);
    strictEqual(await card(0).getByText(failureView.relayMessage).count(), 1);
  });

  it('says where to look for a task that may have been started, and asks for its ID', async () => {
    const { taskId: _, ...task } = makeTask(1, { state: 'uncertain' });
    await show(task);
    match(
      await card(0).innerText(),
      /log of relay\.example\.com[\s\S]*POST \/v1\/videos[\s\S]*Model: sora-2/,
    );
    await button('Enter Task ID…').click();
    deepStrictEqual(await tab.intent('enterTaskId'), { type: 'enterTaskId', id: task.id });
  });

  it('stops a download', async () => {
    await show(makeTask(1, { state: 'fetching' }));
    await button('Stop Download').click();
    deepStrictEqual(await tab.intent('stopDownload'), { type: 'stopDownload', id: makeTask(1).id });
    await tab.tell(changeTasks(makeTask(1, { state: 'fetchFailed', stoppedBy: 'person' })));
    strictEqual(await tab.page.locator('.task:has(:focus)').count(), 1);
  });

  it('offers the next step for a task that was stopped or canceled', async () => {
    await show(
      makeTask(3, { state: 'stopped', stoppedBy: 'deadline' }),
      makeTask(2, { state: 'stopped', stoppedBy: 'failure' }),
      makeTask(1, { state: 'canceled' }),
      makeTask(0, { state: 'fetchFailed', stoppedBy: 'person' }),
    );
    const labels = [];
    for (const number of [0, 1, 2, 3]) {
      const texts = await card(number).locator('.card-actions vscode-button').allInnerTexts();
      labels.push(texts.map((text) => text.trim()));
    }
    deepStrictEqual(labels, [
      ['Check Again'],
      ['Check Again', 'Enter Task ID…'],
      ['Check Again'],
      ['Download Again'],
    ]);
  });

  it('shows the fields of a reply that has no result', async () => {
    await show(makeTask(1, { state: 'withoutResult', replyKeys: ['id', 'data.cost'] }));
    strictEqual((await card(0).locator('.reply-keys').innerText()).trim(), 'id data.cost');
    await button('Check Again').click();
    strictEqual((await tab.intent('lookAgain')).id, makeTask(1).id);
  });

  it('plays a film, sends its first frame to the host, and loads no film whose first frame is known', async () => {
    await show(makeTask(2, { state: 'done', results: [playable, playable] }));
    await tab.page.waitForFunction(() => {
      const videos = [...document.querySelectorAll('video')];
      return videos.length === 2 && videos.every(({ readyState }) => readyState >= 2);
    });
    const { id, bytes } = await tab.intent('poster');
    // Only the first film of a task has a first frame.
    strictEqual(sent('poster').length, 1);
    deepStrictEqual([id, Buffer.from(bytes, 'base64').toString('latin1', 8, 12)], [makeTask(2).id, 'WEBP']);
    const video = tab.page.locator('video').first();
    await video.evaluate(async (element) => {
      if (!(element instanceof HTMLVideoElement)) return;
      element.muted = true;
      const ended = new Promise((resolve) => element.addEventListener('ended', resolve, { once: true }));
      await element.play();
      await ended;
    });
    await tab.tell(changeTasks(makeTask(1, { state: 'done', results: [makeFilm(1)], poster: posterFile })));
    deepStrictEqual(
      await tab.page
        .locator('video')
        .evaluateAll((videos) => videos.map((each) => each.getAttribute('preload'))),
      ['metadata', 'metadata', 'none'],
    );
  });

  it('reloads a film that VS Code refused while the window started', async () => {
    await tab.page.route(`**/${playableFile}`, (route) => route.fulfill({ body: 'Not yet' }), { times: 1 });
    await show(makeTask(2, { state: 'done', results: [playable] }));
    await tab.intent('poster');
  });

  it('says what VS Code can’t play, and offers other players', async () => {
    const hevc = makeFilm(2, {
      facts: { videoCodec: 'HEVC', audioCodec: 'AAC', unplayable: ['video', 'audio'] },
    });
    await show(
      makeTask(2, { state: 'done', results: [hevc] }),
      makeTask(1, { state: 'done', results: [makeFilm(1)], poster: posterFile }),
    );
    deepStrictEqual(await tab.page.locator('tasks-film .remark').allInnerTexts(), [
      'VS Code can’t play HEVC video. Open it in another player.',
      'This video has AAC audio, which VS Code can’t play. It plays without sound here.',
    ]);
    strictEqual(await tab.page.locator('video').count(), 1);
    for (const name of ['Open in Default Player', 'Open Containing Folder', 'Save to Workspace'])
      await card(1).getByRole('button', { name }).click();
    const { file } = makeFilm(1);
    const id = makeTask(1).id;
    deepStrictEqual(
      tab.intents.filter((intent) => 'file' in intent),
      ['openInPlayer', 'reveal', 'save'].map((type) => ({ type, id, file })),
    );
  });

  describe('a film of which the host knows nothing', () => {
    /** The film of a task whose file has these bytes is not played, and the tab says so. */
    async function showUnplayable(body: string | Buffer): Promise<void> {
      await tab.page.route(`**/${playableFile}`, (route) => route.fulfill({ body }));
      await show(makeTask(2, { state: 'done', results: [playable] }));
      const words = 'This video could not be played here. Open it in another player.';
      await tab.page.locator('tasks-film .remark').getByText(words).waitFor();
      strictEqual(await tab.page.locator('video').count(), 0);
      strictEqual(await tab.lastSaid(), words);
    }

    it('says that it can’t be played once the player has failed repeatedly', () => showUnplayable('No film'));

    it('says that it can’t be played if the player finds only its sound', async () => {
      const sound = await tab.page.evaluate(async () => {
        const { stream } = new AudioContext().createMediaStreamDestination();
        const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=opus' });
        recorder.start();
        setTimeout(() => recorder.stop(), 300);
        const data = await new Promise<Blob>((resolve) => {
          recorder.ondataavailable = (event) => resolve(event.data);
        });
        return [...new Uint8Array(await data.arrayBuffer())];
      });
      await showUnplayable(Buffer.from(sound));
    });
  });

  it('says that a film ends too early, and downloads it again', async () => {
    const results = [makeFilm(1, { isCutShort: true })];
    await show(makeTask(1, { state: 'done', results, poster: posterFile }));
    strictEqual(
      await tab.page.locator('tasks-film .remark').last().innerText(),
      'The file is incomplete, but the server has no more data.',
    );
    await button('Download Again').click();
    deepStrictEqual(await tab.intent('fetchAgain'), { type: 'fetchAgain', id: makeTask(1).id });
  });

  it('deletes a finished task, and restores it', async () => {
    await show(makeTask(1, { state: 'canceled' }));
    await button('Delete task').click();
    await button('Undo').click();
    const ids = [makeTask(1).id];
    deepStrictEqual(
      tab.intents.filter((intent) => 'ids' in intent),
      [
        { type: 'delete', ids },
        { type: 'restore', ids },
      ],
    );
  });

  it('puts the request of a task back into the form, and then restores what was typed there', async () => {
    await show(makeTask(1));
    await prompt().fill('A cat that nobody saved');
    await tab.page.getByLabel('Seconds').fill('4');
    await button('Reuse prompt and settings').click();
    deepStrictEqual(
      [await prompt().inputValue(), await tab.page.getByLabel('Seconds').inputValue()],
      [makeTask(1).request.prompt, '8'],
    );
    await button('Undo').click();
    deepStrictEqual(
      [await prompt().inputValue(), await tab.page.getByLabel('Seconds').inputValue()],
      ['A cat that nobody saved', '4'],
    );
    deepStrictEqual(
      [await button('Undo').count(), await prompt().evaluate((field) => field === document.activeElement)],
      [0, true],
    );
  });

  it('says what a running task lacks, and what to do about it', async () => {
    const setKey = { id: 'setKey', label: 'Set API Key…' } as const;
    const refused = { title: 'The relay rejected the API key.', advice: [], actions: [setKey] };
    const cut = { title: 'The response was interrupted.', advice: [], actions: [] };
    await show(
      makeTask(3, { failureView: refused, unknownState: 'warming_up' }),
      makeTask(2, { state: 'fetching', failureView: cut }),
    );
    match(await card(0).locator('.run-facts').innerText(), /running, 45% \(warming_up\)/);
    await button('Set API Key…').click();
    deepStrictEqual(await tab.intent('action'), { type: 'action', action: 'setKey' });
    match(
      await card(1).locator('.remark').innerText(),
      /The last attempt failed: The response was interrupted\./,
    );
  });

  it('says where to change a path that the relay does not have', async () => {
    const failure = { kind: 'notFound', details: {} };
    const words = { title: 'The relay returned HTTP 404.', advice: [], actions: [] };
    const { taskId: _, ...task } = makeTask(1, { state: 'failed', failure, failureView: words });
    await show(task, makeTask(0, { state: 'canceled' }));
    match(await card(0).innerText(), /may not have the path \/v1\/videos/);
    await card(0).getByRole('button', { name: 'Edit Paths in Settings' }).click();
    await tab.intent('openSettings');
    match(await card(1).innerText(), /canceled on the relay\. It may still be billed\./);
  });

  it('moves the focus to the task that the host shows', async () => {
    await tab.tell(makeState(makeTask(2), makeTask(1)), shownForm, { type: 'show', id: makeTask(1).id });
    await tab.page.locator('.task:focus').getByText('A lighthouse at dusk, number 1').first().waitFor();
  });
});
