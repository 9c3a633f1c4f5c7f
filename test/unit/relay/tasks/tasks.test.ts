import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import type { TaskState } from '../../../../src/relay/tasks/taskLayers.ts';
import { type TaskPaths, taskPaths } from '../../../../src/relay/tasks/taskPaths.ts';
import type { TaskStatus } from '../../../../src/relay/tasks/taskReply.ts';
import { apiKey, failsWith, withClient } from '../clientCalls.ts';
import { createBoxes, createPng } from '../images/pictureSamples.ts';
import { type Call, reply, startServer } from '../misbehavingServer.ts';
import { readResult } from './readResult.ts';

const film = createBoxes('isom');

const submit = (origin: string, paths: TaskPaths, body: Readonly<Record<string, unknown>>) =>
  withClient(origin, (client) => client.submitTask({ paths, body }));
const look = (origin: string, paths: TaskPaths = taskPaths.videoGenerations, id = 'task_1') =>
  withClient(origin, (client) => client.queryTask({ paths, id }));
const fetchResult = (origin: string, url: string) => withClient(origin, (client) => readResult(client, url));

const answer = (json: unknown) => (call: Call) =>
  reply(call, 200, typeof json === 'string' ? json : JSON.stringify(json));

const cat = { model: 'veo-3', prompt: 'A cat' };

