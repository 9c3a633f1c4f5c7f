import type { ImagePart } from '../../relay/chat/chatRequest.ts';
import {
  type ImageCost,
  isWithinImageLimits,
  maxImageBytes,
  maxRequestImages,
  readChatImage,
} from '../../relay/tokens/imageBudget.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import type { PictureRecord } from './records.ts';

/** An image as it goes to a model. */
export type SentImage = Pick<ImagePart, 'mediaType' | 'bytes'>;

/**
 * Scales an image down, in a page of the chat. 'failed': a page was asked, and can't. Undefined where no page is there to
 * ask. Never rejects.
 */
export type ScaleImage = (bytes: Uint8Array) => Promise<Uint8Array | 'failed' | undefined>;

/** Approximate cost of an image that a page scaled down. */
const scaledCost = { bytes: 1_000_000, pixels: 4_000_000 };

/** What an image adds to a request. */
export function imageCost({ bytes = maxImageBytes, width, height }: PictureRecord): ImageCost {
  const size = width === undefined || height === undefined ? undefined : { width, height };
  if (!isWithinImageLimits(bytes, size)) return scaledCost;
  return { bytes, pixels: size ? size.width * size.height : scaledCost.pixels };
}

/** Reads images as they go to a model: those that models and tools sent may be larger, or of other types, than services take. */
export function createSentImages(
  pictures: Pick<PictureStore, 'read'>,
  scale: ScaleImage,
  /** Undefined where a photo tells where it was taken, and that can’t be removed. */
  withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>,
): (picture: PictureRecord) => Promise<SentImage | undefined> {
  /**
   * The same bytes in every request: else no prompt cache applies. What can't be scaled is not tried again for each
   * request. As many as go along with one request.
   */
  const scaled = new Map<string, SentImage | 'failed'>();

  return async (picture) => {
    const { file } = picture;
    const known = scaled.get(file);
    if (known) return known === 'failed' ? undefined : known;
    const bytes = await withoutLocation(await pictures.read(picture));
    if (!bytes) throw new Error('Location data could not be removed');
    const asItIs = readChatImage(bytes);
    if (asItIs) return asItIs;
    const smaller = await scale(bytes);
    if (!smaller) return undefined;
    const image = smaller === 'failed' ? undefined : readChatImage(smaller);
    scaled.set(file, image ?? 'failed');
    for (const [oldest] of scaled) if (scaled.size > maxRequestImages.count) scaled.delete(oldest);
    return image;
  };
}
