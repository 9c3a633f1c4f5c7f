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

/** An image as it is sent to a model. */
export type SentImage = Pick<ImagePart, 'mediaType' | 'bytes'>;

/**
 * Scales an image down in a page of the chat. 'failed': the page could not scale it. Undefined if there is no page.
 * Never rejects.
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

/** Reads images for a request. Images from models and tools may be too large, or of types that services refuse. */
export function createSentImages(
  pictures: Pick<PictureStore, 'read'>,
  scale: ScaleImage,
  /** Undefined if a photo has location data that can’t be removed. */
  withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>,
): (picture: PictureRecord) => Promise<SentImage | undefined> {
  /**
   * The same bytes in every request, or no prompt cache would apply. An image that can't be scaled is not tried again
   * for each request. Holds as many images as one request can have.
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
