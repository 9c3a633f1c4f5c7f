import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { isMediaCutShort } from '../../../../src/relay/media/mediaType.ts';
import { taskPaths } from '../../../../src/relay/tasks/taskPaths.ts';
import { openError } from '../clientCalls.ts';
import { createBoxes, createPng } from '../images/pictureSamples.ts';
import { createMp3 } from '../speech/soundSamples.ts';
import { readResult } from '../tasks/readResult.ts';
import { chatColumns } from './chatColumns.ts';
import { type Column, createWhole, type Failure, thrown } from './column.ts';

const json = 'application/json';

/** What nearly all columns have in common. */
const plain = { failed: thrown, broken: thrown } as const;

const messagesModel = {
  id: 'msg-opus-4-7',
  ownedBy: 'relay',
  kind: 'chat',
  protocols: ['messages', 'chatCompletions'],
};
const betaModel = {
  id: 'gx-2.5-flash',
  displayName: 'GX Flash',
  kind: 'chat',
  protocols: ['generateContent'],
  inputTokenLimit: 1000,
  outputTokenLimit: 100,
};

const goodList = {
  object: 'list',
  data: [
    {
      id: 'msg-opus-4-7',
      object: 'model',
      created: 1,
      owned_by: 'relay',
      supported_endpoint_types: ['anthropic', 'openai'],
    },
  ],
};
const goodBetaList = {
  models: [
    {
      name: 'models/gx-2.5-flash',
      displayName: 'GX Flash',
      supportedGenerationMethods: ['generateContent'],
      inputTokenLimit: 1000,
      outputTokenLimit: 100,
    },
  ],
};

function isBeta(url: string): boolean {
  return url.includes('/v1beta/');
}

const lists = {
  family: 'lists',
  requests: 2,
  ask: async (client, call) => {
    const { models, incomplete } = await client.listModels(call);
    return { models, incomplete: incomplete.map(({ path, error }) => [path, openError(error)]) };
  },
  good: (url) => createWhole(json, isBeta(url) ? goodBetaList : goodList),
  result: () => ({ models: [betaModel, messagesModel], incomplete: [] }),
} satisfies Partial<Column>;

/** One list misbehaves, the other one is read. */
function listColumn(path: '/v1/models' | '/v1beta/models', models: readonly object[]): Column {
  const failed = (failure: Failure) => ({ models, incomplete: [[path, failure]] });
  return {
    ...lists,
    name: `listModels, only ${path}`,
    misbehavesAt: (url) => isBeta(url) === isBeta(path),
    failed,
    broken: failed,
    empty: { models, incomplete: [] },
  };
}

const listColumns: readonly Column[] = [
  {
    ...lists,
    name: 'listModels, both lists',
    failed: thrown,
    broken: thrown,
    empty: { models: [], incomplete: [] },
  },
  listColumn('/v1/models', [betaModel]),
  listColumn('/v1beta/models', [messagesModel]),
  {
    ...listColumn('/v1beta/models', []),
    name: 'listModels, only /v1beta/models, while the other one is empty',
    good: (url) => createWhole(json, isBeta(url) ? goodBetaList : { object: 'list', data: [] }),
    result: () => ({ models: [betaModel], incomplete: [] }),
  },
];

let encoded: Promise<Buffer> | undefined;

/** Encoded once, since that takes longer than everything else here. */
function readMp3(): Promise<Buffer> {
  encoded ??= createMp3();
  return encoded;
}

const speechColumn: Column = {
  ...plain,
  name: 'speak',
  family: 'speech',
  ask: async (client, call) => {
    const audio = await client.speak({ model: 'seed-tts-2.0', input: 'Hello.', voice: 'voice-1' }, call);
    return { ...audio, bytes: Buffer.from(audio.bytes) };
  },
  good: async () => createWhole('audio/mpeg', await readMp3()),
  // The duration of all frames.
  result: async () => ({ bytes: await readMp3(), format: 'mp3', seconds: 1.0560000000000005 }),
};

const png = createPng();
const base64Png = png.toString('base64');

function imageColumn(
  name: string,
  body: object,
  ask: (...called: Parameters<Column['ask']>) => Promise<unknown>,
): Column {
  return {
    ...plain,
    name,
    family: 'images',
    ask,
    good: () => createWhole(json, body),
    result: () => ({ images: [{ bytes: png, mediaType: 'image/png' }], withheld: [] }),
    empty: { images: [], withheld: [{}] },
  };
}

