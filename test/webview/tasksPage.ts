import type { TaskRecord, TaskResultFile } from '../../src/protocol/taskRecord.ts';
import type {
  TaskFormView,
  TasksHostMessage,
  TasksWebviewMessage,
  TaskView,
} from '../../src/protocol/tasksProtocol.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { film } from '../relay/pictures/film.ts';
import { bodyClassOf, type SettingsTheme, settingsThemes, themeCss } from './settingsThemes.ts';
import { openViewPage, type ViewPage, type ViewPageOptions } from './viewPage.ts';

type TasksPage = ViewPage<TasksHostMessage, TasksWebviewMessage, SettingsTheme>;

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const posterFile = `${idOf(1)}.poster.png`;
export const playableFile = `${idOf(2)}.1.webm`;

/** The page of the Video Tasks tab, in a browser, with the test in the host's place. */
export function openTasksPage(options: ViewPageOptions<SettingsTheme> = {}): Promise<TasksPage> {
  return openViewPage<TasksHostMessage, TasksWebviewMessage, SettingsTheme>(
    {
      name: 'tasks',
      styleSheets: ['page', 'generationTab', 'tasks'],
      entry: 'src/webview/tasks/main.ts',
      title: 'Model Relay: Video Tasks',
      element: 'relay-tasks',
      allow: ['img-src http://tasks-view.test blob:', 'media-src http://tasks-view.test'],
      pictures: { [posterFile]: drawPng('poster'), [playableFile]: film },
      themes: settingsThemes,
      bodyClassOf,
      themeCss,
      defaults: { theme: 'dark', width: 1200, height: 800 },
    },
    options,
  );
}

const startedAt = 1_790_000_000_000;

/** The task of this number: the higher, the later. */
export function makeTask(number: number, change: Partial<TaskView> = {}): TaskView {
  const record: TaskRecord = {
    id: idOf(number),
    profile: '',
    origin: 'https://relay.example.com',
    createdAt: startedAt + number * 60_000,
    request: {
      model: 'sora-2',
      prompt: `A lighthouse at dusk, number ${number}`,
      seconds: 8,
      size: '1280x720',
    },
    paths: { submit: '/v1/videos', query: '/v1/videos/{id}' },
    taskId: `task_${number}0123456789abcdef`,
    state: 'running',
    progress: 0.45,
    deadlineAt: startedAt + 3_600_000,
    results: [],
  };
  return { ...record, canCancel: false, ...change };
}

export function makeFilm(number: number, change: Partial<TaskResultFile> = {}): TaskResultFile {
  return {
    file: `${idOf(number)}.1.mp4`,
    bytes: 4_321_000,
    mediaType: 'video/mp4',
    facts: {
      seconds: 8,
      width: 1280,
      height: 720,
      videoCodec: 'H.264',
      audioCodec: 'AAC',
      unplayable: ['audio'],
    },
    ...change,
  };
}

export const form: TaskFormView = {
  model: 'sora-2',
  paths: [
    { name: 'videos', submit: '/v1/videos', isOwn: false },
    { name: 'klingTextToVideo', submit: '/kling/v1/videos/text2video', isOwn: false },
    { name: 'our-films', submit: '/films/v2/start', isOwn: true },
  ],
  selectedPaths: 'videos',
  problems: [],
};

/** The host's message to a page that is ready. */
export function makeState(...tasks: readonly TaskView[]): TasksHostMessage {
  return {
    type: 'state',
    folder: 'http://tasks-view.test/pictures',
    tasks,
    now: startedAt + 20 * 60_000,
    bytes: tasks.flatMap(({ results }) => results).reduce((sum, { bytes }) => sum + bytes, 0),
    isBrowser: false,
    isLocal: true,
  };
}

export function changeTasks(...changed: readonly TaskView[]): TasksHostMessage {
  return { type: 'tasks', changed, removed: [], now: startedAt + 21 * 60_000, bytes: 0 };
}
