import { deepStrictEqual } from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import { createTaskBody, type TaskPaths, taskPaths } from '../../../../src/relay/tasks/taskPaths.ts';
import { createBoxes } from '../images/pictureSamples.ts';
import { readResult } from './readResult.ts';

const url = 'https://files.example/film.mp4';

/** A third-party server with the tasks of four services: it shows that the paths named after them fit. */
describe('tasks on a third-party server', () => {
  const file = createBoxes('isom');
  const server = new LLMock({ port: 0 });
  let client: RelayClient;

  before(async () => {
    const completed = { id: 'video_1', status: 'completed', url, b64: file.toString('base64') } as const;
    server.onVideo('a cat', { video: completed });
    server.onVideo('a crime', { video: { id: 'video_2', status: 'failed', error: 'too scary' } });
    server.addFixture({
      match: { userMessage: 'a dog', endpoint: 'video' },
      response: { json: { id: 'cgt-1', status: 'succeeded', content: { video_url: url } } },
    });
    server.addFixture({
      match: { userMessage: 'a bird', endpoint: 'video' },
      response: { json: { id: 'cgt-2', status: 'cancelled' } },
    });
    await server.start();
    client = createRelayClient({ baseUrl: server.url, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
  });
  after(async () => {
    await client.close();
    await server.stop();
  });

  async function runTask(paths: TaskPaths, model: string, prompt: string) {
    const body = createTaskBody(paths, { model, prompt, seconds: 8 });
    const { id } = await client.submitTask({ paths, body, model });
    let task = await client.queryTask({ paths, id });
    while (task.state === 'queued' || task.state === 'running') task = await client.queryTask({ paths, id });
    const { state, results, failure } = task;
    return { state, urls: results.map((result) => result.url), ...(failure && { failure }) };
  }

  const ends: readonly (readonly [keyof typeof taskPaths, model: string, prompt: string, end: object])[] = [
    ['videos', 'sora-2', 'a cat', { state: 'succeeded', urls: [url] }],
    ['seedance', 'seedance-1', 'a dog', { state: 'succeeded', urls: [url] }],
    ['seedance', 'seedance-1', 'a bird', { state: 'cancelled', urls: [], failure: {} }],
    ['veo', 'veo-3', 'a cat', { state: 'succeeded', urls: [url] }],
    ['veo', 'veo-3', 'a crime', { state: 'failed', urls: [], failure: { message: 'too scary', code: '3' } }],
    ['grok', 'grok-imagine', 'a cat', { state: 'succeeded', urls: [url] }],
    [
      'openRouter',
      'google/veo-3',
      'a crime',
      { state: 'failed', urls: [], failure: { message: 'too scary' } },
    ],
  ];
  for (const [name, model, prompt, end] of ends)
    it(`run to the end for ${prompt} at ${name}`, async () => {
      deepStrictEqual(await runTask(taskPaths[name], model, prompt), end);
    });

  it('are downloaded from the server itself', async () => {
    const paths = taskPaths.openRouter;
    const { urls } = await runTask(paths, 'google/veo-3', 'a cat');
    deepStrictEqual(await readResult(client, urls[0] ?? ''), file);
  });
});
