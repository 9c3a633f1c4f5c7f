import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import {
  changeImages,
  idsOf,
  imagen,
  makeImage,
  makeRun,
  makeSource,
  makeState,
  openImagesPage,
} from './imagesPage.ts';
import { usePage } from './usePage.ts';

const model = { type: 'model', model: imagen } as const;

describe('the Images tab with generated images', function () {
  this.timeout(60_000);
  const tab = usePage(openImagesPage);

  const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
  const sourceFiles = () =>
    tab.page.locator('.source').evaluateAll((all) => all.map((one) => one.getAttribute('data-file')));
  const first = makeImage(1);
  const second = makeImage(2, { parentIds: [first.id], model: 'oa-image-1', prompt: 'The same, at night' });
  const third = makeImage(3, { parentIds: [second.id] });
  const shown = [makeState([third, second, first, makeImage(0)]), model] as const;

  it('shows all versions of an image side by side, can keep one, and returns to it with Escape', async () => {
    await tab.tell(...shown, { type: 'show', id: second.id });
    await button('Show all versions').click();
    const cards = tab.page.locator('.shown .image-card');
    deepStrictEqual(await idsOf(cards), [first.id, second.id, third.id]);
    match((await tab.page.locator(':focus').getAttribute('aria-label')) ?? '', /number 1$/);
    await tab.page.keyboard.press('Escape');
    await tab.drawn();
    deepStrictEqual(await idsOf(cards), [second.id]);
    await button('Show all versions').click();
    await cards.nth(2).getByRole('button', { name: 'Delete Other Images' }).click();
    deepStrictEqual(await tab.intent('delete'), { type: 'delete', ids: [first.id, second.id] });
    await tab.tell(changeImages({ removed: [first.id, second.id] }));
    deepStrictEqual(await idsOf(cards), [third.id]);
  });

  it('compares a version with its neighbor as long as there is one, by the keyboard', async () => {
    await tab.tell(...shown, { type: 'show', id: second.id });
    await button('Compare versions').click();
    const compared = tab.page.locator('.compared-names');
    match(await compared.innerText(), /^Before: .*number 1 .*After: The same, at night/s);
    await tab.page.keyboard.press('End');
    strictEqual(await tab.page.locator('input:focus').getAttribute('aria-valuetext'), '100% before');
    await tab.tell(changeImages({ removed: [first.id] }));
    match(await compared.innerText(), /^Before: The same, at night.*After: .*number 3 /s);
    await tab.tell(changeImages({ removed: [third.id] }));
    strictEqual(await compared.count(), 0);
    await tab.tell(changeImages({ changed: [third] }));
    deepStrictEqual(await idsOf(tab.page.locator('.shown .image-card')), [second.id]);
    await tab.page.keyboard.press('Escape');
    strictEqual(await tab.page.locator('.shown').count(), 0);
  });

  it('shows all versions from the card of a run, too, until all its images are deleted', async () => {
    const run = makeRun({ state: 'done', imageIds: [second.id, third.id] });
    await tab.tell(makeState([third, second, first], [run]), model);
    strictEqual(await tab.page.locator('.run').getByRole('button', { name: 'Next version' }).count(), 0);
    await button('Show all versions').first().click();
    strictEqual(await tab.page.locator('.shown .image-card').count(), 3);
    await tab.tell(changeImages({ removed: [second.id, third.id] }));
    await tab.page.locator('.run').getByText('2 images deleted.').waitFor();
    strictEqual(await tab.page.locator('.run .image-card').count(), 0);
  });

  it('says that an image can’t be copied in a page without a clipboard', async () => {
    await tab.tell(...shown, { type: 'show', id: second.id });
    await button('Copy image').click();
    await tab.page.getByText('The image could not be copied. Save it instead.').first().waitFor();
  });

  it('moves through the versions of an image', async () => {
    await tab.tell(...shown, { type: 'show', id: second.id });
    const versions = tab.page.locator('.shown .versions');
    strictEqual((await versions.innerText()).trim(), '2/3');
    await button('Next version').click();
    strictEqual((await versions.innerText()).trim(), '3/3');
    deepStrictEqual(await idsOf(tab.page.locator('.shown .image-card')), [third.id]);
  });

  it('reuses an image’s prompt, model and remaining sources, and can restore what was typed', async () => {
    const edited = { ...second, sourceCount: 3 };
    await tab.tell(makeState([edited, first]), model, { type: 'sources', sources: [makeSource(4)] });
    await tab.tell({ type: 'show', id: edited.id });
    const prompt = tab.page.getByLabel('Prompt', { exact: true });
    const draft = async () => [await prompt.inputValue(), ...(await sourceFiles())];
    await prompt.fill('A cat that nobody saved');
    await button('Reuse prompt and settings').click();
    deepStrictEqual(await draft(), [second.prompt, first.file]);
    deepStrictEqual(await tab.intent('useModel'), { type: 'useModel', model: 'oa-image-1' });
    strictEqual(
      await tab.page.locator('.notice > span').innerText(),
      '2 source images are no longer available. Add them again.',
    );
    await tab.page.locator('.remark').getByRole('button', { name: 'Undo' }).click();
    deepStrictEqual(await draft(), ['A cat that nobody saved', makeSource(4).file]);
  });

  it('reuses the settings in a file and its model, with its sources that are still there replacing the current ones', async () => {
    await tab.tell(...shown, { type: 'sources', sources: [makeSource(7)] });
    const file = { type: 'reuse', prompt: 'At night', parameters: {}, text: 'From a.png.' } as const;
    await tab.tell({ ...file, parentIds: [] });
    deepStrictEqual(await sourceFiles(), [makeSource(7).file]);
    await tab.tell({ ...file, model: 'oa-image-2', parentIds: [first.id, 'gone'] });
    deepStrictEqual(await sourceFiles(), [first.file]);
    deepStrictEqual(await tab.intent('useModel'), { type: 'useModel', model: 'oa-image-2' });
    await tab.page
      .getByText('1 source image is no longer available. Add it again. From a.png.')
      .first()
      .waitFor();
  });

  it('restores all images that were deleted within a day', async () => {
    await tab.tell({ ...makeState([first]), restorable: 2 } as ReturnType<typeof makeState>);
    await button('Restore 2 deleted images').click();
    deepStrictEqual(await tab.intent('restore'), { type: 'restore' });
    await tab.tell(changeImages({ changed: [second, third] }));
    strictEqual(await button('Restore 2 deleted images').count(), 0);
  });

  it('says how many of the requested images arrived', async () => {
    const request = { prompt: 'A cat', parameters: { count: 4 }, sources: [] };
    await tab.tell(makeState([first], [makeRun({ state: 'done', imageIds: [first.id], request })]), model);
    strictEqual(await tab.page.locator('.run .remark').innerText(), 'The relay sent 1 of 4 images.');
    strictEqual(await tab.page.locator('.run > header .codicon-warning').count(), 1);
  });

  it('brings a new run into view', async () => {
    const others = [1, 2, 3].map((number) =>
      makeRun({ id: `run-${number}`, state: 'done', imageIds: [first.id] }),
    );
    await tab.tell(makeState([third, second, first], others), model);
    await tab.page.mouse.wheel(0, 3_000);
    const prompt = tab.page.getByLabel('Prompt', { exact: true });
    await prompt.fill('A cat');
    await prompt.press('Enter');
    await tab.tell({ type: 'run', id: 'run-9', run: makeRun({ id: 'run-9' }) }, { type: 'decided' });
    const top = (selector: string) =>
      tab.page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    ok((await top('.run[data-id="run-9"]')) >= 0);
  });

  it('deletes the images that the host confirmed, with one undo for all of them', async () => {
    await tab.tell(...shown);
    await button('Delete images…').click();
    deepStrictEqual(await tab.intent('cleanUp'), { type: 'cleanUp' });
    await tab.tell({ type: 'delete', ids: [third.id, 'unknown'] });
    await tab.tell({ type: 'notice', text: 'Location data was removed.' });
    await tab.tell({ type: 'delete', ids: [first.id, second.id] });
    strictEqual(await tab.page.locator('.notice span').first().innerText(), '3 images deleted.');
    await button('Undo').click();
    deepStrictEqual(await tab.intent('restore'), {
      type: 'restore',
      ids: [first.id, second.id, third.id],
    });
    await tab.tell({ type: 'delete', ids: [second.id] });
    strictEqual(await tab.page.locator('.notice span').first().innerText(), 'Image deleted.');
  });

  it('says which sources are converted for a model', async () => {
    const withSources = {
      ...imagen.withSources,
      sourceLimits: { endings: ['png', 'jpg'], bytes: 3_000_000, side: 8_000 },
    };
    await tab.tell(makeState(), { type: 'model', model: { ...imagen, withSources } });
    const sources = [
      makeSource(1),
      makeSource(4, { file: makeSource(4).file.replace(/png$/, 'avif'), name: 'new.avif' }),
      makeSource(5, { width: 9_000, name: 'wide.png' }),
      makeSource(6, { bytes: 3_000_001, name: 'heavy.png' }),
    ];
    await tab.tell({ type: 'sources', sources });
    match(
      await tab.page.locator('.remarks').innerText(),
      /Converted to WebP of at most 2,000 pixels per side before sending: new\.avif, wide\.png, heavy\.png/,
    );
  });
});
