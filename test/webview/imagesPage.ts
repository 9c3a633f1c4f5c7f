import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';
import type {
  ImageModelView,
  ImagesHostMessage,
  ImagesWebviewMessage,
  ImageView,
  RunView,
  SourceView,
} from '../../src/protocol/imagesProtocol.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { bodyClassOf, type SettingsTheme, settingsThemes, themeCss } from './settingsThemes.ts';
import { openViewPage, type ViewPage, type ViewPageOptions } from './viewPage.ts';

export type ImagesPage = ViewPage<ImagesHostMessage, ImagesWebviewMessage, SettingsTheme>;

const drawn = Array.from({ length: 12 }, (_, index) => drawPng(`image ${index}`));
const fileOf = (bytes: Uint8Array) => `${createHash('sha256').update(bytes).digest('hex')}.png`;
const files = drawn.map(fileOf);

/** The page of the Images tab, in a browser, with the test in the host's place. */
export function openImagesPage(options: ViewPageOptions<SettingsTheme> = {}): Promise<ImagesPage> {
  return openViewPage<ImagesHostMessage, ImagesWebviewMessage, SettingsTheme>(
    {
      name: 'images',
      styleSheets: ['page', 'generationTab', 'images'],
      entry: 'src/webview/images/main.ts',
      title: 'Model Relay: Images',
      element: 'relay-images',
      allow: [`img-src http://images-view.test blob:`],
      pictures: Object.fromEntries(drawn.map((bytes) => [fileOf(bytes), bytes])),
      themes: settingsThemes,
      bodyClassOf,
      themeCss,
      defaults: { theme: 'dark', width: 1200, height: 800 },
    },
    options,
  );
}

/** The image of this number: the higher, the later. */
export function makeImage(number: number, change: Partial<ImageView> = {}): ImageView {
  return {
    id: `image-${number}`,
    createdAt: 1_790_000_000_000 + number * 60_000,
    prompt: `A lighthouse at dusk, number ${number}`,
    model: 'imagen-4.0-generate-001',
    parameters: { count: 1, aspectRatio: '16:9' },
    parentIds: [],
    file: files[number % files.length] ?? '',
    mediaType: 'image/png',
    bytes: 1_234_567,
    width: 1024,
    height: 576,
    seconds: 12.3,
    isFavorite: false,
    ...change,
  };
}

export function makeImages(count: number): readonly ImageView[] {
  return Array.from({ length: count }, (_, index) => makeImage(count - index));
}

export function makeSource(number: number, change: Partial<SourceView> = {}): SourceView {
  const file = files[number % files.length] ?? '';
  return { file, name: `source ${number}.png`, bytes: 400_000, width: 512, height: 512, ...change };
}

export function makeRun(change: Partial<RunView> = {}): RunView {
  return {
    id: 'run-1',
    state: 'running',
    request: { prompt: 'A lighthouse at dusk', parameters: { count: 2 }, sources: [] },
    model: 'imagen-4.0-generate-001',
    elapsedMs: 4_000,
    imageIds: [],
    withheld: [],
    ...change,
  };
}

export const imagen: ImageModelView = {
  id: 'imagen-4.0-generate-001',
  label: 'Imagen 4',
  withoutSources: {
    mostImages: 4,
    aspectRatios: ['1:1', '16:9'],
    sizes: ['1K', '2K'],
    isOneByOne: false,
    takesMask: false,
  },
  withSources: {
    mostImages: 10,
    aspectRatios: [],
    sizes: ['1024x1024'],
    isOneByOne: false,
    takesMask: true,
    warning:
      'imagen-4.0-generate-001 is listed for generating images from text. It may not accept source images.',
  },
};

/** The host's message that these images were added, or that those of these IDs are gone. */
export function changeImages(change: {
  readonly changed?: readonly ImageView[];
  readonly removed?: readonly string[];
}): ImagesHostMessage {
  return { type: 'images', changed: [], removed: [], total: 1, bytes: 1, restorable: 0, ...change };
}

/** The IDs of the images that are shown as these elements, in their order. */
export function idsOf(elements: Locator): Promise<readonly (string | null)[]> {
  return elements.evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
}

/** The host's message to a page that is ready. */
export function makeState(
  images: readonly ImageView[] = [],
  runs: readonly RunView[] = [],
): ImagesHostMessage {
  const bytes = images.length * 1_234_567;
  const folder = 'http://images-view.test/pictures';
  const counts = { total: images.length, bytes, restorable: 0 };
  return { type: 'state', folder, images, ...counts, runs, thumbnails: [] };
}
