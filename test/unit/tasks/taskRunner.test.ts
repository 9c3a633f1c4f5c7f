import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTaskOver, type TaskRecord } from '../../../src/protocol/taskRecord.ts';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { type TaskPaths, taskPaths } from '../../../src/relay/tasks/taskPaths.ts';
import { TaskRunner } from '../../../src/tasks/taskRunner.ts';
import { TaskStore } from '../../../src/tasks/taskStore.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';

const times = { intervalsMs: [0], downloadDelaysMs: [0, 0, 0, 0], searchMs: 20 };

/** The task once it is as wanted. */
function untilTask(store: TaskStore, isWanted: (record: TaskRecord) => boolean): Promise<TaskRecord> {
  return new Promise((resolve) => {
    const look = () => {
      const found = store.live().find(isWanted);
      if (!found) return;
      forget();
      resolve(found);
    };
    const forget = store.onDidChange(look);
    look();
  });
}

describe('the runner of tasks', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  let folder: string;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
  });
  after(async () => {
    await client.close();
    await relay.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tasks-'));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await rm(folder, { recursive: true });
  });

  function openWindow() {
    const store = new TaskStore(folder, silentLogger);
    const over: TaskRecord[] = [];
    const runner = new TaskRunner({
      store,
      logger: silentLogger,
      relayOf: async () => ({ client, origin: new URL(relay.baseUrl).origin }),
      onOver: (record) => over.push(record),
      times,
    });
    closing.push(async () => {
      await runner.close();
      await store.close();
    });
    return { store, runner, over };
  }

  const filmOf = (prompt: string, paths: TaskPaths = taskPaths.videos) => ({
    profile: 'p1',
    kind: 'video' as const,
    request: { model: 'oa-video-1', prompt, seconds: 8 },
    paths,
  });

  for (const [name, paths] of [
    ['videos', taskPaths.videos],
    ['videoGenerations', taskPaths.videoGenerations],
  ] as const)
    it(`goes all the way of a film at ${name}`, async () => {
      const { store, runner, over } = openWindow();
      await runner.start();
      const { state, taskId, id } = await runner.submit(filmOf('A cat', paths));
      deepStrictEqual([state, typeof taskId], ['queued', 'string']);
      const done = await untilTask(store, isTaskOver);
      const [result] = done.results;
      ok(result);
      deepStrictEqual([done.state, result.file, result.mediaType], ['done', `${id}-0.mp4`, 'video/mp4']);
      await runner.close();
      deepStrictEqual(
        over.map((record) => record.state),
        ['done'],
      );
      deepStrictEqual((await readdir(folder)).toSorted(), [`${id}-0.mp4`, `${id}.jsonl`]);
      strictEqual((await store.read(result.file)).length, result.bytes);
    });
});
