import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { appendFile, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageRecord, ImageStore, type NewImage } from '../../../src/images/imageStore.ts';
import type { StoreChange } from '../../../src/platform/disk/folderStore.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useFolder } from '../testFolder.ts';

const day = 24 * 3_600_000;

const about = (prompt: string, change: Partial<NewImage> = {}): NewImage => ({
  createdAt: 1_000,
  prompt,
  model: 'imagen-4',
  parameters: { count: 2, aspectRatio: '16:9', further: { seed: 1 } },
  parentIds: [],
  seconds: 1.5,
  ...change,
});

describe('the store of images', () => {
  const opened: ImageStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const folder = useFolder();

  const open = () => {
    const store = new ImageStore(folder(), silentLogger);
    opened.push(store);
    return store;
  };
  const index = () => join(folder(), 'images.jsonl');
  const prompts = async (store: ImageStore) => (await store.list()).map(({ prompt }) => prompt);
  /** Changes all lines of the index, for example as if time had passed. */
  const shift = async (change: (line: Record<string, unknown>) => void) => {
    const lines = (await readFile(index(), 'utf8')).trim().split('\n');
    const changed = lines.map((line) => {
      const json = JSON.parse(line);
      change(json);
      return `${JSON.stringify(json)}\n`;
    });
    await writeFile(index(), changed.join(''));
  };

  it('has an image with all its data, also when it is opened again', async () => {
    const bytes = drawPng('a');
    const store = open();
    const image = about('A cat', { revisedPrompt: 'A grey cat', requestId: 'r1' });
    const record = await store.add(bytes, image);
    const { id, file } = record;
    const facts = { mediaType: 'image/png', bytes: bytes.length, width: 32, height: 32 };
    deepStrictEqual(record, { ...image, ...facts, id, file, isFavorite: false });
    const again = open();
    deepStrictEqual(await again.list(), [record]);
    deepStrictEqual([Buffer.from(await again.read(record.file)), again.bytes], [bytes, bytes.length]);
  });

  it('lists the latest first, and counts a file once that several images share', async () => {
    const store = open();
    const bytes = drawPng('a');
    await store.add(bytes, about('first', { createdAt: 1 }));
    await store.add(bytes, about('third', { createdAt: 3 }));
    await store.add(bytes, about('second', { createdAt: 2 }));
    deepStrictEqual([await prompts(store), store.bytes], [['third', 'second', 'first'], bytes.length]);
    strictEqual((await readdir(folder())).length, 2);
  });

  it('has an image that is added again only once, unless it was deleted', async () => {
    const store = open();
    const { id } = await store.addOnce(drawPng('a'), about('A cat'));
    strictEqual((await store.addOnce(drawPng('a'), about('A cat again'))).id, id);
    deepStrictEqual(await prompts(store), ['A cat']);
    await store.delete([id]);
    await store.addOnce(drawPng('a'), about('Another cat'));
    deepStrictEqual(await prompts(store), ['Another cat']);
  });

  it('reports each change once, with favorites and deletions that can be undone', async () => {
    const store = open();
    const changes: StoreChange<ImageRecord>[] = [];
    store.onDidChange((change) => void changes.push(change));
    const { id } = await store.add(drawPng('a'), about('A cat'));
    await store.setFavorite(id, true);
    await store.delete([id]);
    deepStrictEqual(await store.list(), []);
    await store.restore([id]);
    deepStrictEqual(
      (await store.list()).map(({ prompt, isFavorite }) => [prompt, isFavorite]),
      [['A cat', true]],
    );
    deepStrictEqual(
      changes.map(({ changed, removed }) => [changed.map(({ isFavorite }) => isFavorite), removed]),
      [
        [[false], []],
        [[true], []],
        [[], [id]],
        [[true], []],
      ],
    );
  });

  it('is synchronized with another window', async () => {
    const [one, other] = [open(), open()];
    await other.list();
    const told = new Promise<StoreChange<ImageRecord>>((resolve) => other.onDidChange(resolve));
    const record = await one.add(drawPng('a'), about('A cat'));
    deepStrictEqual((await told).changed, [record]);
    await Promise.all([one.setFavorite(record.id, true), other.add(drawPng('b'), about('A dog'))]);
    await Promise.all([one.refresh(), other.refresh()]);
    deepStrictEqual(await one.list(), await other.list());
    strictEqual((await one.list()).length, 2);
  });

  it('skips a torn line, and appends after it', async () => {
    const store = open();
    await store.add(drawPng('a'), about('A cat'));
    await appendFile(index(), '{"id":"torn","prompt":"Half a');
    const again = open();
    deepStrictEqual(await prompts(again), ['A cat']);
    await again.add(drawPng('b'), about('A dog', { createdAt: 2_000 }));
    deepStrictEqual(await prompts(open()), ['A dog', 'A cat']);
  });

  it('never takes a path from the index', async () => {
    await open().add(drawPng('a'), about('A cat'));
    await shift((line) => {
      line['file'] = '../../secret.png';
    });
    deepStrictEqual(await open().list(), []);
  });

  it('removes the file of a deleted image after a day, unless another image or a draft uses it', async () => {
    const store = open();
    const gone = await store.add(drawPng('a'), about('a'));
    const shared = await store.add(drawPng('b'), about('b'));
    await store.add(drawPng('b'), about('c'));
    await store.delete([gone.id, shared.id]);
    await open().list();
    strictEqual((await readdir(folder())).length, 3);
    await shift((line) => {
      if (line['deletedAt']) line['deletedAt'] = Date.now() - 2 * day;
    });
    deepStrictEqual([await prompts(open()), (await readdir(folder())).length], [['c'], 3]);
    const past = new Date(Date.now() - 2 * day);
    await utimes(store.pathOf(gone.file), past, past);
    await open().list();
    deepStrictEqual((await readdir(folder())).toSorted(), [shared.file, 'images.jsonl'].toSorted());
  });

  it('keeps the source of a draft for a month', async () => {
    const store = open();
    const stored = await store.keepFile(drawPng('a'));
    const path = store.pathOf(stored?.file ?? '');
    await open().list();
    strictEqual((await readdir(folder())).length, 1);
    const long = new Date(Date.now() - 31 * day);
    await utimes(path, long, long);
    await open().list();
    deepStrictEqual(await readdir(folder()), []);
  });

  it('rejects bytes that are not an image', async () => {
    const store = open();
    strictEqual(await store.keepFile(Buffer.from('<svg onload="alert(1)"/>')), undefined);
    await rejects(store.add(Buffer.from('%PDF-'), about('A cat')), /no image/);
    deepStrictEqual(await store.list(), []);
  });
});
