import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { describeModel, type SourceBytes } from '../../../src/images/imageEndpoints.ts';
import type { ImageRuns } from '../../../src/images/imageRuns.ts';
import { ImageStore } from '../../../src/images/imageStore.ts';
import { NotReadyError } from '../../../src/messages/ownErrors.ts';
import type { RunRequest, RunView, SourceView } from '../../../src/protocol/imagesProtocol.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import type { RelayModel } from '../../../src/relay/models/relayModel.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';
import { useFolder } from '../testFolder.ts';
import { languages } from '../translations.ts';
import { askedModel, createRuns } from './testRuns.ts';

const t = languages.english;
const imagen = 'imagen-4.0-generate-001';
const predictPath = `/v1beta/models/${imagen}:predict`;
const ask = (prompt: string, change: Partial<RunRequest> = {}): RunRequest => ({
  prompt,
  parameters: {},
  sources: [],
  ...change,
});

describe('an image run', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  let models: readonly RelayModel[];
  let store: ImageStore;
  let runs: ImageRuns;
  /** Opens the runs as another window does, from what this one saved. */
  let openRuns: () => ImageRuns;
  let kept: RunView[];
  let model: string | undefined;
  let endpoint: 'predict' | 'generations' | undefined;
  let prepareSource: (source: SourceBytes, isForChat: boolean) => SourceBytes | { readonly refusal: string };
  let onChange: (view: RunView | undefined) => void;

  useRelayClient((...started) => {
    [client, relay] = started;
  });
  before(async () => {
    const listed = (await client.listModels()).models;
    // The reference relay lists no image model for chat; this one draws when the prompt asks for a picture.
    models = listed.map((each) => (each.id === 'gx-2.5-flash' ? { ...each, kind: 'image' } : each));
  });
  afterEach(async () => {
    relay.withNothing();
    await runs.close();
    await store.close();
  });
  const folder = useFolder();
  beforeEach(async () => {
    store = new ImageStore(folder(), silentLogger);
    model = imagen;
    endpoint = undefined;
    onChange = () => {};
    prepareSource = (source) => source;
    kept = [];
    openRuns = () =>
      createRuns(
        t,
        {
          store,
          memory: {
            get: () => kept,
            update: async (_, views) => {
              kept = JSON.parse(JSON.stringify(views));
            },
          },
          prepareSource: async (source, isForChat) => prepareSource(source, isForChat),
          findModel: async () => {
            if (model === undefined) throw new NotReadyError('model');
            const asked = askedModel(client, model, models);
            return { ...asked, protocol: asked.listed?.protocols[0], endpoint };
          },
        },
        (_, view) => onChange(view),
      );
    runs = openRuns();
  });

  /** Starts a run and waits until it is over; `onView` gets its changes before. */
  function run(request: RunRequest, onView: (view: RunView) => void = () => {}): Promise<RunView> {
    return new Promise((resolve) => {
      onChange = (view) => {
        if (view) onView(view);
        if (view && view.state !== 'running') resolve(view);
      };
      runs.start(request);
    });
  }

  /** Cancels a run as soon as it has an image. */
  const cancelWithImage = ({ id, imageIds, state }: RunView) => {
    if (imageIds.length === 1 && state === 'running') runs.cancel(id);
  };

  /** Puts a file where the store has its folder(), so that nothing can be saved. */
  async function breakDisk(): Promise<void> {
    await store.list();
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'no folder');
  }
  async function repairDisk(): Promise<void> {
    await rm(folder());
    await mkdir(folder());
  }

  const lastRequest = () => relay.requests.at(-1);
  async function keep(seed: string, change: Partial<SourceView> = {}): Promise<SourceView> {
    const stored = await store.keepFile(drawPng(seed));
    ok(stored);
    const { file, bytes, width, height } = stored;
    return { file, bytes, width, height, name: `${seed}.png`, ...change };
  }

  it('sends the chosen parameters to predict, and stores the images', async () => {
    const parameters = { count: 2, aspectRatio: '16:9', size: '2K', further: { seed: 7 } };
    const view = await run(ask('Two cats', { parameters }));
    const { path, bodyText } = lastRequest() ?? {};
    deepStrictEqual(
      [path, JSON.parse(bodyText ?? '')],
      [
        predictPath,
        {
          instances: [{ prompt: 'Two cats' }],
          parameters: { sampleCount: 2, aspectRatio: '16:9', imageSize: '2K', seed: 7 },
        },
      ],
    );
    deepStrictEqual([view.state, view.model, view.imageIds.length, view.withheld], ['done', imagen, 2, []]);
    const images = await store.list();
    deepStrictEqual(images.map(({ id }) => id).toSorted(), [...view.imageIds].toSorted());
    deepStrictEqual(
      images.map((image) => [image.prompt, image.model, image.parameters, image.width, image.parentIds]),
      images.map(() => ['Two cats', imagen, parameters, 2816, []]),
    );
    ok(images.every(({ seconds, requestId }) => seconds > 0 && requestId));
  });

  it('rejects additional parameters that override those of the form, also for a chat', async () => {
    model = 'gx-2.5-flash';
    const before = relay.requests.length;
    const { state, failure } = await run(ask('A cat', { parameters: { further: { model: 'dearest' } } }));
    deepStrictEqual(
      [state, failure?.title, failure?.advice],
      [
        'failed',
        'The request was not sent because “parameters.model” is invalid.',
        ['Remove this field from the additional parameters. It is set by an option above, or can’t be sent.'],
      ],
    );
    deepStrictEqual(relay.requests.length, before);
  });

  it('reports filtered images, with the relay’s reason', async () => {
    const view = await run(ask('One filtered cat', { parameters: { count: 2 } }));
    deepStrictEqual(
      [view.state, view.imageIds.length, view.withheld],
      ['done', 1, [{ reason: 'The picture was filtered because it might be against the rules.' }]],
    );
    const none = await run(ask('All filtered cats', { parameters: { count: 2 } }));
    deepStrictEqual([none.state, none.imageIds, none.withheld], ['done', [], [{}, {}]]);
  });

  it('edits sources in their order, with a mask, and records the parent of the result', async () => {
    model = 'oa-image-1';
    const mask = drawPng('mask');
    const sources = [
      await keep('first', { imageId: 'parent', mask: mask.toString('base64') }),
      await keep('second'),
    ];
    const view = await run(ask('Add a hat', { sources, parameters: { size: '1024x1024' } }));
    deepStrictEqual(view.state, 'done');
    const { path, bodyText, headers } = lastRequest() ?? {};
    deepStrictEqual(path, '/v1/images/edits');
    match(String(headers?.['content-type']), /^multipart\/form-data/);
    const names = [...(bodyText ?? '').matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?/g)].map(
      ([, name, file]) => (file ? `${name} ${file}` : name),
    );
    deepStrictEqual(names, [
      'model',
      'prompt',
      'size',
      'image[] first.png',
      'image[] second.png',
      'mask mask.png',
    ]);
    const [image] = await store.list();
    deepStrictEqual(image?.parentIds, ['parent']);
  });

  it('sends sources as prepared, or fails with the reason why one may not be sent', async () => {
    model = 'seedream-4-0-250828';
    const sources = [await keep('first')];
    const stripped = drawPng('stripped');
    prepareSource = ({ name }) => ({ bytes: stripped, name });
    deepStrictEqual((await run(ask('A hat', { sources }))).state, 'done');
    const { bodyText = '' } = relay.requests.findLast(({ path }) => path === '/v1/images/edits') ?? {};
    deepStrictEqual(JSON.parse(bodyText).image, `data:image/png;base64,${stripped.toString('base64')}`);
    prepareSource = ({ name }) => ({ refusal: `${name} tells where it was taken` });
    const before = relay.requests.length;
    const { state, failure } = await run(ask('A hat', { sources }));
    deepStrictEqual(
      [state, failure?.title, relay.requests.length - before],
      ['failed', 'first.png tells where it was taken', 0],
    );
  });

  it('sends one request per image to a chat model that draws', async () => {
    model = 'gx-2.5-flash';
    const before = relay.requests.length;
    const sources = [await keep('first')];
    const view = await run(ask('A picture of a cat', { sources, parameters: { count: 2 } }));
    deepStrictEqual([view.state, view.imageIds.length, relay.requests.length - before], ['done', 2, 2]);
    ok(lastRequest()?.bodyText.includes('"inlineData"') || lastRequest()?.bodyText.includes('"inline_data"'));
    ok(view.text);
  });

  const streamPath = '/v1beta/models/gx-2.5-flash:streamGenerateContent';

  for (const [path, name] of [
    [predictPath, imagen],
    ['/v1/images/edits', 'oa-image-1'],
    [streamPath, 'gx-2.5-flash'],
  ] as const)
    it(`keeps its request if it fails, which is not sent again: ${path}`, async () => {
      model = name;
      const sources = name === 'oa-image-1' ? [await keep('first')] : [];
      const request = ask('A picture of a cat', { sources });
      // Its connection is used again: a request that only reads would be repeated.
      await run(request);
      const before = relay.requests.length;
      relay.failNext(path, { kind: 'dropConnection' });
      const { state, request: kept, imageIds, failure } = await run(request);
      deepStrictEqual([state, kept, imageIds, relay.requests.length - before], ['failed', request, [], 1]);
      match(failure?.advice[0] ?? '', /may have been generated and billed/);
    });

  it('reports a failed request among successful ones in full, and not as filtered', async () => {
    model = 'gx-2.5-flash';
    relay.failNext(streamPath, { kind: 'reply', status: 524, body: '<html>Gateway time-out</html>' });
    const view = await run(ask('A picture of a cat', { parameters: { count: 2 } }));
    deepStrictEqual([view.state, view.imageIds.length, view.withheld], ['done', 1, []]);
    const [{ title, advice, actions } = { title: '', advice: [], actions: [] }, ...others] =
      view.failures ?? [];
    match(title, /^The gateway timed out after \d+ s \(HTTP 524\)\.$/);
    match(advice.join(' '), /may have been generated and billed/);
    deepStrictEqual([actions.map(({ id }) => id), others], [['selectModel'], []]);
  });

  it('is canceled as a whole, and keeps the image of a request that was complete', async () => {
    model = 'gx-2.5-flash';
    relay.failNext(streamPath, { kind: 'stallBeforeHeaders' });
    const request = ask('A picture of a cat', { parameters: { count: 2 } });
    const { state, imageIds, failures, withheld } = await run(request, cancelWithImage);
    deepStrictEqual([state, imageIds.length, failures, withheld], ['canceled', 1, undefined, []]);
  });

  it('has the text of a chat model that drew nothing', async () => {
    model = 'gx-2.5-flash';
    const view = await run(ask('answer "I can’t draw that."'));
    deepStrictEqual(
      [view.state, view.imageIds, view.withheld.length, view.text],
      ['done', [], 1, 'I can’t draw that.'],
    );
  });

  it('keeps its prompt and sends no further request when it is canceled, and can be closed only then', async () => {
    relay.failNext(predictPath, { kind: 'stallBeforeHeaders' });
    const before = relay.requests.length;
    const request = ask('A slow cat');
    const id = runs.start(request);
    const record = await relay.waitForRequest(({ bodyText }) => bodyText.includes('A slow cat'));
    runs.dismiss(id);
    deepStrictEqual(runs.list().length, 1);
    runs.cancel(id);
    deepStrictEqual((await runs.whenOver(id))?.request, request);
    await relay.waitForClose(record);
    deepStrictEqual(relay.requests.length - before, 1);
    runs.dismiss(id);
    deepStrictEqual(runs.list(), []);
  });

  it('has the images received before it was canceled, and the URL of one that was not', async () => {
    const lost = `${new URL(relay.baseUrl).origin}/lost.png?signature=1`;
    const body = JSON.stringify({ predictions: [drawPng('a').toString('base64'), lost] });
    relay.failNext(predictPath, { kind: 'reply', status: 200, body });
    relay.failNext('/lost.png', { kind: 'stallBeforeHeaders' });
    const request = ask('Two cats', { parameters: { count: 2 } });
    const { state, imageIds, addresses } = await run(request, cancelWithImage);
    deepStrictEqual([state, imageIds.length, addresses], ['canceled', 1, [lost]]);
    deepStrictEqual((await store.list()).length, 1);
  });

  it('keeps images that can’t be saved, and stores them when they can', async () => {
    await breakDisk();
    const { state, imageIds, unsaved, id } = await run(ask('A cat', { parameters: { count: 2 } }));
    deepStrictEqual([state, imageIds, unsaved?.count], ['done', [], 2]);
    await repairDisk();
    await runs.saveAgain(id);
    const [saved] = runs.list();
    deepStrictEqual([saved?.imageIds.length, saved?.unsaved, (await store.list()).length], [2, undefined, 2]);
  });

  it('is not closed by newer ones or by its retry while it has unsaved images', async () => {
    const request = ask('A cat', { parameters: { count: 1 } });
    await breakDisk();
    const { id } = await run(request);
    await repairDisk();
    model = undefined;
    const second = runs.start(request, id);
    await runs.whenOver(second);
    const third = runs.start(request, second);
    deepStrictEqual(
      runs.list().map((each) => each.id),
      [id, third],
    );
    for (let count = 0; count < 20; count += 1) await run(request);
    const [first, ...others] = runs.list();
    deepStrictEqual([first?.id, first?.unsaved?.count, others.length], [id, 1, 20]);
  });

  it('fails with a message if no model is selected or a source is gone', async () => {
    model = undefined;
    deepStrictEqual((await run(ask('A cat'))).failure?.title, 'No model is selected.');
    model = 'oa-image-1';
    const source = await keep('gone');
    await rm(store.pathOf(source.file));
    const view = await run(ask('A cat', { sources: [source] }));
    deepStrictEqual([view.state, view.request.sources], ['failed', [source]]);
  });

  it('is restored in another window with its request; one that was running may have been billed', async () => {
    const source = await keep('cat', { mask: 'AAAA' });
    const failing = ask('A dog', { parameters: { count: 2 }, sources: [source] });
    model = undefined;
    const failed = await run(failing);
    model = imagen;
    await run(ask('A cat'));
    relay.failNext(predictPath, { kind: 'stallBeforeHeaders' });
    runs.start(ask('A bird'));
    deepStrictEqual(
      [ask('A bird'), ask('A cat')].map((request) => runs.isJustBegun(request)),
      [true, false],
    );
    const [first, second, ...others] = openRuns().list();
    // Masks are too large to be saved, which the card says.
    const { mask: _, ...bare } = source;
    const asked = { ...failing, sources: [bare] };
    deepStrictEqual([first?.id, first?.request, first?.isMaskLost, others], [failed.id, asked, true, []]);
    deepStrictEqual([second?.state, second?.request.prompt], ['failed', 'A bird']);
    match(second?.failure?.advice.join(' ') ?? '', /may have been generated and billed/);
    deepStrictEqual(
      second?.failure?.actions.map(({ id }) => id),
      ['tryAgain'],
    );
  });

  it('is not restored from invalid data, and no longer offers images that were lost', async () => {
    kept = [{ id: 'other' } as unknown as RunView];
    deepStrictEqual(openRuns().list(), []);
    await breakDisk();
    await run(ask('A cat', { parameters: { count: 1 } }));
    await repairDisk();
    const [lost] = openRuns().list();
    deepStrictEqual([lost?.state, lost?.unsaved], ['failed', undefined]);
    match(lost?.failure?.title ?? '', /closed before the images were saved/);
  });

  it('is closed by later ones once all its images are in the gallery', async () => {
    const prompts = ['one', 'two', 'three', 'four', 'five'].map((word) => `A cat, ${word}`);
    for (const prompt of prompts) await run(ask(prompt, { parameters: { count: 1 } }));
    deepStrictEqual(
      runs.list().map(({ request }) => request.prompt),
      prompts.slice(1),
    );
    deepStrictEqual((await store.list()).length, 5);
  });

  it('uses the endpoint that the user set, but chat for a chat model with sources', async () => {
    for (const [asked, set, path, end] of [
      ['oa-image-1', 'generations', '/v1/images/generations', 'done'],
      // The relay itself draws with this one only in a chat.
      ['gx-2.5-flash', 'predict', '/v1beta/models/gx-2.5-flash:predict', 'failed'],
      ['gx-2.5-flash', 'generations', '/v1/images/generations', 'failed'],
    ] as const) {
      model = asked;
      endpoint = set;
      const { state } = await run(ask('A cat', { parameters: { count: 1 } }));
      deepStrictEqual([state, lastRequest()?.path], [end, path]);
    }
    const { withSources, withoutSources } = describeModel('gx-2.5-flash', models, t, 'generations');
    deepStrictEqual([withSources.isOneByOne, withoutSources.mostImages], [true, 10]);
  });

  it('offers the parameters of a model, by the lists and by its name', () => {
    const offer = (id: string) => {
      const { withoutSources, withSources } = describeModel(id, models, t, endpoint);
      return [withoutSources, withSources].map(
        ({ mostImages, sizes, aspectRatios, warning }) =>
          `${mostImages}, ${sizes[0]}, ${aspectRatios.length} ratios${warning ? ', with a warning' : ''}`,
      );
    };
    const inChat = ['4, undefined, 0 ratios', '4, undefined, 0 ratios'];
    const expected = {
      [imagen]: ['4, 1K, 5 ratios', '10, 1024x1024, 0 ratios, with a warning'],
      'oa-image-1': ['4, 1K, 5 ratios', '10, 1024x1024, 0 ratios'],
      'seedream-4-0-250828': ['4, 1K, 5 ratios', '10, 1K, 0 ratios'],
      'gx-2.5-flash': inChat,
      'gemini-9-image': inChat,
      unknown: ['4, 1K, 5 ratios', '10, 1024x1024, 0 ratios'],
    };
    deepStrictEqual(Object.fromEntries(Object.keys(expected).map((id) => [id, offer(id)])), expected);
  });
});
