/**
 * Kills the extension host of a real VS Code in the middle of submitting, looking up and downloading tasks, again and
 * again, and looks whether any task was submitted twice, any ID that came was lost, or any film that passes for whole is
 * not. `npm run kill`; `--kills N` says how often.
 */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTaskOver } from '../../src/protocol/taskStateWords.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { TaskStore } from '../../src/tasks/taskStore.ts';
import { openEditor } from '../e2e/harness/editor.ts';
import { waitUntil } from '../e2e/harness/waitUntil.ts';
import { createFilm } from '../unit/tasks/filmSamples.ts';
import { dueAfterMs, endRun, failures, kills } from './killRun.ts';

const activities = ['submit', 'poll', 'download'] as const;
type Activity = (typeof activities)[number];
const pieceBytes = 64 * 1024;

const submissions = new Map<string, number>();
const answered = new Map<string, { readonly prompt: string; readonly atMs: number }>();
const looks = new Map<string, number>();
/** IDs that were there once, or had time to be. */
const due = new Set<string>();
/** Called when the activity of a task begins. */
let onActivity: (activity: Activity, taskId: string) => void = () => {};

/** Its size says whose film it is. */
const filmOf = (taskId: string) =>
  createFilm({ bytes: 2_000_000 + 4 * Number(taskId.slice('task_'.length)) });

async function sendFilm(response: ServerResponse, taskId: string, range: string | undefined): Promise<void> {
  const film = filmOf(taskId);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const headers = { 'content-length': film.length - from };
  if (from === 0) response.writeHead(200, headers);
  else
    response.writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${film.length - 1}/${film.length}`,
    });
  for (let offset = from; offset < film.length && !response.destroyed; offset += pieceBytes) {
    response.write(film.subarray(offset, offset + pieceBytes));
    await sleep(5);
  }
  response.end();
}

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const [, taskId = '', isContent] = /^\/v1\/videos\/(task_\d+)(\/content)?$/.exec(request.url ?? '') ?? [];
  if (request.url === '/v1/models') {
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'oa-video-1', object: 'model' }] }));
  } else if (request.method === 'POST') {
    const { prompt } = JSON.parse(Buffer.concat(pieces).toString());
    submissions.set(prompt, (submissions.get(prompt) ?? 0) + 1);
    const id = `task_${submissions.size}`;
    onActivity('submit', id);
    await sleep(Math.random() * 30);
    response.end(JSON.stringify({ id, status: 'queued' }), () =>
      answered.set(id, { prompt, atMs: performance.now() }),
    );
  } else if (isContent) {
    onActivity('download', taskId);
    await sendFilm(response, taskId, request.headers.range);
  } else if (!taskId) {
    response.writeHead(404).end();
  } else {
    const look = (looks.get(taskId) ?? 0) + 1;
    looks.set(taskId, look);
    onActivity('poll', taskId);
    response.end(
      JSON.stringify({ id: taskId, status: look < 3 ? 'in_progress' : 'completed', progress: look * 30 }),
    );
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const editor = await openEditor({
  env: { MODEL_RELAY_BASE_URL: origin, MODEL_RELAY_API_KEY: 'sk-0aB1cD2eF3gH4iJ5' },
});
const folder = join(editor.dataFolder, 'data', 'User', 'globalStorage', 'model-relay.model-relay', 'tasks');

/** Says what a task is for, as a person does; Enter in this box starts it. */
async function describeTask(prompt: string) {
  await editor.runCommand('Model Relay: Open Video Tasks');
  const tab = await editor.webviewFrame('relay-tasks .prompt');
  await tab.getByRole('button', { name: 'Model: oa-video-1' }).waitFor();
  const box = tab.getByRole('textbox', { name: 'Prompt', exact: true });
  await box.fill(prompt);
  return box;
}

/** Resolves when the task that the window submits has come so far. */
function waitForActivity(wanted: Activity, prompt: string): Promise<void> {
  return new Promise((resolve) => {
    onActivity = (activity, taskId) => {
      const isOwn = activity === 'submit' ? wanted === 'submit' : answered.get(taskId)?.prompt === prompt;
      if (isOwn && activity === wanted) resolve();
    };
  });
}

/** Looks at what is there: as a window would that opens now. */
async function readTasks() {
  const store = new TaskStore(folder, silentLogger);
  const tasks = await store.list();
  await store.close();
  return tasks;
}

async function checkFilms(kill: string): Promise<void> {
  const tasks = await readTasks();
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.mp4'))) {
    const task = tasks.find(({ id }) => name.startsWith(id));
    const film = await readFile(join(folder, name));
    if (!task?.taskId || !film.equals(filmOf(task.taskId)))
      failures.push(`${kill}: ${name} passes for whole, with ${film.length} bytes`);
  }
}

for (let kill = 0; kill < kills; kill += 1) {
  const activity = activities[kill % activities.length] ?? 'submit';
  const prompt = `film ${kill}`;
  const isThere = waitForActivity(activity, prompt);
  const box = await describeTask(prompt);
  const doomed = await editor.server.findExtensionHosts();
  await box.press('Enter');
  await isThere;
  await sleep(Math.random() * { submit: 60, poll: 80, download: 250 }[activity]);
  for (const host of doomed) process.kill(host, 'SIGKILL');
  const killedAtMs = performance.now();
  await editor.reload();
  const tasks = await readTasks();
  for (const [id, { prompt: asked, atMs }] of answered)
    if (asked === prompt && killedAtMs - atMs > dueAfterMs) due.add(id);
  for (const { taskId } of tasks) if (taskId !== undefined) due.add(taskId);
  for (const id of due)
    if (!tasks.some(({ taskId, request }) => taskId === id && request.prompt === answered.get(id)?.prompt))
      failures.push(`${kill} (${activity}): ${id} is lost`);
  if (!tasks.some(({ request }) => request.prompt === prompt))
    failures.push(`${kill}: no intent of ${prompt}`);
  await checkFilms(`${kill} (${activity})`);
  const done = tasks.filter(({ state }) => state === 'done').length;
  console.log(`kill ${kill + 1}, ${activity}: ${tasks.length} tasks, ${done} done`);
}

// Windows poll only once the extension is used, and a tab that was just opened may not be restored.
await editor.runCommand('Model Relay: Open Video Tasks');
await waitUntil('all tasks are over', async () => (await readTasks()).every(isTaskOver), 10 * 60_000, 1_000);
await checkFilms('at last');
const tasks = await readTasks();
for (const { state, taskId, request } of tasks) {
  const count = submissions.get(request.prompt) ?? 0;
  if (count > 1) failures.push(`${request.prompt}: submitted ${count} times`);
  if (state !== (taskId === undefined ? 'uncertain' : 'done'))
    failures.push(`${request.prompt}: ${state} at last`);
}
const uncertain = tasks.filter(({ state }) => state === 'uncertain').length;
console.log(`All are over: ${tasks.length} tasks, ${uncertain} that may have been started, the others done.`);
server.close();
server.closeAllConnections();
await editor.close();
await endRun();
