import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
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
import { usePage } from './usePage.ts';

const shownForm = { type: 'form', form } as const;
const failureView = {
  title: 'The relay reports that the task failed.',
  advice: [],
  relayMessage: 'The film was held back because it might be against the rules.',
  actions: [],
};

const cut = { title: 'The response was interrupted.', advice: [], actions: [] };
const setKey = { id: 'setKey', label: 'Set API Key…' } as const;

/** A WebM: the host knows nothing about its content. */
const { facts: _, ...playable } = makeFilm(2, { file: playableFile, mediaType: 'video/webm' });

describe('the Video Tasks tab', function () {
  this.timeout(60_000);
  const tab = usePage(openTasksPage);

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

  it('counts up by the host’s clock, and announces the result of a task', async () => {
    await show(makeTask(1));
    match(await card(0).locator('.run-facts').innerText(), /^sora-2 · running, 45% · 19 min \d+ s$/);
    await tab.tell(changeTasks(makeTask(1, { state: 'failed', endedAt: 1_790_000_090_000, failureView })));
    strictEqual(await card(0).locator('.run-facts').innerText(), 'sora-2 · failed · 30 s');
    match(await tab.lastSaid(), /^A lighthouse at dusk, number 1: The relay reports that the task failed\./);
    strictEqual(await card(0).getByText(failureView.relayMessage).count(), 1);
  });

  it('says what the state of a task means, and offers the next steps', async () => {
    const unstarted = ({ taskId: _, ...task }: TaskView): TaskView => task;
    const cards: readonly (readonly [TaskView, words: RegExp, steps: Readonly<Record<string, string>>])[] = [
      [
        unstarted(makeTask(11, { state: 'uncertain' })),
        /log of relay\.example\.com[\s\S]*POST \/v1\/videos[\s\S]*Model: sora-2/,
        { 'Enter Task ID…': 'enterTaskId' },
      ],
      [
        makeTask(10, { failureView: { ...cut, actions: [setKey] }, unknownState: 'warming_up' }),
        /running, 45% \(warming_up\)/,
        {
          'Set API Key…': 'action',
          'Stop Waiting': 'stopWaiting',
          Extend: 'extend',
          'Check Now': 'lookAgain',
        },
      ],
      [
        makeTask(9, { canCancel: true }),
        /You can continue working/,
        {
          'Stop Waiting': 'stopWaiting',
          'Cancel on Relay': 'cancelAtRelay',
          Extend: 'extend',
          'Check Now': 'lookAgain',
        },
      ],
      [
        makeTask(8, { state: 'fetching', failureView: cut }),
        /The last attempt failed: The response was interrupted\./,
        { 'Stop Download': 'stopDownload' },
      ],
      [
        makeTask(7, { state: 'stopped', stoppedBy: 'deadline' }),
        /There was no result by/,
        { 'Check Again': 'lookAgain' },
      ],
      [
        makeTask(6, { state: 'stopped', stoppedBy: 'failure' }),
        /may still be running on the relay/,
        { 'Check Again': 'lookAgain', 'Enter Task ID…': 'enterTaskId' },
      ],
      [
        makeTask(5, { state: 'canceled' }),
        /canceled on the relay\. It may still be billed\./,
        { 'Check Again': 'lookAgain' },
      ],
      [
        makeTask(4, { state: 'fetchFailed', stoppedBy: 'person' }),
        /It can continue later/,
        { 'Download Again': 'fetchAgain' },
      ],
      [
        makeTask(3, { state: 'withoutResult', replyKeys: ['id', 'data.cost'] }),
        /Fields of the response:\s+id data\.cost/,
        { 'Check Again': 'lookAgain', 'Edit Paths in Settings': 'openSettings' },
      ],
      [
        unstarted(
          makeTask(2, { state: 'failed', failure: { kind: 'notFound', details: {} }, failureView: cut }),
        ),
        /may not have the path \/v1\/videos/,
        { 'Edit Paths in Settings': 'openSettings' },
      ],
      [
        makeTask(1, { state: 'done', results: [makeFilm(1, { isCutShort: true })], poster: posterFile }),
        /The file is incomplete, but the server has no more data\./,
        {
          'Download Again': 'fetchAgain',
          'Open in Default Player': 'openInPlayer',
          'Open Containing Folder': 'reveal',
          'Save to Workspace': 'save',
        },
      ],
    ];
    await show(...cards.map(([task]) => task));
    for (const [index, [{ id }, words, steps]] of cards.entries()) {
      match(await card(index).innerText(), words);
      const buttons = await card(index).locator('.card-actions vscode-button').all();
      const before = tab.intents.length;
      for (const each of buttons) await each.click();
      const labels = await Promise.all(buttons.map(async (each) => (await each.innerText()).trim()));
      const types = tab.intents.slice(before).map(({ type }) => type);
      deepStrictEqual(Object.fromEntries(labels.map((label, at) => [label, types[at]])), steps);
      ok(tab.intents.slice(before).every((intent) => !('id' in intent) || intent.id === id));
    }
    deepStrictEqual(sent('action'), [{ type: 'action', action: setKey.id }]);
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

  it('says what VS Code can’t play, and can save it', async () => {
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
    await card(1).getByRole('button', { name: 'Save to Workspace' }).click();
    deepStrictEqual(sent('save'), [{ type: 'save', id: makeTask(1).id, file: makeFilm(1).file }]);
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

  it('shows what was requested, without what is unknown, and copies the IDs', async () => {
    await show(makeTask(1, { requestId: 'request-1' }));
    await card(0).locator('summary').click();
    const labels = await card(0).locator('.receipt dt').allInnerTexts();
    deepStrictEqual(labels, ['Prompt', 'Model', 'Seconds', 'Size', 'Started', 'Relay', 'Path', 'Request ID']);
    strictEqual(await card(0).locator('dd.request-id').innerText(), 'request-1');
    await button('Copy request ID').click();
    match(await card(0).locator('p.request-id').innerText(), /^Task ID: task_1\d+abcdef$/);
    await button('Copy task ID').click();
    const { taskId } = makeTask(1);
    deepStrictEqual(sent('copy'), [
      { type: 'copy', text: 'request-1' },
      { type: 'copy', text: taskId },
    ]);
  });

  it('moves the focus to the task that the host shows', async () => {
    await tab.tell(makeState(makeTask(2), makeTask(1)), shownForm, { type: 'show', id: makeTask(1).id });
    await tab.page.locator('.task:focus').getByText('A lighthouse at dusk, number 1').first().waitFor();
  });
});
