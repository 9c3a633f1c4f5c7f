import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { ImageModelView } from '../../src/protocol/imagesProtocol.ts';
import { type ImagesPage, imagen, makeSource, makeState, openImagesPage } from './imagesPage.ts';
import { usePage } from './usePage.ts';

/** Whether the image may change at each of these points of a mask: where it is transparent. */
function readMask({ page }: ImagesPage, base64: string, points: readonly (readonly [number, number])[]) {
  return page.evaluate(
    async ([png, places]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [
        `${bitmap.width} × ${bitmap.height}`,
        ...places.map(([x, y]) => (context?.getImageData(x, y, 1, 1).data[3] === 0 ? 'open' : 'closed')),
      ];
    },
    [base64, points] as const,
  );
}

describe('the mask of a source image', function () {
  this.timeout(60_000);
  const tab = usePage(openImagesPage);
  /** The size of the image that the page shows. */
  let side: { readonly width: number; readonly height: number };

  beforeEach(async () => {
    await tab.tell(
      makeState(),
      { type: 'model', model: imagen },
      { type: 'sources', sources: [makeSource(1), makeSource(2)] },
    );
    await tab.page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A hat');
  });

  const dialog = () => tab.page.getByRole('dialog', { name: 'Mask for source 1.png' });
  const canvas = () => dialog().locator('canvas');
  /** A point on the image; its coordinates are the same share of width and height. */
  async function pointAt(share: number): Promise<readonly [x: number, y: number]> {
    const { x, y, width, height } = (await canvas().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width * share, y + height * share];
  }
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  async function open(): Promise<void> {
    await tab.page.getByRole('button', { name: 'Edit mask of source 1.png…' }).click();
    await dialog().getByRole('button', { name: 'Brush (B)' }).waitFor();
    side = await canvas().evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
  }

  async function paintByNumbers(x: number, y: number, width: number, height: number): Promise<void> {
    const summary = dialog().getByText('Rectangle by Coordinates', { exact: true });
    if (!(await dialog().getByLabel('Left').isVisible())) await summary.click();
    for (const [label, value] of Object.entries({ Left: x, Top: y, Width: width, Height: height }))
      await dialog().getByLabel(label, { exact: true }).fill(String(value));
    await press('Paint Rectangle');
  }

  /** Generates, and returns the sources’ masks as they are sent. */
  async function sendMasks(): Promise<readonly (string | undefined)[]> {
    await tab.page.getByRole('button', { name: 'Generate' }).click();
    const { request } = await tab.intent('generate');
    await tab.tell({ type: 'decided' });
    return request.sources.map(({ mask }) => mask);
  }

  const points = () =>
    [
      [5, 5],
      [Math.round(side.width / 2), Math.round(side.height / 2)],
      [side.width - 5, side.height - 5],
    ] as const;

  it('can be painted by coordinates alone, is sent as a PNG of the source’s size, and stays for the next try', async () => {
    await open();
    await paintByNumbers(0, 0, 10, 10);
    await press('Apply Mask');
    await tab.page
      .locator('.announcements > p', { hasText: 'Mask applied to source 1.png' })
      .waitFor({ state: 'attached' });
    const [mask = '', other] = await sendMasks();
    deepStrictEqual(await readMask(tab, mask, points()), [
      `${side.width} × ${side.height}`,
      'open',
      'closed',
      'closed',
    ]);
    strictEqual(other, undefined);
    strictEqual((await sendMasks())[0], mask);
    await tab.reload();
    await tab.tell(makeState(), { type: 'model', model: imagen });
    strictEqual((await sendMasks())[0], mask);
    await open();
    await press('Invert (I)');
    await press('Apply Mask');
    const [inverted = ''] = await sendMasks();
    deepStrictEqual((await readMask(tab, inverted, points())).slice(1), ['closed', 'open', 'open']);
    await open();
    await press('Remove Mask');
    deepStrictEqual(await sendMasks(), [undefined, undefined]);
  });

  it('can be painted with brush, eraser and rectangle, and each step undone and redone', async () => {
    await open();
    const drag = async (from: number, to: number) => {
      await tab.page.mouse.move(...(await pointAt(from)));
      await tab.page.mouse.down();
      await tab.page.mouse.move(...(await pointAt(to)), { steps: 5 });
      await tab.page.mouse.up();
    };
    const paintedNow = () =>
      canvas().evaluate(
        (element: HTMLCanvasElement, places) =>
          places.map(([x, y]) => element.getContext('2d')?.getImageData(x, y, 1, 1).data[3] !== 0),
        points(),
      );
    await drag(0, 1);
    deepStrictEqual(await paintedNow(), [true, true, true]);
    await dialog().press('e');
    await drag(0.4, 0.6);
    deepStrictEqual(await paintedNow(), [true, false, true]);
    await dialog().press('Control+z');
    deepStrictEqual(await paintedNow(), [true, true, true]);
    await dialog().press('Control+Shift+z');
    deepStrictEqual(await paintedNow(), [true, false, true]);
    await press('Clear');
    deepStrictEqual(await paintedNow(), [false, false, false]);
    await dialog().press('r');
    await drag(0.3, 0.7);
    deepStrictEqual(await paintedNow(), [false, true, false]);
    for (let time = 0; time < 2; time += 1) await press('Undo');
    deepStrictEqual(await paintedNow(), [true, false, true]);
  });

  it('is discarded only by a second Escape, Close or Cancel without a step in between, and never by Enter', async () => {
    await open();
    const question = dialog().getByText('The mask is not applied yet. Close again to discard it.');
    const dot = async (share: number) => tab.page.mouse.click(...(await pointAt(share)));
    for (const leave of [
      () => tab.page.keyboard.press('Escape'),
      () => press('Close'),
      () => press('Cancel'),
    ]) {
      await dot(0.5);
      await tab.page.keyboard.press('Enter');
      await tab.page.keyboard.press(' ');
      await leave();
      await question.waitFor();
      await dot(0.2);
      await question.waitFor({ state: 'detached' });
      await leave();
      await question.waitFor();
      await leave();
      await dialog().waitFor({ state: 'detached' });
      deepStrictEqual(await sendMasks(), [undefined, undefined]);
      await open();
    }
  });

  it('stays but is not sent if the model accepts none or another image is first, and a warning says so', async () => {
    await open();
    await paintByNumbers(0, 0, 10, 10);
    await press('Apply Mask');
    const warning = tab.page.getByText(
      'The mask is not sent: Imagen 4 doesn’t accept a mask for these sources.',
    );
    const without: ImageModelView = { ...imagen, withSources: { ...imagen.withSources, takesMask: false } };
    await tab.tell({ type: 'model', model: without });
    await warning.waitFor();
    deepStrictEqual(await sendMasks(), [undefined, undefined]);
    await tab.tell({ type: 'model', model: imagen });
    await warning.waitFor({ state: 'detached' });
    await tab.page.locator('.source').first().focus();
    await tab.page.keyboard.press('Alt+ArrowRight');
    await tab.page.getByText('The mask is not sent: only the first source image can have a mask.').waitFor();
    deepStrictEqual(await sendMasks(), [undefined, undefined]);
    await tab.page.locator('.source').nth(1).press('Delete');
    await tab.page.locator('.remark').getByRole('button', { name: 'Undo' }).click();
    await tab.page.locator('.source').nth(1).press('Alt+ArrowLeft');
    ok((await sendMasks())[0]);
  });
});
