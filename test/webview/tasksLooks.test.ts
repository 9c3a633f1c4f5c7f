import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { TasksHostMessage, TaskView } from '../../src/protocol/tasksProtocol.ts';
import { languageNames } from './languages.ts';
import { findDefects, findOverflow } from './tabLooks.ts';
import { takePicture } from './takePicture.ts';
import { form, makeFilm, makeState, makeTask, openTasksPage, posterFile } from './tasksPage.ts';

const pictureFolder = join(projectFolder, 'test-results', 'tasks');

const failureView = {
  title: 'The relay reports that the task failed.',
  advice: [],
  relayMessage: 'The film was held back because it might be against the rules.',
  requestId: '20261121092817345678901234567890AbCdEfGh',
  actions: [{ id: 'showLog', label: 'Show Log' }],
} as const;
const failed = { failureView: { ...failureView, advice: [], actions: [...failureView.actions] } };
const longPrompt = `A film of a lighthouse: ${'many words about the sea, '.repeat(20)}`;
const shownForm = { type: 'form', form } as const;
const unstarted = ({ taskId: _, ...task }: TaskView): TaskView => task;
const hevc = makeFilm(5, {
  facts: { videoCodec: 'HEVC', audioCodec: 'AAC', unplayable: ['video', 'audio'] },
});

/** The scenes, by name. */
const scenes: Readonly<Record<string, readonly TasksHostMessage[]>> = {
  empty: [makeState(), shownForm],
  waiting: [
    makeState(
      makeTask(5, { canCancel: true, ...failed }),
      unstarted(makeTask(4, { state: 'submitting', progress: null })),
      makeTask(3, { state: 'fetching', progress: 0.8 }),
      makeTask(2, { state: 'stopped', stoppedBy: 'deadline', otherProfile: 'work' }),
    ),
    shownForm,
    { type: 'source', source: { file: posterFile, name: 'lighthouse-at-dusk-with-a-long-name.png' } },
    {
      type: 'tested',
      verdict: { paths: 'videos', severity: 'ok', text: 'The relay answers lookups there (HTTP 404, JSON).' },
    },
  ],
  over: [
    makeState(
      unstarted(makeTask(6, { state: 'uncertain' })),
      makeTask(5, { state: 'done', results: [hevc] }),
      makeTask(4, {
        state: 'withoutResult',
        replyKeys: ['id', 'status', 'data.task_id', 'data.output.cost', 'data.output.preview'],
      }),
      makeTask(3, { state: 'failed', ...failed }),
      makeTask(2, { state: 'fetchFailed', ...failed }),
      makeTask(1, { state: 'canceled', request: { model: 'sora-2', prompt: longPrompt } }),
    ),
    { type: 'form', form: { ...form, problems: ['“broken” needs a "query" path with {id}.'] } },
  ],
  film: [makeState(makeTask(1, { state: 'done', results: [makeFilm(1)], poster: posterFile })), shownForm],
};

describe('the look of the Video Tasks tab', function () {
  this.timeout(60_000);
  before(() => mkdir(pictureFolder, { recursive: true }));

  for (const [name, messages] of Object.entries(scenes)) {
    it(`is accessible and fits its width: ${name}`, async () => {
      const tab = await openTasksPage();
      try {
        // A message about the form's parts is sent only once the form is there.
        for (const message of messages) await tab.tell(message);
        deepStrictEqual(await findDefects(tab, pictureFolder, name), []);
      } finally {
        await tab.close();
      }
    });
  }

  for (const language of languageNames) {
    it(`fits its width in ${language}`, async () => {
      const tab = await openTasksPage({ language, width: 400 });
      for (const name of ['waiting', 'over']) {
        await tab.tell(...(scenes[name] ?? []));
        deepStrictEqual(await findOverflow(tab.page), []);
        await takePicture(tab.page, { path: join(pictureFolder, `${name}-${language}.png`), fullPage: true });
      }
      await tab.close();
    });
  }
});
