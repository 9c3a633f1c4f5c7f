import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskRecord } from '../../../src/protocol/taskRecord.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { TaskStore } from '../../../src/tasks/taskStore.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { createWebp } from '../relay/images/pictureSamples.ts';
import { useFolder } from '../testFolder.ts';

const day = 24 * 3_600_000;

const about = (prompt: string, change: Partial<TaskRecord> = {}): TaskRecord => ({
  id: randomUUID(),
  results: [],
  profile: 'p1',
  origin: 'https://relay.example',
  createdAt: 1_000,
  request: { model: 'oa-video-1', prompt, seconds: 8, further: { seed: 1 } },
  paths: { submit: '/v1/videos', query: '/v1/videos/{id}' },
  state: 'submitting',
  deadlineAt: 2_000,
  ...change,
});

async function add(store: TaskStore, record: TaskRecord): Promise<TaskRecord> {
  await store.add(record);
  return record;
}

describe('the task store', () => {
  const opened: TaskStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const folder = useFolder();

  const open = () => {
    const store = new TaskStore(folder(), silentLogger);
    opened.push(store);
    return store;
  };
  const prompts = async (store: TaskStore) => (await store.list()).map(({ request }) => request.prompt);
  const old = new Date(Date.now() - 40 * day);

  it('has stored a task once it says so, also when it is opened again', async () => {
    const store = open();
    const record = await add(store, about('A cat'));
    const changed = await store.change(record.id, { state: 'queued', taskId: 'task_1' });
    deepStrictEqual(changed, { ...record, state: 'queued', taskId: 'task_1' });
    deepStrictEqual(await open().list(), [changed]);
  });

  it('lists no deleted tasks, which can be restored', async () => {
    const store = open();
    const { id } = await add(store, about('first'));
    await add(store, about('second', { createdAt: 2_000 }));
    await store.delete([id]);
    for (const each of [store, open()]) deepStrictEqual(await prompts(each), ['second']);
    await store.restore([id]);
    deepStrictEqual(await prompts(open()), ['second', 'first']);
  });

  it('keeps an ID when another window marks the task as uncertain', async () => {
    const [one, other] = [open(), open()];
    const { id } = await add(one, about('A cat'));
    await other.list();
    await one.change(id, { state: 'queued', taskId: 'task_1' });
    const seen = await other.change(id, { state: 'uncertain' });
    deepStrictEqual([seen?.state, seen?.taskId], ['queued', 'task_1']);
  });

  it('skips a torn line', async () => {
    const store = open();
    const { id } = await add(store, about('A cat'));
    await appendFile(join(folder(), `${id}.jsonl`), '{"id":"');
    deepStrictEqual(await prompts(open()), ['A cat']);
    await store.change(id, { state: 'queued', taskId: 'task_1' });
    strictEqual((await open().list())[0]?.taskId, 'task_1');
  });

  it('moves the tasks of a renamed profile to its new name', async () => {
    const store = open();
    await add(store, about('mine', { createdAt: 2_000 }));
    await add(store, about('another’s', { profile: 'p2' }));
    await store.moveTasks('p1', 'renamed');
    deepStrictEqual(
      (await open().list()).map(({ profile }) => profile),
      ['renamed', 'p2'],
    );
  });

  it('rejects records that could not be read again', async () => {
    const store = open();
    const long = about('A cat', { request: { model: 'm'.repeat(201), prompt: 'A cat' } });
    await rejects(store.add(long), { message: 'This task can’t be stored' });
    deepStrictEqual(await readdir(folder()), []);
    const { id } = await add(store, about('A cat'));
    await rejects(store.change(id, { deadlineAt: Number.POSITIVE_INFINITY }), {
      message: 'This change can’t be stored',
    });
    deepStrictEqual(store.get(id)?.deadlineAt, 2_000);
  });

  it('deletes the oldest finished tasks beyond 500', async () => {
    const store = open();
    await add(store, about('still running', { createdAt: 0, state: 'running' }));
    for (let index = 1; index < 500; index += 1) {
      const record = about(String(index), { createdAt: index, state: 'done' });
      await writeFile(join(folder(), `${record.id}.jsonl`), `${JSON.stringify(record)}\n`);
    }
    await store.refresh();
    await add(store, about('new', { createdAt: 1_000 }));
    const left = await prompts(store);
    deepStrictEqual([left.length, left[0], left.at(-2), left.at(-1)], [500, 'new', '2', 'still running']);
  });

  it('removes the files of tasks deleted long ago, and unused sources', async () => {
    const store = open();
    const source = (await store.keepSource(drawPng('a'))) ?? '';
    const unused = (await store.keepSource(drawPng('b'))) ?? '';
    strictEqual(await store.keepSource(Buffer.from('no image')), undefined);
    const { id } = await add(
      store,
      about('mine', { request: { model: 'm', prompt: 'mine', source: { file: source, name: 'a.png' } } }),
    );
    const gone = await add(store, about('gone'));
    await store.keepPoster(gone.id, createWebp());
    strictEqual(store.get(gone.id)?.poster, `${gone.id}.poster.webp`);
    await store.change(gone.id, { deletedAt: Date.now() - 2 * day });
    for (const name of await readdir(folder())) await utimes(join(folder(), name), old, old);
    deepStrictEqual(await prompts(open()), ['mine']);
    const names = await readdir(folder());
    ok(!names.includes(unused));
    deepStrictEqual(names.toSorted(), [source, `${id}.jsonl`].toSorted());
  });
});
