import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskRecord } from '../../../src/protocol/taskRecord.ts';
import { isTaskOver } from '../../../src/protocol/taskStateWords.ts';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { type TaskPaths, taskPaths } from '../../../src/relay/tasks/taskPaths.ts';
import { TaskRunner, type TaskRunnerPorts } from '../../../src/tasks/taskRunner.ts';
import { TaskStore } from '../../../src/tasks/taskStore.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import {
  type Call,
  type MisbehavingServer,
  reply,
  replyInPieces,
  startServer,
} from '../relay/misbehavingServer.ts';
import { useRelayClient } from '../relayClient.ts';
import { useFolder } from '../testFolder.ts';
import { createFilm } from './filmSamples.ts';

const times = { intervalsMs: [0], downloadDelaysMs: [0, 0, 0, 0], searchMs: 20, storeDelaysMs: [0, 0, 0] };

/** The origin that stands for the relay. */
const origin = 'https://relay.example';

/** Resolves with the first task that meets the condition. */
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

describe('the task runner', () => {
  let client: RelayClient;
  const closing: (() => Promise<void>)[] = [];

  useRelayClient((...started) => {
    [client] = started;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const folder = useFolder();

  function openWindow(change: Partial<TaskRunnerPorts> = {}) {
    const store = new TaskStore(folder(), silentLogger);
    const over: TaskRecord[] = [];
    const runner = new TaskRunner({
      store,
      logger: silentLogger,
      relayOf: async () => ({ client, origin }),
      onOver: (record) => over.push(record),
      times,
      ...change,
    });
    closing.push(async () => {
      await runner.close();
      await store.close();
    });
    return { store, runner, over };
  }

  const filmOf = (prompt: string, paths: TaskPaths = taskPaths.videos) => ({
    profile: 'p1',
    origin,
    request: { model: 'oa-video-1', prompt, seconds: 8 },
    paths,
  });

  /** Paths that a user could write in the settings. */
  const ownPaths: TaskPaths = {
    submit: '/films/v2/start',
    query: '/films/v2/status',
    queryMethod: 'POST',
    states: { queued: ['brewing'], succeeded: ['served'], failed: ['spilt'] },
    at: { id: '/ticket/number', state: '/films/0/how', results: '/films/0/reels' },
  };
  const { sunoLyrics: _, ...pathsOfFiles } = taskPaths;
  for (const [name, paths] of Object.entries({ ...pathsOfFiles, ownPaths }))
    it(`runs a film task from start to end at ${name}`, async () => {
      const { store, runner, over } = openWindow();
      await runner.start();
      const task = filmOf('A cat', paths);
      const source = { file: `${randomUUID()}.source.png`, name: 'cat.png' };
      if (name === 'klingImageToVideo') {
        await writeFile(join(folder(), source.file), drawPng('A cat'));
        Object.assign(task.request, { source });
      }
      const { state, taskId, id } = await runner.submit(task);
      ok(['queued', 'running'].includes(state) && taskId !== undefined);
      const done = await untilTask(store, isTaskOver);
      const [result] = done.results;
      ok(result);
      const ending = name === 'midjourneyImagine' ? 'png' : 'webm';
      const mediaType = ending === 'png' ? 'image/png' : 'video/webm';
      deepStrictEqual([done.state, result.file, result.mediaType], ['done', `${id}-0.${ending}`, mediaType]);
      await runner.close();
      deepStrictEqual(
        over.map((record) => record.state),
        ['done'],
      );
      deepStrictEqual((await readdir(folder())).filter((file) => file !== source.file).toSorted(), [
        `${id}-0.${ending}`,
        `${id}.jsonl`,
        `${id}.lease-2`,
      ]);
      strictEqual((await store.read(result.file)).length, result.bytes);
    });

  for (const [prompt, state, failure] of [
    [
      'fail, please',
      'failed',
      {
        relayMessage: 'The film was held back because it might be against the rules.',
        code: 'content_policy',
      },
    ],
    ['cancel it', 'canceled', {}],
  ] as const)
    it(`reports a film task that ended without a result: ${state}`, async () => {
      const { store, runner } = openWindow();
      await runner.start();
      await runner.submit(filmOf(prompt));
      const over = await untilTask(store, isTaskOver);
      deepStrictEqual([over.state, over.failure], [state, { kind: 'task', details: failure }]);
    });

  describe('with a scripted relay', () => {
    const film = createFilm({ bytes: 200_000 });
    const paths = { ...taskPaths.videos, cancel: '/v1/videos/{id}/cancel' } as const;
    const status = (word: string, more: object = {}) =>
      JSON.stringify({ id: 'task_1', status: word, ...more });

    interface Script {
      readonly submit?: (call: Call) => unknown;
      /** Replies to status requests, one after the other; the last one repeats. */
      readonly looks?: readonly (string | ((call: Call, origin: string) => unknown))[];
      readonly content?: (call: Call, turn: number) => unknown;
      readonly cancel?: (call: Call) => unknown;
    }

    async function open(
      { submit, looks = [], content, cancel }: Script,
      change: Partial<TaskRunnerPorts> = {},
    ) {
      const turns = { looks: 0, contents: 0 };
      const server: MisbehavingServer = await startServer((call) => {
        const { method, url } = call.request;
        if (url === '/v1/videos') return (submit ?? ((to) => reply(to, 200, status('queued'))))(call);
        if (method === 'POST') return (cancel ?? ((to) => reply(to, 200, status('cancelled'))))(call);
        if (url !== '/v1/videos/task_1')
          return (content ?? ((to) => reply(to, 200, film)))(call, turns.contents++);
        const look = looks[Math.min(turns.looks++, looks.length - 1)] ?? status('queued');
        return typeof look === 'string' ? reply(call, 200, look) : look(call, server.origin);
      });
      const own = createRelayClient({ baseUrl: server.origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
      const relayOf = async () => ({ client: own, origin });
      closing.push(async () => {
        await own.close();
        await server.close();
      });
      const openAnother = (other: Partial<TaskRunnerPorts> = {}) =>
        openWindow({ relayOf, ...change, ...other });
      return { ...openAnother(), server, turns, openAnother, relayOf };
    }
    const cat = { ...filmOf('A cat'), paths };

    /** Starts a task, and waits until it is over: the task, and where it runs. */
    async function runToEnd(
      script: Script,
      change?: Partial<TaskRunnerPorts>,
      task: Parameters<TaskRunner['submit']>[0] = cat,
    ) {
      const opened = await open(script, change);
      await opened.runner.start();
      const { id } = await opened.runner.submit(task);
      return [await untilTask(opened.store, isTaskOver), { ...opened, id }] as const;
    }

    it('stores a task before it sends the request', async () => {
      const seen: (string | undefined)[] = [];
      const { runner, store, openAnother } = await open({
        submit: async (call) => {
          const [record] = await openAnother().store.list();
          seen.push(record?.state, record?.request.prompt);
          reply(call, 200, status('queued'));
        },
      });
      await runner.submit(cat);
      deepStrictEqual(seen, ['submitting', 'A cat']);
      deepStrictEqual((await store.list())[0]?.taskId, 'task_1');
    });

    it('closes only after the ID of a running submission is stored', async () => {
      const asked = Promise.withResolvers<Call>();
      const { runner, store } = await open({ submit: asked.resolve });
      const submitted = runner.submit(cat);
      reply(await asked.promise, 200, status('queued'));
      await runner.close();
      deepStrictEqual(store.live()[0], await submitted);
    });

    for (const refusals of [2, 4])
      it(`retries to store an ID, and reports the ID if that keeps failing: ${refusals} times`, async () => {
        const aside = join(folder(), 'aside');
        let file = '';
        const submit = (call: Call) => {
          file = join(folder(), readdirSync(folder()).find((name) => name.endsWith('.jsonl')) ?? '');
          renameSync(file, aside);
          mkdirSync(file);
          reply(call, 200, status('queued'));
        };
        const log: string[] = [];
        const error = (line: string) => {
          if (log.push(line) < refusals) return;
          rmdirSync(file);
          renameSync(aside, file);
        };
        const { runner, store } = await open({ submit }, { logger: { ...silentLogger, error } });
        if (refusals < 4) await runner.submit(cat);
        else await rejects(runner.submit(cat), { name: 'UnsavedTaskIdError', taskId: 'task_1' });
        strictEqual(store.live()[0]?.taskId, refusals < 4 ? 'task_1' : undefined);
        strictEqual(log.filter((line) => line.includes('task_1')).length, refusals);
      });

    const answers: readonly (readonly [string, (call: Call) => unknown, string])[] = [
      [
        'refused',
        (call) => reply(call, 400, '{"error":{"message":"no","code":"invalid_request"}}'),
        'failed',
      ],
      [
        'refused by a relay without a channel',
        (call) => reply(call, 503, '{"error":{"message":"no","code":"no_available_channel"}}'),
        'failed',
      ],
      ['timed out by a gateway', (call) => reply(call, 504, '<html></html>'), 'uncertain'],
      ['answered with nothing', (call) => call.socket.destroy(), 'uncertain'],
      ['answered without an ID', (call) => reply(call, 200, '{"ticket":"a-1"}'), 'uncertain'],
    ];
    for (const [name, submit, state] of answers)
      it(`sends a submission only once if it is ${name}, and marks it as ${state}`, async () => {
        const { runner, server, over } = await open({ submit });
        await runner.start();
        const record = await runner.submit(cat);
        deepStrictEqual([record.state, record.taskId, server.requests.length], [state, undefined, 1]);
        ok(record.failure);
        deepStrictEqual(over, [record]);
      });

    it('sends nothing to a different relay', async () => {
      const { runner, store, server } = await open({});
      await rejects(runner.submit({ ...cat, origin: 'https://other.example' }), { name: 'OtherRelayError' });
      deepStrictEqual([store.live(), server.requests.length], [[], 0]);
    });

    const cutOff = (call: Call) => replyInPieces(call, [Buffer.from('{')], { 'content-length': '9' }, 'cut');
    const unknown = (call: Call) => reply(call, 400, '{"code":"task_not_exist","message":"x"}');
    const noTime = { times: { ...times, waitMs: 0 } };
    const ends: readonly (readonly [
      name: string,
      looks: Script['looks'],
      end: readonly [TaskRecord['state'], TaskRecord['stoppedBy'], kind: string | undefined],
      change?: Partial<TaskRunnerPorts>,
    ])[] = [
      [
        'continues through restarts, rate limits and temporary errors of the relay',
        [
          (call) => call.socket.destroy(),
          (call) => reply(call, 429, '', { 'retry-after-ms': '1' }),
          (call) => reply(call, 503, '', { 'retry-after': '9'.repeat(310) }),
          (call) => reply(call, 401, '{"error":{"message":"no","code":"invalid_api_key"}}'),
          unknown,
          (call) => reply(call, 502, '<html></html>'),
          status('warming up the studio'),
          status('completed'),
        ],
        ['done', null, undefined],
      ],
      ['stops if the relay keeps not knowing the task', [unknown], ['stopped', 'failure', 'invalidRequest']],
      [
        'does not stop past the deadline after a single network failure',
        [cutOff, status('completed')],
        ['done', null, undefined],
        noTime,
      ],
      [
        'stops past the deadline if the network keeps failing',
        [cutOff],
        ['stopped', 'deadline', 'interrupted'],
        noTime,
      ],
    ];
    for (const [name, looks = [], end, change] of ends)
      it(name, async () => {
        const [{ state, stoppedBy, failure }] = await runToEnd({ looks }, change);
        deepStrictEqual([state, stoppedBy, failure?.kind], end);
      });

    it('lists the fields of a reply that has no result', async () => {
      const { content: _, ...bare } = paths;
      const [{ state, replyKeys }] = await runToEnd(
        { looks: [status('completed', { usage: { cost: 1 } })] },
        {},
        { ...cat, paths: bare },
      );
      deepStrictEqual([state, replyKeys], ['withoutResult', ['id', 'status', 'usage.cost']]);
    });

    it('polls until the deadline, and again whenever the user asks', async () => {
      const [stopped, { runner, store, turns, id }] = await runToEnd(
        { looks: [status('pondering'), status('pondering'), status('completed')] },
        noTime,
      );
      deepStrictEqual([stopped.state, stopped.stoppedBy, turns.looks], ['stopped', 'deadline', 1]);
      ok(stopped.endedAt);
      await runner.lookAgain(id);
      await untilTask(store, ({ state }) => state === 'running');
      deepStrictEqual((await untilTask(store, isTaskOver)).state, 'stopped');
      await runner.lookAgain(id);
      await untilTask(store, ({ state }) => state === 'done');
    });

    it('follows a stopped task again until it is done, and shows the relay’s own status until then', async () => {
      const { runner, store, turns } = await open({
        looks: [status('pondering'), status('rendering frames'), status('in_progress'), status('completed')],
      });
      await runner.start();
      const { id } = await runner.submit(cat);
      await untilTask(store, ({ unknownState }) => unknownState === 'pondering');
      await runner.stopWaiting(id);
      const looksBefore = turns.looks;
      await runner.lookAgain(id);
      const done = await untilTask(store, ({ state }) => state === 'done');
      ok(turns.looks > looksBefore);
      deepStrictEqual([done.stoppedBy, done.unknownState], [null, null]);
    });

    it('stops waiting when the user says so in any window', async () => {
      const abort = new AbortController();
      const { runner, store, openAnother } = await open({
        looks: [status('in_progress'), () => abort.abort()],
      });
      await runner.start();
      const other = openAnother();
      await other.store.list();
      const { id } = await runner.submit(cat);
      await once(abort.signal, 'abort');
      await other.runner.stopWaiting(id);
      await store.refresh();
      deepStrictEqual([store.get(id)?.state, store.get(id)?.stoppedBy], ['stopped', 'person']);
    });

    it('cancels at the relay if there is a path for it', async () => {
      const { runner, store, server } = await open({});
      const { id } = await runner.submit(cat);
      await runner.cancelAtRelay(id);
      deepStrictEqual(store.get(id)?.state, 'canceled');
      const { method, url } = server.requests.at(-1) ?? {};
      deepStrictEqual([method, url], ['POST', '/v1/videos/task_1/cancel']);
    });

    it('continues a task that the relay refuses to cancel, and reports why', async () => {
      const { runner, store, turns } = await open({
        looks: [status('in_progress'), status('completed')],
        cancel: (call) => reply(call, 409, '{"error":{"message":"Too late to cancel"}}'),
      });
      const { id } = await runner.submit(cat);
      await rejects(runner.cancelAtRelay(id), { name: 'RelayError' });
      deepStrictEqual([store.get(id)?.state, turns.looks], ['queued', 0]);
      await runner.start();
      deepStrictEqual((await untilTask(store, isTaskOver)).state, 'done');
    });

    it('requests another URL if the first has expired', async () => {
      const at = (name: string) => (call: Call, origin: string) =>
        reply(call, 200, status('completed', { url: `${origin}/${name}.mp4` }));
      const [done, { server }] = await runToEnd({
        looks: [at('old'), at('new')],
        content: (call) =>
          call.request.url === '/old.mp4' ? reply(call, 403, '<Error/>') : reply(call, 200, film),
      });
      deepStrictEqual(done.state, 'done');
      const urls = server.requests.map(({ url }) => url).filter((url) => url.endsWith('.mp4'));
      deepStrictEqual(urls, ['/old.mp4', '/new.mp4']);
    });

    it('reports why a result can’t be downloaded', async () => {
      const [failed] = await runToEnd({
        looks: [status('completed')],
        content: (call) => reply(call, 403, '{"error":{"message":"Request has expired"}}'),
      });
      deepStrictEqual([failed.state, failed.failure?.kind], ['fetchFailed', 'expired']);
    });

    it('fetches a film again on request after its download failed', async () => {
      let isBroken = true;
      const [failed, { runner, store, id }] = await runToEnd({
        looks: [status('completed')],
        content: async (call) =>
          isBroken
            ? replyInPieces(
                call,
                [film.subarray(0, 50_000)],
                { 'content-length': String(film.length) },
                'cut',
              )
            : reply(call, 200, film),
      });
      deepStrictEqual([failed.state, failed.failure?.kind], ['fetchFailed', 'interrupted']);
      isBroken = false;
      await runner.fetchAgain(id);
      const done = await untilTask(store, ({ state }) => state === 'done');
      ok(Buffer.from(await store.read(done.results[0]?.file ?? '')).equals(film));
    });

    it('stops a download from any window on request, and continues it later', async () => {
      let isSlow = true;
      const { runner, store, openAnother } = await open({
        looks: [status('completed')],
        content: (call) => {
          if (!isSlow) return reply(call, 200, film);
          call.response.writeHead(200, { 'content-length': String(film.length) });
          call.response.write(film.subarray(0, 50_000));
        },
      });
      await runner.start();
      const { id } = await runner.submit(cat);
      await untilTask(store, ({ progress = 0, state }) => state === 'fetching' && (progress ?? 0) > 0);
      const other = openAnother();
      await other.store.refresh();
      await other.runner.stopDownload(id);
      const stopped = await untilTask(store, isTaskOver);
      deepStrictEqual([stopped.state, stopped.stoppedBy], ['fetchFailed', 'person']);
      // Both come before the downloading window has read either of them.
      await other.runner.fetchAgain(id);
      await other.runner.stopDownload(id);
      isSlow = false;
      await other.runner.fetchAgain(id);
      const done = await untilTask(store, ({ state }) => state === 'done');
      ok(Buffer.from(await store.read(done.results[0]?.file ?? '')).equals(film));
    });

    it('does not ask a different relay about a task if its profile has changed', async () => {
      const { runner, store, relayOf, openAnother, turns } = await open({ looks: [status('completed')] });
      await runner.submit(cat);
      await runner.close();
      let isOther = true;
      const other = openAnother({
        relayOf: async () => ({ ...(await relayOf()), ...(isOther && { origin: 'https://other.example' }) }),
      });
      await other.runner.start();
      const seen = await untilTask(other.store, ({ failure }) => failure?.kind === 'otherRelay');
      deepStrictEqual([seen.state, turns.looks], ['queued', 0]);
      isOther = false;
      other.runner.wake();
      await untilTask(other.store, ({ state }) => state === 'done');
      await store.close();
    });

    it('leaves a task to a window that is connected to its relay', async () => {
      const { runner, store, openAnother } = await open({ looks: [status('completed')] });
      await runner.submit(cat);
      const other = openAnother({ relayOf: async () => undefined });
      await other.runner.start();
      await untilTask(other.store, ({ failure }) => failure?.kind === 'otherRelay');
      await runner.start();
      await untilTask(store, ({ state }) => state === 'done');
    });

    it('does not end a task after another window has taken over its lease', async () => {
      const takeOver = (call: Call) => {
        const lease = readdirSync(folder()).find((name) => name.includes('.lease-')) ?? '';
        const next = lease.replace(/\d+$/, (number) => String(Number(number) + 1));
        writeFileSync(join(folder(), next), '{}');
        // The other window is gone again, too.
        utimesSync(join(folder(), next), 0, 0);
        reply(call, 200, status('completed'));
      };
      const { runner, store, over, turns } = await open({ looks: [takeOver, status('completed')] });
      await runner.start();
      await runner.submit(cat);
      await untilTask(store, ({ state }) => state === 'done');
      await runner.close();
      deepStrictEqual([turns.looks, over.length], [2, 1]);
    });

    it('follows a task in one window at a time, and in another when that one closes', async () => {
      const { runner, store, openAnother } = await open({ looks: [status('in_progress', { progress: 45 })] });
      await runner.start();
      const other = openAnother();
      await other.runner.start();
      const { id } = await runner.submit(cat);
      await untilTask(other.store, ({ progress }) => progress === 0.45);
      const leases = async () => (await readdir(folder())).filter((name) => name.includes('.lease-'));
      strictEqual((await leases()).length, 1);
      await runner.close();
      await other.runner.lookAgain(id);
      await untilTask(other.store, ({ wantedAt = 0, lookedAt = 0 }) => wantedAt > 0 && lookedAt >= wantedAt);
      deepStrictEqual(store.get(id)?.state, 'running');
    });

    it('marks a submission as uncertain if its window is gone, and follows it by an entered ID', async () => {
      const { runner, store } = await open({ looks: [status('completed')] });
      const { profile, request } = cat;
      const id = randomUUID();
      await store.add({
        ...{ id, profile, request, paths: JSON.parse(JSON.stringify(paths)), origin },
        ...{ createdAt: 1, deadlineAt: 1, state: 'submitting', results: [] },
      });
      await runner.start();
      await untilTask(store, ({ state }) => state === 'uncertain');
      await runner.follow(id, 'task_1');
      await untilTask(store, ({ state }) => state === 'done');
    });

    it('completes an interrupted download whose film is already there', async () => {
      const [{ results }, { store, server, id }] = await runToEnd({ looks: [status('completed')] });
      const before = server.requests.length;
      await store.change(id, { state: 'fetching', results: [] });
      const again = await untilTask(store, isTaskOver);
      deepStrictEqual([again.results, server.requests.length], [results, before + 1]);
    });
  });
});
