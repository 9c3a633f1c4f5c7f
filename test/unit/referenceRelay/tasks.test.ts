import { deepStrictEqual } from 'node:assert/strict';
import type { RelayClient } from '../../../src/relay/client.ts';
import { taskPaths } from '../../../src/relay/tasks/taskPaths.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';
import { callRelay, readReply, refused } from './callRelay.ts';

const json = 'application/json; charset=utf-8';
const filmOf = (prompt: string) => ({ model: 'oa-video-1', prompt });

describe('reference relay: tasks', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  useRelayClient((...started) => {
    [client, relay] = started;
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

  for (const paths of [taskPaths.videos, taskPaths.videoGenerations]) {
    it(`is queued, runs, and has finished at the third query: ${paths.submit}`, async () => {
      const { id } = await client.submitTask({ paths, body: filmOf('A cat') });
      const seen: unknown[] = [];
      for (const _ of [1, 2, 3]) {
        const { state, progress } = await client.queryTask({ paths, id });
        seen.push([state, progress]);
      }
      deepStrictEqual(seen, [
        ['queued', 0],
        ['running', 0.45],
        ['succeeded', 1],
      ]);
    });
  }

  it('has no content before the task has finished', async () => {
    const { id } = await client.submitTask({ paths: taskPaths.videos, body: filmOf('A cat') });
    deepStrictEqual(await call(`/v1/videos/${id}/content`), refused('Task is not completed yet'));
  });
});
