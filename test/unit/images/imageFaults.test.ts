import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImageStore } from '../../../src/images/imageStore.ts';
import type { RunRequest } from '../../../src/protocol/imagesProtocol.ts';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { type RelayErrorKind, relayErrorKinds } from '../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { type QuirkName, quirkGroups } from '../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { apiKey } from '../relay/clientCalls.ts';
import { startServer } from '../relay/misbehavingServer.ts';
import type { Column } from '../relay/table/column.ts';
import { columns } from '../relay/table/columns.ts';
import { rows } from '../relay/table/rows.ts';
import { languages } from '../translations.ts';
import { askedModel, createRuns } from './testRuns.ts';

const imageColumns = columns.filter(({ family }) => family === 'images');
const modelOf = ({ name }: Column) =>
  name.startsWith('createImages') ? 'imagen-4' : name.endsWith('JSON') ? 'seedream-4' : 'gpt-image-1';

/** The rows of the client's fault table in which images fail, each with one endpoint in turn. */
const cells = rows
  .filter(({ only }) => only?.includes('images') ?? true)
  .flatMap((row, turn) => imageColumns.slice(turn % 3, (turn % 3) + 1).map((column) => ({ row, column })))
  .filter(({ row: { expected, but }, column: { name, family } }) =>
    ['failed', 'broken'].includes((but?.[name] ?? but?.[family] ?? expected).is),
  );
const errorQuirks = Object.keys({
  ...quirkGroups['shapes of errors'],
  ...quirkGroups['cases of errors'],
}) as QuirkName[];

/** Words about chat or speech, which must not occur in messages about images. */
const otherWords =
  /\b(chat\b(?!\.protocols| model that generates images)|message,|attachment|long texts|shorter|voice)/i;
const billed = /^The image may have been generated and billed\. It is not requested again automatically\.$/;
const uncertain: readonly RelayErrorKind[] = ['timeout', 'interrupted', 'invalidResponse'];

describe('image requests to a misbehaving relay', () => {
  const met = new Set<RelayErrorKind>();
  let folder: string;
  let store: ImageStore;
  let relay: ReferenceRelay;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-faults-'));
    store = new ImageStore(folder, silentLogger);
    relay = await startReferenceRelay();
  });
  after(async () => {
    await relay.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  /** Requests an image that fails, and checks that the user gets a useful message and keeps prompt and source. */
  async function fail(
    model: string,
    options: Parameters<typeof createRelayClient>[0],
    requests: readonly unknown[],
  ): Promise<void> {
    const client = createRelayClient(options);
    const bytes = drawPng('source');
    const stored = await store.keepFile(bytes);
    ok(stored);
    const { file, width, height } = stored;
    const source = { file, bytes: bytes.length, width, height, name: 'source.png' };
    const isEdit = !model.startsWith('imagen');
    const request: RunRequest = {
      prompt: 'A cat',
      parameters: { count: 1 },
      sources: isEdit ? [source] : [],
    };
    let error: unknown;
    const keep = (reason: unknown) => {
      error = reason;
      throw reason;
    };
    const watched: RelayClient = {
      ...client,
      createImages: (...call) => client.createImages(...call).catch(keep),
      editImages: (...call) => client.editImages(...call).catch(keep),
    };
    const runs = createRuns(languages.english, {
      store,
      findModel: async () => askedModel(watched, model),
    });
    const view = await runs.whenOver(runs.start(request));
    await client.close();
    deepStrictEqual([view?.state, view?.request, view?.imageIds], ['failed', request, []]);
    deepStrictEqual(Buffer.from(await store.read(file)), bytes);
    ok(error instanceof RelayError);
    const { kind, details } = error;
    met.add(kind);
    const { title = '', advice = [], actions = [] } = view?.failure ?? {};
    ok(title && advice.length > 0);
    ok(actions.some(({ id }) => id === 'tryAgain'));
    doesNotMatch([title, ...advice].join(' '), otherWords);
    const mayBeBilled =
      (uncertain.includes(kind) && details.phase !== 'connect') ||
      (kind === 'connection' && requests.length > 0);
    deepStrictEqual(billed.test(advice[0] ?? ''), mayBeBilled, advice[0]);
    if (details.status === 504 || details.status === 524) match(title, /^The gateway timed out after \d+ s /);
  }

  for (const { row, column } of cells)
    it(`${row.name}: ${column.name}`, async () => {
      await using server = await startServer(async (call) =>
        row.answer(call, await column.good(call.request.url), column),
      );
      const options = { baseUrl: server.origin, apiKey, timeouts: row.timeouts ?? {} };
      await fail(modelOf(column), options, server.requests);
      deepStrictEqual(server.requests.length, 1);
    });

  for (const name of errorQuirks)
    it(name, async () => {
      const before = relay.requests.length;
      using _quirk = relay.with(name);
      const options = { baseUrl: relay.baseUrl, apiKey: relay.keys.good };
      await fail('imagen-4.0-generate-001', options, relay.requests);
      deepStrictEqual(relay.requests.length - before, 1);
    });

  it('meet every kind of failure that an image request can have', () => {
    // A new relay is never `notFound`, image requests have no beta fields, and a canceled request is not a failure.
    const others: readonly RelayErrorKind[] = ['notFound', 'betaFieldRejected', 'cancelled'];
    deepStrictEqual([...met].toSorted(), relayErrorKinds.filter((kind) => !others.includes(kind)).toSorted());
  });
});
