import type { Page } from 'playwright-core';
import type { ImagesHostMessage } from '../../src/protocol/imagesProtocol.ts';
import {
  imagen,
  makeImage,
  makeImages,
  makeRun,
  makeSource,
  makeState,
  openImagesPage,
} from './imagesPage.ts';
import { describeLooks } from './tabLooks.ts';

const failure = {
  title: 'The gateway timed out after 101 s (HTTP 524).',
  advice: ['The image may have been generated and billed. It is not requested again automatically.'],
  relayMessage: 'error code: 524',
  requestId: '20261121092817345678901234567890AbCdEfGh',
  actions: [
    { id: 'tryAgain', label: 'Try Again' },
    { id: 'selectModel', label: 'Select Model…' },
  ],
} as const;

const longPrompt = `A poster of a lighthouse: ${'many words about the sea, '.repeat(20)}`;
const model = { type: 'model', model: imagen } as const;

/** The scenes, by name. */
const scenes: Readonly<Record<string, readonly ImagesHostMessage[]>> = {
  empty: [makeState(), model],
  gallery: [makeState([makeImage(31, { isFavorite: true, prompt: longPrompt }), ...makeImages(30)]), model],
  runs: [
    makeState(makeImages(30), [
      makeRun({
        id: 'c',
        state: 'failed',
        failure: { ...failure, advice: [...failure.advice], actions: [...failure.actions] },
      }),
      makeRun({
        id: 'b',
        state: 'done',
        imageIds: ['image-1', 'image-2'],
        withheld: [{ reason: 'The image was filtered because it might be against the rules.' }],
      }),
      makeRun({ id: 'd', state: 'canceled' }),
      makeRun({ id: 'f', state: 'done', unsaved: { count: 1, reason: 'ENOSPC: no space left on device' } }),
      makeRun({ id: 'e', state: 'done', taskId: 'task_0123456789' }),
      makeRun({ id: 'a' }),
    ]),
    model,
    { type: 'sources', sources: [makeSource(1), makeSource(2), makeSource(3)] },
  ],
  mask: [makeState(makeImages(3)), model, { type: 'sources', sources: [makeSource(1)] }],
  comparison: [makeState([makeImage(8, { parentIds: ['image-6'] }), makeImage(6)]), model],
  shown: [
    makeState([makeImage(10), makeImage(8, { parentIds: ['image-6'] }), makeImage(6)]),
    model,
    { type: 'sources', sources: [makeSource(1), makeSource(2)] },
  ],
};

/** What a person does first, in some scenes. */
const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  mask: async (page) => {
    await page.getByRole('button', { name: 'Edit mask of source 1.png…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mask for source 1.png' });
    await dialog.getByText('Rectangle by Coordinates', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Invert (I)' }).click();
  },
  shown: (page) => page.locator('.tile').nth(1).click(),
  comparison: async (page) => {
    await page.locator('.tile').first().click();
    await page.getByRole('button', { name: 'Compare versions' }).click();
  },
};

describeLooks({ name: 'images', open: openImagesPage, scenes, steps, translated: ['runs'] });
