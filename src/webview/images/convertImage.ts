import type { ImageFormat, ImagesHostMessage } from '../../protocol/imagesProtocol.ts';
import { drawPicture } from '../ui/drawPicture.ts';
import { toBase64 } from '../ui/droppedFiles.ts';
import { t } from '../ui/l10n.ts';
import { announce, emitMessage } from './imagesEvents.ts';

/** The shorter side of a thumbnail, in pixels: twice the size of a tile. */
const thumbnailSide = 256;

/** Converts an image at the host's request. */
export async function answerConversion(
  from: Element,
  { requestId, bytes, format, scale }: Extract<ImagesHostMessage, { type: 'convert' }>,
): Promise<void> {
  const converted = await convertImage(bytes, format, scale);
  emitMessage(from, {
    type: 'converted',
    requestId,
    ...(converted !== undefined && { bytes: converted }),
  });
}

/** Converts an image to another format or size, in base64; undefined if that fails. JPEG gets a white background. */
async function convertImage(base64: string, format: ImageFormat, scale: number): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = drawPicture(bitmap, bitmap, scale, format === 'image/jpeg' ? 'white' : undefined);
    bitmap.close();
    return await toBase64(await canvas.convertToBlob({ type: format, quality: 0.9 }));
  } catch {
    return undefined;
  }
}

/** Copies an image to the clipboard as PNG, which other programs accept. */
export async function copyImage(page: Element, address: string): Promise<void> {
  try {
    // With a promise, the click still counts as the user gesture when the image is ready.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': readAsPng(address) })]);
    announce(page, t('Image copied'), true);
  } catch {
    announce(page, t('The image could not be copied. Save it instead.'), true);
  }
}

async function readAsPng(address: string): Promise<Blob> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  return drawPicture(image, size, 1).convertToBlob({ type: 'image/png' });
}

/**
 * Creates a thumbnail of a shown image, sends it to the host, and shows it instead, so that the large image need not
 * stay in memory. Images that are already small, or that the page may not read, stay as they are.
 */
export async function makeThumbnail(image: HTMLImageElement, file: string): Promise<void> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = thumbnailSide / Math.min(width, height);
  if (!(scale < 1)) return;
  try {
    const canvas = drawPicture(image, { width, height }, scale);
    const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    const bytes = await toBase64(small);
    emitMessage(image, { type: 'thumbnail', file, bytes });
    const address = URL.createObjectURL(small);
    image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  } catch {
    // The full image stays visible.
  }
}
