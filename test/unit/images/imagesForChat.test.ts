import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import { ImageStore } from '../../../src/images/imageStore.ts';
import { createImagesForChat } from '../../../src/images/imagesForChat.ts';
import type { SourceView } from '../../../src/protocol/imagesProtocol.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { RelayError } from '../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import type { RelayModel } from '../../../src/relay/models/relayModel.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';
import { useFolder } from '../testFolder.ts';
import { languages } from '../translations.ts';
import { askedModel } from './testRuns.ts';

const t = languages.english;
const imagen = 'imagen-4.0-generate-001';
async function collect<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of events) all.push(event);
  return all;
}
const predictPath = `/v1beta/models/${imagen}:predict`;

describe('images for the chat', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  let models: readonly RelayModel[];
  let store: ImageStore;
  let images: ReturnType<typeof createImagesForChat>;
  let done: [what: string, file: string][];

  useRelayClient((...started) => {
    [client, relay] = started;
  });
  before(async () => {
    ({ models } = await client.listModels());
  });
  afterEach(async () => {
    relay.withNothing();
    await store.close();
  });
  const folder = useFolder();
  beforeEach(async () => {
    store = new ImageStore(join(folder(), 'images'), silentLogger);
    done = [];
    images = createImagesForChat({
      store,
      saver: {
        save: async ({ file }) => void done.push(['save', file]),
        insert: async ({ file }) => void done.push(['insert', file]),
      },
      openWith: ({ file, imageId }: SourceView) => void done.push([`source ${imageId !== undefined}`, file]),
      findModel: async (model = imagen) => askedModel(client, model, models),
      prepareSource: async (source) =>
        source.name.startsWith('home') ? { refusal: `${source.name} tells where it was taken` } : source,
      t,
    });
  });

  /** The events for a message, without the bytes. */
  async function draw(prompt: string, sources: readonly string[] = [], model?: string) {
    const prepared = await images.prepare(model);
    const call = { signal: new AbortController().signal };
    const bytes = sources.map((name) => ({ name: `${name}.png`, bytes: drawPng(name) }));
    const events = await collect(prepared.draw({ prompt, sources: bytes }, call));
    return events.map((event) => {
      if (event.type === 'image') return `image ${event.mediaType}`;
      if (event.type === 'start') return `start ${event.requestId !== undefined}`;
      return event.type === 'withheld' ? `withheld ${event.reason ?? ''}` : event.type;
    });
  }

  it('are generated from the message by the selected image model, with a receipt', async () => {
    deepStrictEqual(await draw('a red boat'), ['start true', 'image image/png', 'finish']);
    const { path, bodyText = '' } = relay.requests.at(-1) ?? {};
    deepStrictEqual(
      [path, JSON.parse(bodyText)],
      [predictPath, { instances: [{ prompt: 'a red boat' }], parameters: { sampleCount: 1 } }],
    );
  });

  it('are edited if images are attached, by the given model', async () => {
    deepStrictEqual(await draw('add a hat', ['one', 'two'], 'oa-image-1'), [
      'start true',
      'image image/png',
      'finish',
    ]);
    const { path, bodyText = '' } = relay.requests.at(-1) ?? {};
    deepStrictEqual(path, '/v1/images/edits');
    deepStrictEqual(
      [...bodyText.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name),
      ['one.png', 'two.png'],
    );
  });

  it('are not requested with a photo that must not be sent', async () => {
    const before = relay.requests.length;
    deepStrictEqual(await draw('add a hat', ['home']), ['text', 'finish']);
    deepStrictEqual(relay.requests.length, before);
  });

  it('are reported as withheld with the relay’s reason', async () => {
    relay.with('predict-filtered');
    deepStrictEqual(await draw('a cat'), [
      'withheld The picture was filtered because it might be against the rules.',
      'finish',
    ]);
  });

  it('end with the signal, which aborts the request', async () => {
    relay.failNext(predictPath, { kind: 'stallBeforeHeaders' });
    const { draw: order } = await images.prepare();
    const abort = new AbortController();
    const events = collect(order({ prompt: 'a slow cat', sources: [] }, { signal: abort.signal }));
    const record = await relay.waitForRequest(({ bodyText }) => bodyText.includes('a slow cat'));
    abort.abort();
    await rejects(events, (error: RelayError) => error.kind === 'cancelled');
    await relay.waitForClose(record);
  });

  describe('in the gallery', () => {
    const drawn = async (seed: string, sources: readonly string[] = []) => {
      const pictures = createPictureStore(join(folder(), 'pictures'));
      const picture = await pictures.keep(drawPng(seed));
      ok(picture);
      const path = pictures.pathOf(picture);
      return {
        file: picture.file,
        image: { path, prompt: seed, model: 'gx', createdAt: 1, seconds: 2, sources },
      };
    };

    it('share one file with the chat, and either link can be removed without the other', async () => {
      const { file, image } = await drawn('boat');
      const { id, prompt, model } = await images.add(image);
      deepStrictEqual([prompt, model], ['boat', 'gx']);
      const [own, others] = await Promise.all([stat(store.pathOf(file)), stat(image.path)]);
      deepStrictEqual([own.ino, own.nlink], [others.ino, 2]);
      await store.delete([id]);
      await rm(store.pathOf(file));
      deepStrictEqual(await readFile(image.path), drawPng('boat'));
      const other = await drawn('ship');
      await images.add(other.image);
      await rm(other.image.path);
      deepStrictEqual(await readFile(store.pathOf(other.file)), drawPng('ship'));
    });

    it('replace an incomplete file', async () => {
      const { file, image } = await drawn('boat');
      await store.list();
      await writeFile(store.pathOf(file), 'torn');
      await images.add(image);
      deepStrictEqual(await store.read(file), drawPng('boat'));
    });

    it('are versions of the attached images', async () => {
      const first = await drawn('boat');
      const { id } = await images.add(first.image);
      const second = await drawn('boat with a sail', [first.file]);
      deepStrictEqual((await images.add(second.image)).parentIds, [id]);
    });

    it('can be used as a source, saved and inserted, and are added first if they are not there', async () => {
      const { file, image } = await drawn('boat');
      for (const action of ['useAsSource', 'save', 'insert'] as const) await images.act(action, image);
      deepStrictEqual(done, [
        ['source true', file],
        ['save', file],
        ['insert', file],
      ]);
      deepStrictEqual((await store.list()).length, 1);
    });
  });
});
