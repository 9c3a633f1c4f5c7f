import { deepStrictEqual } from 'node:assert/strict';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { detectMediaType } from '../../../src/relay/media/mediaType.ts';
import { type TaskPaths, taskPaths } from '../../../src/relay/tasks/taskPaths.ts';
import type { TaskStatus } from '../../../src/relay/tasks/taskReply.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { readResult } from '../relay/tasks/readResult.ts';
import { untilOver } from '../relay/tasks/untilOver.ts';
import { callRelay, readReply } from './callRelay.ts';

const json = 'application/json; charset=utf-8';
const filmOf = (prompt: string) => ({ model: 'oa-video-1', prompt });

describe('reference relay: tasks', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
  });
  after(async () => {
    await client.close();
    await relay.close();
  });

  const call = async (path: string, body?: unknown) => readReply(await callRelay(relay, path, { body }));

  const unknownTask = {
    status: 400,
    type: json,
    body: { code: 'task_not_exist', message: 'task_not_exist', data: null },
  };

  const refusals: readonly (readonly [string, object, number])[] = [
    ['a missing prompt', { model: 'oa-video-1' }, 400],
    ['an unknown field', { ...filmOf('x'), colour: 'red' }, 400],
    ['a missing model', { prompt: 'x' }, 400],
    ['an image model', { ...filmOf('x'), model: 'oa-image-1' }, 404],
  ];
  for (const [name, body, status] of refusals) {
    it(`refuses ${name}`, async () => {
      deepStrictEqual((await call('/v1/videos', body)).status, status);
    });
  }

  it('knows only its own tasks, at the path and with the key that submitted them', async () => {
    const { id } = await client.submitTask({ paths: taskPaths.videos, body: filmOf('A cat') });
    const withAnotherKey = await callRelay(relay, `/v1/videos/${id}`, {
      authorization: `Bearer ${relay.keys.restricted}`,
    });
    deepStrictEqual(
      [
        await call('/v1/videos/task_1'),
        await call(`/v1/video/generations/${id}`),
        await call('/v1/videos/task_1/content'),
        await readReply(withAnotherKey),
      ],
      [unknownTask, unknownTask, unknownTask, unknownTask],
    );
  });

  it('has no content before the task has finished', async () => {
    const { id } = await client.submitTask({ paths: taskPaths.videos, body: filmOf('A cat') });
    const { status, body } = await call(`/v1/videos/${id}/content`);
    deepStrictEqual(
      [status, body],
      [
        400,
        {
          error: {
            message: 'Task is not completed yet (request id: <id>)',
            type: 'invalid_request_error',
            code: 'invalid_request',
          },
        },
      ],
    );
  });

  const over: readonly (readonly [prompt: string, Partial<TaskStatus>, ...rest: unknown[]])[] = [
    ['A cat', { state: 'succeeded', progress: 1 }],
    ['A cat, elsewhere', { state: 'succeeded', progress: 1 }],
    ['fail, please', { state: 'failed', progress: 1 }],
    ['cancel it', { state: 'cancelled', progress: 0.45, failure: {} }],
  ];
  const reason = 'The film was held back because it might be against the rules.';
  for (const [name, paths, failure] of [
    ['videos', taskPaths.videos, { message: reason, code: 'content_policy' }],
    ['videoGenerations', taskPaths.videoGenerations, { message: reason }],
  ] as const satisfies readonly (readonly [string, TaskPaths, object])[]) {
    for (const [prompt, end] of over) {
      it(`runs "${prompt}" with the client to its end at ${name}`, async () => {
        const seen: unknown[] = [];
        const { id, state } = await client.submitTask({ paths, body: filmOf(prompt) });
        const task = await untilOver(client, { paths, id }, (status) =>
          seen.push([status.state, status.progress]),
        );
        const { results, requestId: _id, ...rest } = task;
        deepStrictEqual(
          [state, seen, results.length, rest],
          [
            'queued',
            [
              ['queued', 0],
              ['running', 0.45],
              [end.state, end.progress],
            ],
            end.state === 'succeeded' ? 1 : 0,
            { id, ...(end.state === 'failed' && { failure }), ...end },
          ],
        );
        for (const { url } of results) {
          deepStrictEqual(detectMediaType(await readResult(client, url)), 'video/webm');
        }
      });
    }
  }
});
