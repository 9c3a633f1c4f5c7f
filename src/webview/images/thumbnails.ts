import { drawPicture } from '../ui/drawPicture.ts';
import { toBase64 } from '../ui/droppedFiles.ts';
import { emitMessage } from './imagesEvents.ts';

/** The shorter side of a small image, in pixels: twice what a tile takes. */
const thumbnailSide = 256;

/**
 * Draws the small image of one that is shown, shows that instead, so that the large one need not stay in memory, and gives it
 * to the host. What is small by itself, and what the page may not read, stays as it is.
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
