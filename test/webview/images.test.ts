import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import {
  changeImages,
  idsOf,
  imagen,
  makeImage,
  makeImages,
  makeRun,
  makeSource,
  makeState,
  openImagesPage,
} from './imagesPage.ts';
import { usePage } from './usePage.ts';

const model = { type: 'model', model: imagen } as const;

describe('the Images tab', function () {
  this.timeout(60_000);
  const tab = usePage(openImagesPage);

  const prompt = () => tab.page.getByRole('textbox', { name: 'Prompt', exact: true });
  const button = (name: string) => tab.page.getByRole('button', { name });
  const tiles = () => tab.page.locator('.tile');
  const focusedId = () => tab.page.locator('.tile:focus').getAttribute('data-id');
  const focusedLabel = () => tab.page.locator(':focus').getAttribute('aria-label');
  const tile = (id: string) => tab.page.locator(`.tile[data-id="${id}"]`);
  const generated = () => tab.intents.filter(({ type }) => type === 'generate');

  it('sends the prompt with the parameters that the model accepts, once until the host decides', async () => {
    await tab.tell(makeState(), model);
    await prompt().fill('  A cat  ');
    await tab.page.getByRole('combobox', { name: 'Count' }).selectOption('3');
    await tab.page.getByLabel('Aspect ratio').selectOption('16:9');
    await tab.page.getByText('More').click();
    await tab.page.getByLabel('Additional parameters (JSON)').fill('{ "seed": 7 }');
    await prompt().press('Enter');
    await prompt().press('Enter');
    const parameters = { count: 3, aspectRatio: '16:9', further: { seed: 7 } };
    const expected = { type: 'generate', request: { prompt: 'A cat', parameters, sources: [] } };
    deepStrictEqual(generated(), [expected]);
    await tab.tell({ type: 'decided' });
    await button('Generate').click();
    deepStrictEqual(generated(), [expected, expected]);
  });

  it('sends nothing while the parameters are not valid JSON, and says so', async () => {
    await tab.tell(makeState(), model);
    await prompt().fill('A cat');
    await tab.page.getByText('More').click();
    await tab.page.getByLabel('Additional parameters (JSON)').fill('{ seed');
    await prompt().press('Enter');
    await tab.drawn();
    strictEqual(
      await tab.page.locator('#further-problem').innerText(),
      'Enter a JSON object, such as { "seed": 1 }',
    );
    strictEqual(await tab.page.locator(':focus').getAttribute('id'), 'further');
    deepStrictEqual(generated(), []);
  });

  it('expands additional parameters that come from a file, each time', async () => {
    const reuse = (further: Record<string, string>) =>
      ({ type: 'reuse', prompt: 'A cat', parameters: { further }, parentIds: [], text: 'Reused' }) as const;
    const more = tab.page.getByLabel('Additional parameters (JSON)');
    await tab.tell(makeState(), model);
    for (const quality of ['high', 'low']) {
      await tab.tell(reuse({ quality }));
      strictEqual(await more.isVisible(), true);
      strictEqual(await more.inputValue(), `{\n  "quality": "${quality}"\n}`);
      await tab.page.getByText('More').click();
    }
    await tab.page.getByText('More').click();
    await more.fill('{');
    await prompt().press('Enter');
    await more.fill('{ ');
    await tab.drawn();
    strictEqual(await more.isVisible(), true);
  });

  it('reorders and removes sources by keyboard alone', async () => {
    await tab.tell(makeState(), model, {
      type: 'sources',
      sources: [makeSource(1), makeSource(2), makeSource(3)],
    });
    const names = () =>
      tab.page
        .locator('.source')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[0]));
    await tab.page.locator('.source').first().focus();
    await tab.page.keyboard.press('Alt+ArrowRight');
    await tab.drawn();
    deepStrictEqual(await names(), ['source 2.png', 'source 1.png', 'source 3.png']);
    strictEqual(await tab.lastSaid(), 'source 1.png is source 2 of 3');
    await tab.page.keyboard.press('Alt+ArrowRight');
    await tab.page.keyboard.press('ArrowLeft');
    await tab.page.keyboard.press('Delete');
    await tab.drawn();
    deepStrictEqual(await names(), ['source 2.png', 'source 1.png']);
    strictEqual(
      await tab.page.locator('.source:focus').getAttribute('aria-label'),
      'source 1.png, 512 × 512, 400 KB',
    );
    // It stays the first one.
    for (const _ of [1, 2]) await tab.page.keyboard.press('Alt+ArrowLeft');
    await tab.drawn();
    deepStrictEqual(await names(), ['source 1.png', 'source 2.png']);
    strictEqual(await tab.lastSaid(), 'source 1.png is source 1 of 2');
  });

  it('accepts no more than sixteen sources, and none twice', async () => {
    await tab.tell(makeState(), model);
    const sources = Array.from({ length: 20 }, (_, index) => makeSource(index, { file: `${index}.png` }));
    await tab.tell({ type: 'sources', sources }, { type: 'sources', sources: sources.slice(0, 1) });
    strictEqual(await tab.page.locator('.source').count(), 16);
  });

  it('sends a pasted file, and pastes text as text', async () => {
    await tab.tell(makeState(), model);
    await prompt().evaluate((element) => {
      const paste = (fill: (data: DataTransfer) => void) => {
        const clipboardData = new DataTransfer();
        fill(clipboardData);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      };
      paste((data) => data.setData('text/plain', 'words'));
      paste((data) => data.items.add(new File(['abc'], 'cat.png', { type: 'image/png' })));
    });
    deepStrictEqual(await tab.intent('addBytes'), { type: 'addBytes', name: 'cat.png', bytes: 'YWJj' });
  });

  it('counts up during a run, cancels it, and mentions billing', async () => {
    await tab.tell(makeState(), model, { type: 'run', id: 'run-1', run: makeRun({ elapsedMs: 59_000 }) });
    const run = tab.page.locator('.run');
    await run.getByText('generating 2 images, 1 min 0 s').waitFor();
    await run.getByRole('button', { name: 'Cancel' }).click();
    deepStrictEqual(await tab.intent('cancel'), { type: 'cancel', runId: 'run-1' });
    await tab.tell({ type: 'run', id: 'run-1', run: makeRun({ state: 'canceled' }) });
    await run.getByText('The relay may still bill this request.').waitFor();
    await run.getByRole('button', { name: 'Close' }).click();
    deepStrictEqual(await tab.intent('dismiss'), { type: 'dismiss', runId: 'run-1' });
  });

  it('says why a run failed, and repeats or reuses its whole request only on demand', async () => {
    const request = { prompt: 'A cat', parameters: { count: 2 }, sources: [makeSource(1)] };
    const failure = {
      title: 'It failed.',
      advice: ['It may be billed.'],
      actions: [{ id: 'tryAgain' as const, label: 'Try Again' }],
    };
    await tab.tell(makeState(), model, { type: 'run', id: 'run-1', run: makeRun({ request }) });
    const run = makeRun({ state: 'failed', request, failure });
    await tab.tell({ type: 'run', id: 'run-1', run });
    match(await tab.lastSaid(), /It failed\./);
    await tab.page.locator('.run').getByText('It may be billed.').waitFor();
    await button('Reuse prompt and settings').click();
    deepStrictEqual(
      [await prompt().inputValue(), await tab.page.locator('.source').getAttribute('data-file')],
      ['A cat', makeSource(1).file],
    );
    strictEqual((await tab.intent('useModel')).model, run.model);
    await button('Try Again').click();
    deepStrictEqual(await tab.intent('generate'), { type: 'generate', request, replaces: 'run-1' });
  });

  it('shows an image large with its receipt, and uses it as a source', async () => {
    const image = makeImage(1, { width: 640, height: 640, requestId: 'r-1', revisedPrompt: '<b>A cat</b>' });
    await tab.tell(makeState([image]), model);
    await tile('image-1').click();
    const shown = tab.page.locator('.shown');
    await shown.getByText('640 × 640 (requested 16:9)').click();
    await shown.getByText('<b>A cat</b>').waitFor();
    await shown.getByText('r-1').waitFor();
    await shown.getByRole('button', { name: 'Use as Source' }).click();
    await prompt().fill('With a hat');
    await prompt().press('Enter');
    const { request } = await tab.intent('generate');
    deepStrictEqual(
      request.sources.map(({ file, imageId }) => [file, imageId]),
      [[image.file, 'image-1']],
    );
  });

  it('has one tab stop for the gallery, arrow keys in it, Enter to open and Escape to close', async () => {
    await tab.tell(makeState(makeImages(30)), model);
    strictEqual(await tab.page.locator('.tile[tabindex="0"]').count(), 1);
    await tile('image-30').focus();
    await tab.page.keyboard.press('ArrowRight');
    strictEqual(await focusedId(), 'image-29');
    const columns = await tab.page.evaluate(() => {
      const [first, ...rest] = [...document.querySelectorAll<HTMLElement>('.tile')].map(
        ({ offsetTop }) => offsetTop,
      );
      return rest.findIndex((top) => top !== first) + 1;
    });
    await tab.page.keyboard.press('ArrowDown');
    strictEqual(await focusedId(), `image-${29 - columns}`);
    await tab.page.keyboard.press('End');
    strictEqual(await focusedId(), 'image-1');
    await tab.page.keyboard.press('Enter');
    await tab.page.locator('.shown').waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('.shown').waitFor({ state: 'detached' });
    strictEqual(await focusedId(), 'image-1');
  });

  it('finds images by words of their prompts, by model and by favorites', async () => {
    const images = [
      makeImage(3, { prompt: 'A red cat', isFavorite: true }),
      makeImage(2, { prompt: 'A blue dog', revisedPrompt: 'A navy dog', model: 'other' }),
      makeImage(1, { prompt: 'A red dog' }),
    ];
    await tab.tell(makeState(images), model);
    const found = () => idsOf(tiles());
    const search = tab.page.getByRole('searchbox');
    await search.fill('DOG red');
    deepStrictEqual(await found(), ['image-1']);
    strictEqual(await tab.lastSaid(), '1 image found');
    await search.fill('navy');
    deepStrictEqual(await found(), ['image-2']);
    await search.fill('');
    await tab.page.getByLabel('Filter by model').selectOption('other');
    deepStrictEqual(await found(), ['image-2']);
    await tab.page.getByLabel('Filter by model').selectOption('');
    await button('Show favorites only').click();
    deepStrictEqual(await found(), ['image-3']);
  });

  it('deletes with one undo, and moves the focus beside a deleted image, or above the gallery', async () => {
    await tab.tell(makeState(makeImages(3)), model);
    await tile('image-2').click();
    await tab.page.locator('.shown').getByRole('button', { name: 'Delete image' }).click();
    deepStrictEqual(await tab.intent('delete'), { type: 'delete', ids: ['image-2'] });
    strictEqual(await focusedId(), 'image-1');
    await tab.tell(changeImages({ removed: ['image-2'] }));
    await tab.page.keyboard.press('Delete');
    await tab.tell(changeImages({ removed: ['image-1'] }));
    strictEqual(await focusedId(), 'image-3');
    await tab.page.keyboard.press('Delete');
    await tab.tell(changeImages({ removed: ['image-3'] }));
    await tab.drawn();
    strictEqual(await focusedLabel(), 'Show favorites only');
    // VS Code listens on the window, and would undo typing.
    const reached = await tab.page.evaluateHandle(() => {
      const keys: string[] = [];
      window.addEventListener('keydown', ({ key }) => keys.push(key));
      return keys;
    });
    await tab.page.keyboard.press('Control+z');
    deepStrictEqual(await tab.intent('restore'), { type: 'restore', ids: ['image-3', 'image-1', 'image-2'] });
    deepStrictEqual(await reached.jsonValue(), ['Control']);
    strictEqual(await button('Undo').count(), 0);
    await tab.tell(changeImages({ changed: makeImages(3) }));
    deepStrictEqual(await idsOf(tiles()), ['image-3', 'image-2', 'image-1']);
  });

  it('shows simultaneous notices together, until they have been visible for long', async () => {
    await tab.page.clock.install();
    const say = (text: string) => tab.tell({ type: 'notice', text });
    await say('a.txt is not an image.');
    await say('b.png is damaged.');
    const notice = tab.page.locator('.notices .notice');
    strictEqual((await notice.innerText()).trim(), 'a.txt is not an image. b.png is damaged.');
    await tab.page.clock.runFor(5_000);
    await say('c.png is too large.');
    strictEqual((await notice.innerText()).trim(), 'c.png is too large.');
    await tab.page.clock.runFor(25_000);
    strictEqual(await notice.count(), 0);
  });

  it('moves the focus to where a button was that is gone', async () => {
    const image = makeImage(1);
    await tab.tell(makeState([image], [makeRun()]), model);
    await tab.page.locator('.run').getByRole('button', { name: 'Cancel' }).click();
    await tab.tell({ type: 'run', id: 'run-1', run: makeRun({ state: 'canceled', imageIds: ['image-1'] }) });
    await tab.drawn();
    strictEqual(await focusedLabel(), 'Reuse prompt and settings');
    await tab.page.locator('.run').getByRole('button', { name: 'Delete image' }).click();
    await tab.tell(changeImages({ removed: ['image-1'] }));
    await tab.drawn();
    strictEqual(await focusedLabel(), 'Reuse prompt and settings');
    await tab.page.locator('.run').getByRole('button', { name: 'Close' }).click();
    await tab.tell({ type: 'run', id: 'run-1' });
    await tab.drawn();
    strictEqual(await focusedLabel(), 'Prompt');
  });

  it('closes nothing on an Escape that an input method or the mask handles', async () => {
    await tab.tell(makeState([makeImage(1)]), model, { type: 'sources', sources: [makeSource(2)] });
    await tile('image-1').click();
    await prompt().evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }),
      ),
    );
    await button('Edit mask of source 2.png…').click();
    await tab.page.locator('.mask-dialog').waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('.mask-dialog').waitFor({ state: 'detached' });
    strictEqual(await tab.page.locator('.shown').count(), 1);
  });

  it('draws only those of thousands of images that are near the view, and moves to the last by a key', async () => {
    await tab.tell(makeState(makeImages(2_000)), model);
    strictEqual((await tiles().count()) < 500, true);
    await tile('image-2000').focus();
    await tab.page.keyboard.press('End');
    await tile('image-1').waitFor();
    strictEqual(await focusedId(), 'image-1');
  });

  it('shows a hostile prompt as text, and names images by it', async () => {
    const hostile = '<img src=x onerror=alert(1)> [link](command:evil)';
    await tab.tell(makeState([makeImage(1, { prompt: hostile })]), model);
    strictEqual(await tile('image-1').getAttribute('aria-label'), hostile);
    await tile('image-1').click();
    await tab.page.getByRole('heading', { name: hostile }).waitFor();
  });
});