const predictions = { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: base64Png }] };
const edited = { created: 1, data: [{ b64_json: base64Png }] };
const source = { prompt: 'A hat', images: [{ bytes: createPng(7) }] };

async function openImages<Result extends { readonly images: readonly { readonly bytes: Uint8Array }[] }>(
  asked: Promise<Result>,
): Promise<unknown> {
  const result = await asked;
  return { ...result, images: result.images.map((image) => ({ ...image, bytes: Buffer.from(image.bytes) })) };
}

const imageColumns: readonly Column[] = [
  imageColumn('createImages', predictions, (client, call) =>
    openImages(client.createImages({ model: 'imagen-4', prompt: 'A cat' }, call)),
  ),
  imageColumn('editImages, as a form', edited, (client, call) =>
    openImages(client.editImages({ model: 'gpt-image-1', ...source }, call)),
  ),
  imageColumn('editImages, as JSON', edited, (client, call) =>
    openImages(client.editImages({ model: 'seedream-4', ...source }, call)),
  ),
];

function taskColumn(name: string, body: object, result: object, ask: Column['ask']): Column {
  return { ...plain, name, family: 'tasks', ask, good: () => createWhole(json, body), result: () => result };
}

/** Removes the partial reply that the client's own errors of a submission keep; `tasks.test.ts` checks that. */
function withoutReply([kind, details]: Failure): Failure {
  const { relayMessage, ...others } = details;
  return ['invalidResponse', 'interrupted', 'timeout'].includes(kind) ? [kind, others] : [kind, details];
}

const submitColumn: Column = {
  ...taskColumn(
    'submitTask',
    { id: 'task_1', task_id: 'task_1', object: 'video', model: 'film-1', status: 'queued', progress: 0 },
    { id: 'task_1', state: 'queued' },
    (client, call) =>
      client.submitTask(
        { paths: taskPaths.videoGenerations, body: { model: 'film-1', prompt: 'A cat' } },
        call,
      ),
  ),
  failed: (failure) => plain.failed(withoutReply(failure)),
  broken: (failure) => plain.broken(withoutReply(failure)),
};

const taskColumns: readonly Column[] = [
  {
    ...submitColumn,
    ask: (...asked) =>
      submitColumn.ask(...asked).catch((error: unknown) => {
        throw error instanceof RelayError
          ? new RelayError(...withoutReply([error.kind, error.details]))
          : error;
      }),
  },
  taskColumn(
    'queryTask, video',
    {
      code: 'success',
      message: '',
      data: {
        task_id: 'task_1',
        action: 'generate',
        status: 'SUCCESS',
        fail_reason: '',
        submit_time: 1_764_347_090,
        progress: '100%',
        result_url: 'https://files.example/1.mp4',
      },
    },
    {
      id: 'task_1',
      state: 'succeeded',
      progress: 1,
      results: [{ url: 'https://files.example/1.mp4' }],
    },
    (client, call) => client.queryTask({ paths: taskPaths.videoGenerations, id: 'task_1' }, call),
  ),
  taskColumn(
    'queryTask, drawing',
    { id: '17', action: 'IMAGINE', status: 'IN_PROGRESS', progress: '45%', imageUrl: '', failReason: '' },
    { id: '17', state: 'running', progress: 0.45, results: [] },
    (client, call) => client.queryTask({ paths: taskPaths.midjourneyImagine, id: '17' }, call),
  ),
];

const film = createBoxes('isom', 'mp42');

const fileColumn: Column = {
  ...plain,
  name: 'openTaskResult',
  family: 'files',
  ask: async (client, call, origin) => {
    const bytes = await readResult(client, `${origin}/files/1.mp4`, call);
    // A file that ends as if it were complete: the download detects that on disk.
    if (isMediaCutShort(bytes, 'video/mp4'))
      throw new RelayError('interrupted', { status: 200, url: origin });
    return bytes;
  },
  good: () => createWhole('video/mp4', film),
  result: () => film,
};

/** Every call that the client makes to a relay. */
export const columns: readonly Column[] = [
  ...listColumns,
  ...chatColumns,
  speechColumn,
  ...imageColumns,
  ...taskColumns,
  fileColumn,
];
