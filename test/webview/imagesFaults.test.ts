import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImageRuns } from '../../src/images/imageRuns.ts';
import { ImageStore } from '../../src/images/imageStore.ts';
import { describeClosedWindow, describeImageFailure } from '../../src/messages/imageFailures.ts';
import { createRelayClient, type RelayClient } from '../../src/relay/client.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import type { QuirkName } from '../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../relay/referenceRelay.ts';
import { askedModel } from '../unit/images/askedModel.ts';
import { languages } from '../unit/translations.ts';
import { imagen, makeState, openImagesPage } from './imagesPage.ts';

/** One of each kind of failure, and those that may leave an image; all others are in imageFaults.test.ts. */
const faults: readonly QuirkName[] = [
  'cloudflare-524',
  'upstream-timeout',
  'gateway-timeout-408',
  'balance-empty',
  'token-quota-empty',
  'model-not-allowed',
  'user-banned',
  'rate-limit-seconds',
  'body-too-large-html',
  'invalid-as-500',
  'not-implemented',
  'html-502',
  'html-console',
  'empty-200',
];

describe('the Images tab when a request fails', function () {
  this.timeout(60_000);
  let relay: ReferenceRelay;
  let client: RelayClient;
  let folder: string;
  let store: ImageStore;
  let tab: Awaited<ReturnType<typeof openImagesPage>>;

  before(async () => {
    relay = await startReferenceRelay();
    folder = await mkdtemp(join(tmpdir(), 'images-faults-'));
    store = new ImageStore(folder, silentLogger);
    tab = await openImagesPage();
  });
  after(async () => {
    await tab.close();
    await store.close();
    await relay.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
  });
  afterEach(() => client.close());

  for (const fault of faults)
    it(`says what to do, and keeps the prompt and source: ${fault}`, async () => {
      const { page } = tab;
      const stored = await store.keepFile(drawPng('image 1'));
      ok(stored);
      const { file, bytes, width, height } = stored;
      const source = { file, bytes, width, height, name: 'source.png' };
      await tab.tell(makeState(), { type: 'model', model: imagen }, { type: 'sources', sources: [source] });
      const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await prompt.fill(`A cat, ${fault}`);
      await prompt.press('Enter');
      const { request } = await tab.intent('generate');
      const runs = new ImageRuns(
        {
          store,
          prepareSource: async (sent) => sent,
          describeClosed: () => describeClosedWindow({ t: languages.english }),
          memory: { get: (_, none) => none, update: async () => {} },
          describe: (error, facts) => describeImageFailure(error, { ...facts, t: languages.english }),
          findModel: async () => askedModel(client, 'oa-image-1'),
        },
        () => {},
      );
      const before = relay.requests.length;
      using _fault = relay.with(fault);
      const run = await runs.whenOver(runs.start(request));
      ok(run?.failure);
      await tab.tell({ type: 'decided' }, { type: 'run', id: run.id, run });
      const card = page.locator('.run.failed');
      const { title, advice, actions } = run.failure;
      for (const words of [title, ...advice]) await card.getByText(words, { exact: true }).waitFor();
      ok((await tab.lastSaid()).includes(title));
      const shown = await card.locator('.failure-actions vscode-button').allInnerTexts();
      deepStrictEqual(
        shown.map((label) => label.trim()),
        actions.map(({ label }) => label),
      );
      await prompt.fill('');
      await card.getByRole('button', { name: 'Reuse prompt and settings' }).click();
      deepStrictEqual(
        [await prompt.inputValue(), await page.locator('.source').count(), relay.requests.length - before],
        [request.prompt, 1, 1],
      );
      await card.getByRole('button', { name: 'Try Again' }).click();
      deepStrictEqual(await tab.intent('generate'), { type: 'generate', request, replaces: run.id });
      await tab.tell({ type: 'decided' }, { type: 'run', id: run.id });
    });
});
