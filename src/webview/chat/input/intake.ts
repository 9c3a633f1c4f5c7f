import type { ReactiveControllerHost } from 'lit';
import { drawPicture } from '../../ui/drawPicture.ts';
import { listenForDrops, toBase64 } from '../../ui/droppedFiles.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { emitMessage } from '../pageEvents.ts';
import { describeScaled } from './attachmentList.ts';

/** Maximum size of a file other than an image: no model reads so much text. */
const maximumFileBytes = 10_000_000;

/** Handles files that are pasted into the input or dropped onto the page. */
export class Intake {
  readonly #composer: ReactiveControllerHost & HTMLElement;
  readonly #explain: (words: string) => void;
  #isDraggedOver = false;
  #reading = 0;
  #settled: Promise<void> = Promise.resolve();

  /**
   * `explain` shows and announces a result, or why there is none. The whole page accepts drops: people aim at the chat,
   * not at its input.
   */
  constructor(composer: ReactiveControllerHost & HTMLElement, explain: (words: string) => void) {
    this.#composer = composer;
    this.#explain = explain;
    listenForDrops({
      onDrag: (isOver) => this.#showTarget(isOver),
      onAddresses: (addresses) => emitMessage(composer, { type: 'attachAddresses', addresses }),
      onFiles: (files, items) => this.#takeDropped(files, items),
    });
  }

  /** Whether files are dragged over the page. */
  get isDraggedOver(): boolean {
    return this.#isDraggedOver;
  }

  /** Whether files are being read for the host. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** Resolves when all files were sent to the host. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  #takeDropped(files: readonly File[], items: DataTransferItemList): void {
    const folders = new Set(
      [...items].flatMap((item) => {
        const entry = item.webkitGetAsEntry();
        return entry?.isDirectory ? [entry.name] : [];
      }),
    );
    if (folders.size > 0) {
      this.#explain(t('Folders from outside VS Code can’t be dropped here. Use the + button to attach one.'));
    }
    this.takeFiles(files.filter(({ name }) => !folders.has(name)));
  }

  #showTarget(isDraggedOver: boolean): void {
    if (isDraggedOver === this.#isDraggedOver) return;
    this.#isDraggedOver = isDraggedOver;
    this.#composer.requestUpdate();
  }

  /** Serialized: large images take memory, and the host gets them in order. */
  takeFiles(files: readonly File[]): void {
    if (files.length === 0) return;
    this.#reading += 1;
    this.#composer.requestUpdate();
    this.#settled = this.#settled.then(async () => {
      for (const file of files) await this.#takeFile(file);
      this.#reading -= 1;
      this.#composer.requestUpdate();
    });
  }

  async #takeFile(file: File): Promise<void> {
    if (!isPicture(file) && file.size > maximumFileBytes) {
      const limit = formatNumber(maximumFileBytes / 1_000_000);
      return this.#explain(t('{0} is too large. Files up to {1} MB can be attached.', file.name, limit));
    }
    try {
      const { blob, name, reduced } = isPicture(file)
        ? await preparePicture(file)
        : { blob: file, name: file.name };
      const bytes = await toBase64(blob);
      emitMessage(this.#composer, { type: 'attachBytes', name, bytes, ...(reduced && { isScaled: true }) });
      if (!reduced) return;
      this.#explain(t('{0}: {1}', name, describeScaled({ ...reduced, bytes: blob.size })));
    } catch {
      this.#explain(t('{0} could not be read.', file.name));
    }
  }
}

/** Scales an image down for the host, which can't do it itself; undefined if the image can't be decoded. */
export async function scaleForHost(base64: string, type: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { blob } = await preparePicture(new File([bytes], '', { type }));
    return await toBase64(blob);
  } catch {
    return undefined;
  }
}

/**
 * Maximum side of images after scaling: ten such images fit into one request. Services pass about this many pixels to
 * the model, and reject longer sides if a request has many images.
 */
const maximumSide = 2_000;
const maximumBytes = 1_000_000;
/** Maximum size of an image that is decoded: larger ones may crash the page. */
const maximumImageBytes = 50_000_000;
const maximumPixels = 100_000_000;

/** Formats that every model accepts. Not all accept GIF, so its first frame is attached. */
const knownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** The encodings to try, the best one first: text stays sharp, and all but JPEG keep transparency. */
const encodings = {
  jpeg: [
    { type: 'image/jpeg', quality: 0.85 },
    { type: 'image/jpeg', quality: 0.7 },
  ],
  other: [{ type: 'image/png' }, { type: 'image/webp', quality: 0.9 }, { type: 'image/webp', quality: 0.75 }],
} as const satisfies Record<string, readonly ImageEncodeOptions[]>;

interface PreparedPicture {
  readonly blob: Blob;
  readonly name: string;
  /** The size in pixels, if the image was scaled down. */
  readonly reduced?: { readonly width: number; readonly height: number };
}

/** Whether a file is an image for the model; SVG is sent as text. */
function isPicture({ type }: Blob): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** Prepares an image for models: within their size limit, and in a format that they accept. */
async function preparePicture(file: File): Promise<PreparedPicture> {
  const size = file.size > maximumImageBytes ? undefined : await readSize(file);
  if (!size || size.width * size.height > maximumPixels) throw new Error('The image is too large.');
  const side = Math.max(size.width, size.height);
  const isSmall = side <= maximumSide && file.size <= maximumBytes;
  if (isSmall && knownTypes.includes(file.type)) return { blob: file, name: file.name };
  const bitmap = await createImageBitmap(file);
  try {
    const wanted = file.type === 'image/jpeg' ? encodings.jpeg : encodings.other;
    for (let scale = Math.min(1, maximumSide / side); ; scale *= 0.7) {
      const canvas = drawPicture(bitmap, bitmap, scale);
      for (const encoding of wanted) {
        const blob = await canvas.convertToBlob(encoding);
        if (blob.size > maximumBytes) continue;
        const { width, height } = canvas;
        return {
          blob,
          name: withEnding(file.name, blob.type),
          ...(!isSmall && { reduced: { width, height } }),
        };
      }
    }
  } finally {
    bitmap.close();
  }
}

/** Reads the size from the header: the image is not decoded until it is drawn. */
async function readSize(file: File): Promise<{ readonly width: number; readonly height: number }> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', () => reject(new Error('The image can’t be decoded.')));
      image.src = address;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

function withEnding(name: string, type: string): string {
  const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  const fits = ending === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${ending}$`, 'i');
  return fits.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
