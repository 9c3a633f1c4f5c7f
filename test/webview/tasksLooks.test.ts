import type { TasksHostMessage, TaskView } from '../../src/protocol/tasksProtocol.ts';
import { describeLooks } from './tabLooks.ts';
import { form, makeFilm, makeState, makeTask, openTasksPage, posterFile } from './tasksPage.ts';

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

describeLooks({
  name: 'tasks',
  open: openTasksPage,
  scenes,
  translated: ['waiting', 'over'],
});
