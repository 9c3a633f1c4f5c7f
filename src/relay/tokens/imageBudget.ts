import { type ChatImageType, isChatImageType } from '../media/chatImageTypes.ts';
import { detectImageType } from '../media/imageFormat.ts';
import { type PictureSize, readPictureSize } from './pictureSize.ts';

/** The size limit of services for one image: three quarters of 5 MB of base64. */
export const maxImageBytes = Math.floor((5 * 1024 * 1024 * 3) / 4);
export const maxImageSide = 8_000;

/**
 * All images of one request. The smallest limit of a service is a body of 20 MB: in base64, these bytes are 16 MB, and the
 * text has the rest. With more images than this, services also refuse sides above 2,000 pixels.
 */
export const maxRequestImages = { count: 20, bytes: 12_000_000, pixels: 50_000_000 } as const;

/** The note to a model in place of an image that doesn't fit. */
export const omittedImageNote = '(An older image is left out here, since the conversation has too many.)';

export interface ImageCost {
  readonly bytes: number;
  readonly pixels: number;
}

/** Whether services accept this as one image. If an image's header doesn't state its size, only its bytes count. */
export function isWithinImageLimits(bytes: number, size: PictureSize | undefined): boolean {
  return bytes <= maxImageBytes && Math.max(size?.width ?? 0, size?.height ?? 0) <= maxImageSide;
}

/** An image that services accept in a chat, with its type; undefined if it is too large, or of another type. */
export function readChatImage(
  bytes: Uint8Array,
): { readonly mediaType: ChatImageType; readonly bytes: Uint8Array } | undefined {
  const mediaType = detectImageType(bytes);
  const isTaken = isChatImageType(mediaType) && isWithinImageLimits(bytes.length, readPictureSize(bytes));
  return isTaken ? { mediaType, bytes } : undefined;
}

/** Maximum side of images after the chat's page has scaled them. */
const scaledSide = 2_000;
const scaledBytes = 1_000_000;

/** Whether an image should be scaled down if possible, so that many of them fit into one request. */
export function isWorthScaling(bytes: Uint8Array): boolean {
  const { width = 0, height = 0 } = readPictureSize(bytes) ?? {};
  return bytes.length > scaledBytes || Math.max(width, height) > scaledSide || !isTakenByAll(bytes);
}

/** Not all services accept GIF, and none accepts AVIF and BMP. */
function isTakenByAll(bytes: Uint8Array): boolean {
  const type = detectImageType(bytes);
  return type === 'image/png' || type === 'image/jpeg' || type === 'image/webp';
}

/** Whether these images fit together into one request, or into a share of it. */
export function fitIntoRequest(images: readonly ImageCost[], share = 1): boolean {
  const sum = (of: (image: ImageCost) => number) => images.reduce((total, image) => total + of(image), 0);
  return (
    images.length <= maxRequestImages.count * share &&
    sum(({ bytes }) => bytes) <= maxRequestImages.bytes * share &&
    sum(({ pixels }) => pixels) <= maxRequestImages.pixels * share
  );
}

/**
 * The images that go with a request, given as groups in order: a group has the images of one message or turn. Beyond
 * the limits, the oldest are left out, so many at once that only half of the limits is used: if every new image
 * replaced one old image, the request's beginning would change each time, and no prompt cache would apply.
 */
export function chooseImages<Image>(
  groups: readonly (readonly Image[])[],
  costOf: (image: Image) => ImageCost,
): ReadonlySet<Image> {
  let older: readonly Image[] = [];
  for (const group of groups) {
    const fits = (images: readonly Image[], share: number) => fitIntoRequest(images.map(costOf), share);
    let own: readonly Image[] = group;
    while (!fits(own, 1)) own = own.slice(1);
    if (!fits([...older, ...own], 1)) {
      while (older.length > 0 && !fits([...older, ...own], 0.5)) older = older.slice(1);
    }
    older = [...older, ...own];
  }
  return new Set(older);
}