describe('tasks', () => {
  describe('are submitted', () => {
    it('unchanged, to their path', async () => {
      await using server = await startServer(answer({ id: 'task_1' }));
      deepStrictEqual(await submit(server.origin, taskPaths.videos, { ...cat, seconds: '8' }), {
        id: 'task_1',
        state: 'queued',
      });
      deepStrictEqual(
        server.requests.map(({ method, url, headers, body }) => [
          method,
          url,
          headers.authorization,
          JSON.parse(body),
        ]),
        [['POST', '/v1/videos', `Bearer ${apiKey}`, { ...cat, seconds: '8' }]],
      );
    });

    const replies: Readonly<Record<string, readonly [json: unknown, id: string, state?: TaskState]>> = {
      'a video object': [
        { id: 'task_1', task_id: 'task_1', object: 'video', status: 'in_progress', progress: 0, error: null },
        'task_1',
        'running',
      ],
      'a database number beside the ID': [{ id: 7, task_id: 'task_1' }, 'task_1'],
      'an object as data': [
        { code: 0, message: 'SUCCEED', request_id: 'r', data: { task_id: '8', task_status: 'submitted' } },
        '8',
      ],
      'a number as the ID': [{ code: 'success', data: { id: 12 } }, '12'],
      'a number with more digits than JavaScript numbers have': [
        '{"code":"success","data":{"task_id":1234567890123456789}}',
        '1234567890123456789',
      ],
      'code 22: queued': [{ code: 22, description: 'queued', result: '1700', properties: {} }, '1700'],
      'the name of an operation': [{ name: 'operations/op-1' }, 'operations/op-1', 'running'],
      'a finished operation of a model': [
        { name: 'models/film-1/operations/op-1', done: true, response: {} },
        'models/film-1/operations/op-1',
        'succeeded',
      ],
      'a task that failed at once': [
        { id: 'task_1', status: 'failed', error: { message: 'no' } },
        'task_1',
        'failed',
      ],
    };
    for (const [name, [json, id, state = 'queued']] of Object.entries(replies)) {
      it(`and answered with ${name}`, async () => {
        await using server = await startServer(answer(json));
        deepStrictEqual(await submit(server.origin, taskPaths.videos, cat), { id, state });
      });
    }

    it('and answered with an ID before the connection is lost, which the error keeps', async () => {
      await using server = await startServer(({ response }) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":"task_1",', () => response.destroy());
      });
      const relayMessage = '{"id":"task_1",';
      await rejects(
        submit(server.origin, taskPaths.videos, cat),
        failsWith('interrupted', { relayMessage, systemCode: 'UND_ERR_SOCKET' }),
      );
    });

    const errors: Readonly<Record<string, readonly [unknown, RelayErrorKind, RelayErrorDetails]>> = {
      'a task error': [
        { code: 'invalid_request', message: `no ${apiKey}`, data: null },
        'invalidRequest',
        { code: 'invalid_request', relayMessage: 'no [key]' },
      ],
      'another code': [
        { code: 24, description: '敏感词', result: '1' },
        'server',
        { code: '24', relayMessage: '敏感词' },
      ],
      'no ID': [
        { status: 'queued' },
        'invalidResponse',
        { code: 'queued', relayMessage: '{"status":"queued"}' },
      ],
    };
    for (const [name, [json, kind, details]] of Object.entries(errors)) {
      it(`but do not count as submitted with ${name}`, async () => {
        await using server = await startServer(answer(json));
        await rejects(submit(server.origin, taskPaths.videos, cat), (error: unknown) => {
          ok(error instanceof RelayError);
          const { url: _url, status, code, ...rest } = error.details;
          const { code: expectedCode, ...expected } = details;
          deepStrictEqual([error.kind, status, rest], [kind, 200, expected]);
          if (kind !== 'invalidResponse') deepStrictEqual(code, expectedCode);
          return true;
        });
      });
    }

    const mine = { submit: '/a', query: '/b/{id}' } as const;
    const wrong: readonly (readonly [field: string, paths: object, body: object])[] = [
      ['body.model', taskPaths.videos, { prompt: 'A cat' }],
      ['body.prompt', taskPaths.videoGenerations, { ...cat, prompt: ' ' }],
      ['body.image', taskPaths.klingImageToVideo, cat],
      ['body.seed', mine, { seed: 7n }],
      ['paths.submit', { ...mine, submit: 'a' }, cat],
      ['paths.submit', { ...mine, submit: '//a.example/b' }, cat],
      ['paths.submit', { ...mine, submit: '/a/../b' }, cat],
      ['paths.submit', { ...mine, submit: '/%2e%2E/b' }, cat],
      ['paths.submit', { ...mine, submit: '/a/.%2e?b' }, cat],
      ['paths.submit', { ...mine, submit: '/a#b' }, cat],
      ['paths.query', { ...mine, query: '/b' }, cat],
      ['paths.content', { ...mine, content: '/c' }, cat],
      ['paths.at.id', { ...mine, at: { id: 'id' } }, cat],
      ['paths.at.url', { ...mine, at: { url: '/url' } }, cat],
      ['paths', { ...mine, queryMethod: 'PUT' }, cat],
    ];
    for (const [field, paths, body] of wrong) {
      it(`but not with a wrong ${field}: ${JSON.stringify(paths)}`, async () => {
        await using server = await startServer(answer({ id: 'task_1' }));
        await rejects(
          submit(server.origin, paths as TaskPaths, body as Readonly<Record<string, unknown>>),
          failsWith('invalidRequest', { field }),
        );
        deepStrictEqual(server.requests, []);
      });
    }

    for (const status of [429, 500, 503]) {
      it(`only once, even if the relay returns ${status} and there is a listener for retries`, async () => {
        await using server = await startServer((call) =>
          reply(call, status, '{}', { 'retry-after-ms': '0' }),
        );
        await withClient(server.origin, async (client) => {
          const request = { paths: taskPaths.videos, body: cat };
          await rejects(
            client.submitTask(request, { onRetryWait: ({ retryNow }) => retryNow() }),
            RelayError,
          );
        });
        deepStrictEqual(server.requests.length, 1);
      });
    }
  });

  describe('are looked up', () => {
    const queries: readonly (readonly [TaskPaths, string, string, unknown])[] = [
      [taskPaths.videoGenerations, 'GET', '/v1/video/generations/a%2Fb%3F', ''],
      [
        { submit: '/suno/submit/music', query: '/suno/fetch', queryMethod: 'POST' },
        'POST',
        '/suno/fetch',
        '{"ids":["a/b?"]}',
      ],
      [{ submit: '/x', query: '/y?action=get&task={id}' }, 'GET', '/y?action=get&task=a%2Fb%3F', ''],
    ];
    for (const [paths, method, url, body] of queries) {
      it(`with ${method} ${url}`, async () => {
        await using server = await startServer(answer({ status: 'queued' }));
        deepStrictEqual(await look(server.origin, paths, 'a/b?'), {
          id: 'a/b?',
          state: 'queued',
          results: [],
        });
        deepStrictEqual(
          server.requests.map((sent) => [sent.method, sent.url, sent.body]),
          [[method, url, body]],
        );
      });
    }

    for (const id of ['', ' ', '.', '..', '%2e%2E', '\udc00']) {
      it(`but not by the ID ${JSON.stringify(id)}`, async () => {
        await using server = await startServer(answer({}));
        await rejects(
          look(server.origin, taskPaths.videos, id),
          failsWith('invalidRequest', { field: 'id' }),
        );
        deepStrictEqual(server.requests, []);
      });
    }

    it('by an operation’s name, which is a path, without a status field', async () => {
      const operation = {
        submit: '/v1beta/models/film-1:predictLongRunning',
        query: '/v1beta/{id}',
      } as const;
      const id = 'models/film-1/operations/op-1';
      const sample = { video: { uri: 'https://files.example/1.mp4' } };
      const replies = [
        { name: id },
        { name: id, done: true, response: { generateVideoResponse: { generatedSamples: [sample] } } },
        { name: id, done: true, error: { code: 3, message: 'too scary' } },
      ];
      const seen: unknown[] = [];
      for (const json of replies) {
        await using server = await startServer(answer(json));
        const { state, results, failure } = await look(server.origin, operation, id);
        seen.push([server.requests[0]?.url, state, results, failure]);
      }
      const url = `/v1beta/${id}`;
      deepStrictEqual(seen, [
        [url, 'running', [], undefined],
        [url, 'succeeded', [{ url: sample.video.uri }], undefined],
        [url, 'failed', [], { message: 'too scary', code: '3' }],
      ]);
    });

    const states: Readonly<Record<TaskState, string>> = {
      queued: 'NOT_START SUBMITTED QUEUED queued submitted pending Queued',
      running:
        'IN_PROGRESS UNKNOWN in_progress unknown processing running MODAL in-progress whatever-comes 排队',
      succeeded: 'SUCCESS completed succeeded succeed Completed',
      failed: 'FAILURE failed timeout expired TIMEOUT',
      cancelled: 'CANCEL cancelled canceled CANCELLED',
    };
    for (const [state, words] of Object.entries(states)) {
      it(`as ${state} for ${words}`, async () => {
        for (const word of words.split(' ')) {
          for (const json of [
            { id: 'task_1', status: word },
            { code: 'success', message: '', data: { task_id: 'task_1', status: word } },
            { code: 0, message: 'SUCCEED', data: { task_id: 'task_1', task_status: word } },
          ]) {
            await using server = await startServer(answer(json));
            deepStrictEqual([word, (await look(server.origin)).state], [word, state]);
          }
        }
      });
    }

    it('with progress in any format', async () => {
      const seen: unknown[] = [];
      const sent = ['45%', '45', 45, 0.45, '0.45', 100, 1, 0, '0%', '100%', 250, '', 'half', null, -3, '1e9'];
      for (const progress of sent) {
        await using server = await startServer(answer({ id: 'task_1', status: 'running', progress }));
        seen.push((await look(server.origin)).progress);
      }
      deepStrictEqual(seen, [
        ...[0.45, 0.45, 0.45, 0.45, 0.45, 1, 0.01, 0, 0, 1, 1],
        ...[undefined, undefined, undefined, undefined, undefined],
      ]);
    });

    const url = 'https://cdn.example/a.mp4?sign=1';
    const done = (results: TaskStatus['results'], more: Partial<TaskStatus> = {}) => ({
      id: 'task_1',
      state: 'succeeded',
      progress: 1,
      results,
      ...more,
    });
    const failed = (failure: object, more: Partial<TaskStatus> = {}) => ({
      id: 'task_1',
      state: 'failed',
      results: [],
      failure,
      ...more,
    });
    type Shape = readonly [json: unknown, status: object, paths?: TaskPaths];
    const shapes: Readonly<Record<string, Shape>> = {
      'a record of the relay, with the raw reply of the service inside': [
        {
          code: 'success',
          message: '',
          data: {
            id: 12,
            task_id: 'task_1',
            status: 'SUCCESS',
            fail_reason: '',
            result_url: url,
            submit_time: 1_764_347_090,
            progress: '100%',
            data: { id: 'up_1', status: 'running', content: { video_url: 'https://up.example/b.mp4' } },
          },
        },
        done([{ url }]),
      ],
      'a record whose only URL is the service’s': [
        {
          code: 'success',
          data: {
            task_id: 'task_1',
            status: 'SUCCESS',
            data: { input: { image_url: 'https://a.example/input.png' }, content: { video_url: url } },
          },
        },
        done([{ url }]),
      ],
      'an older record, which has the URL in fail_reason': [
        { code: 'success', data: { task_id: 'task_1', status: 'SUCCESS', fail_reason: url } },
        done([{ url }]),
      ],
      'a video object': [
        {
          id: 'task_1',
          object: 'video',
          status: 'completed',
          progress: 100,
          created_at: 1_764_347_090_922,
          metadata: { url },
          error: null,
        },
        done([{ url }]),
        taskPaths.videos,
      ],
      'a list of videos': [
        {
          code: 0,
          message: 'SUCCEED',
          data: {
            task_id: 'task_1',
            task_status: 'succeed',
            created_at: 1_764_347_090_922,
            task_result: {
              videos: [{ id: '1', url, duration: '5' }, { url: 'https://cdn.example/c.mp4' }, { url }],
            },
          },
        },
        done([{ url }, { url: 'https://cdn.example/c.mp4' }]),
      ],
      'a drawing': [
        {
          id: 'task_1',
          status: 'SUCCESS',
          progress: '100%',
          imageUrl: 'https://cdn.example/d.png',
          failReason: '',
          submitTime: 1_764_347_090_922,
          buttons: [{ customId: 'x' }],
        },
        done([{ url: 'https://cdn.example/d.png' }], {}),
        taskPaths.midjourneyImagine,
      ],
      songs: [
        {
          code: 'success',
          data: {
            task_id: 'task_1',
            status: 'SUCCESS',
            data: [
              {
                id: 'clip',
                status: 'complete',
                audio_url: 'https://a.example/1.mp3',
                image_url: 'https://a.example/1.png',
              },
              { id: 'clip2', status: 'streaming', audio_url: 'https://a.example/2.mp3' },
            ],
          },
        },
        done([
          { url: 'https://a.example/1.mp3' },
          { url: 'https://a.example/1.png' },
          { url: 'https://a.example/2.mp3' },
        ]),
        taskPaths.sunoMusic,
      ],
      'a list of tasks': [
        {
          code: 'success',
          data: [
            { task_id: 'task_0', status: 'SUCCESS' },
            { task_id: 'task_1', status: 'QUEUED' },
          ],
        },
        { id: 'task_1', state: 'queued', results: [] },
        taskPaths.sunoMusic,
      ],
      'a bare list of one': [
        [{ id: 'task_1', status: 'IN_PROGRESS', progress: '7%', imageUrl: 'https://a.example/preview.png' }],
        { id: 'task_1', state: 'running', progress: 0.07, results: [] },
        taskPaths.midjourneyImagine,
      ],
      'an envelope whose status is only that of the query': [
        { status: 'success', data: { status: 'processing' } },
        { id: 'task_1', state: 'running', results: [] },
      ],
      'a task that failed': [
        {
          code: 'success',
          data: {
            task_id: 'task_1',
            status: 'FAILURE',
            fail_reason: `no ${apiKey}\u0007`,
            progress: '100%',
            data: { url: 'https://a.example/x.mp4' },
          },
        },
        failed({ message: 'no [key]' }, { progress: 1 }),
      ],
      'a video object that failed': [
        { id: 'task_1', status: 'failed', error: { message: 'too scary', code: 'content_policy' } },
        failed({ message: 'too scary', code: 'content_policy' }),
      ],
      'a failed task without an ID': [
        { status: 'failed', error: { message: 'too scary' } },
        failed({ message: 'too scary' }),
      ],
      'a failed task with the service’s reason': [
        {
          data: { task_id: 'task_1', task_status: 'failed', task_status_msg: 'risk control', created_at: 0 },
        },
        failed({ message: 'risk control' }),
      ],
      'a task that expired': [{ id: 'task_1', status: 'expired', error: null }, failed({ code: 'expired' })],
      'a task that was canceled': [
        { id: 'task_1', status: 'CANCEL', failReason: 'by you', created_at: '2026-01-02T03:04:05Z' },
        failed({ message: 'by you' }, { state: 'cancelled' }),
      ],
      'invalid URLs': [
        {
          id: 'task_1',
          status: 'completed',
          url: 'javascript:alert(1)',
          video_url: 7,
          output: ['file:///a', '//b'],
        },
        { ...done([]), replyKeys: ['id', 'status', 'url', 'video_url', 'output.0'] },
      ],
      'a video in the reply': [
        { id: 'task_1', status: 'completed', metadata: { url: 'data:video/mp4;base64,AAAA' } },
        done([{ url: 'data:video/mp4;base64,AAAA' }]),
      ],
    };
    for (const [name, [json, status, paths]] of Object.entries(shapes)) {
      it(`from ${name}`, async () => {
        await using server = await startServer(answer(json));
        deepStrictEqual(await look(server.origin, paths), status);
      });
    }

    it('with relative URLs resolved, and the content path if there is no URL', async () => {
      await using server = await startServer((call) => {
        const isFirst = call.request.url.endsWith('task_1');
        reply(call, 200, JSON.stringify({ status: 'completed', ...(isFirst && { url: '/files/a.mp4' }) }), {
          'x-oneapi-request-id': 'r1',
        });
      });
      const base = `${server.origin}/sub`;
      deepStrictEqual(
        [await look(base, taskPaths.videos), await look(base, taskPaths.videos, 'task 2')],
        [
          done([{ url: `${server.origin}/files/a.mp4` }], { requestId: 'r1' }),
          { ...done([{ url: `${base}/v1/videos/task%202/content` }], { requestId: 'r1' }), id: 'task 2' },
        ],
      );
    });

    const errors: Record<
      string,
      readonly [json: unknown, kind: RelayErrorKind, details?: RelayErrorDetails]
    > = {
      'an unknown task under 200': [
        { code: 'task_not_exist', message: 'task_not_exist', data: null },
        'invalidRequest',
        { code: 'task_not_exist', relayMessage: 'task_not_exist' },
      ],
      'an empty list': [{ code: 'success', data: [] }, 'invalidRequest', { field: 'id' }],
      'an empty bare list': [[], 'invalidRequest', { field: 'id' }],
      'a failed query': [{ status: 'failure', message: 'no' }, 'server', { relayMessage: 'no' }],
      'a missing state': [{ id: 'task_1' }, 'invalidResponse'],
    };
    for (const [name, [json, kind, details]] of Object.entries(errors)) {
      it(`and ${name} is an error`, async () => {
        await using server = await startServer(answer(json));
        await rejects(look(server.origin), failsWith(kind, { status: 200, ...details }));
      });
    }
  });

  describe('have results', () => {
    it('that are fetched with the API key only from the relay, even after a redirect', async () => {
      await using storage = await startServer((call) => reply(call, 200, film));
      const location = `${storage.origin}/b.mp4?sign=1`;
      await using relay = await startServer((call) => reply(call, 302, '', { location }));
      deepStrictEqual(await fetchResult(relay.origin, `${relay.origin}/v1/videos/1/content`), film);
      const keys = [relay, storage].map(({ requests }) =>
        requests.map(({ headers }) => headers.authorization),
      );
      deepStrictEqual(keys, [[`Bearer ${apiKey}`], [undefined]]);
    });

    it('that may be data URLs', async () => {
      await using server = await startServer(answer(''));
      const { origin, requests } = server;
      const png = createPng();
      const url = (bytes: Buffer) => `data:video/mp4;base64,${bytes.toString('base64')}`;
      deepStrictEqual([await fetchResult(origin, url(png)), requests], [png, []]);
      for (const other of [url(Buffer.from('<svg/>')), 'data:video/mp4,?'])
        await rejects(fetchResult(origin, other), { kind: 'invalidResponse', details: {} });
    });

    const files: Record<string, readonly [number, string | Buffer, RelayErrorKind, RelayErrorDetails]> = {
      'an HTML page': [200, '<html><title>Expired</title></html>', 'invalidResponse', {}],
      'the error of an unfinished task': [
        400,
        '{"error":{"message":"Task is not completed yet","code":""}}',
        'invalidRequest',
        { relayMessage: 'Task is not completed yet' },
      ],
      'an error under 200': [
        200,
        '{"error":{"message":"quota","code":"insufficient_user_quota"}}',
        'insufficientBalance',
        { relayMessage: 'quota', code: 'insufficient_user_quota' },
      ],
      empty: [200, '', 'invalidResponse', {}],
    };
    for (const [name, [status, body, kind, details]] of Object.entries(files)) {
      it(`that are not ${name}`, async () => {
        await using server = await startServer((call) =>
          reply(call, status, body, { 'content-type': 'video/mp4' }),
        );
        await rejects(
          fetchResult(server.origin, `${server.origin}/a`),
          failsWith(kind, { status, ...details }),
        );
      });
    }

    it('that are not larger than the size limit', async () => {
      await using server = await startServer(async ({ response, closed }) => {
        response.writeHead(200, { 'content-length': 2 * 1024 ** 3 + 1 });
        response.write(film);
        await closed;
      });
      await rejects(
        fetchResult(server.origin, `${server.origin}/large.mp4`),
        failsWith('invalidResponse', { status: 200, limitBytes: 2 * 1024 ** 3 }),
      );
    });
  });
});
