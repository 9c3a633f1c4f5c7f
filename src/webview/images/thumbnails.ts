import { drawPicture } from '../ui/drawPicture.ts';
import { toBase64 } from '../ui/droppedFiles.ts';
import { emitMessage } from './imagesEvents.ts';

/** The shorter side of a thumbnail, in pixels: twice the size of a tile. */
const thumbnailSide = 256;

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
