/** Draws an image scaled by a factor, optionally on a background color for transparent parts. */
export function drawPicture(
  picture: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
  backdrop?: string,
): OffscreenCanvas {
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const canvas = new OffscreenCanvas(scaled(width), scaled(height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  if (backdrop) {
    context.fillStyle = backdrop;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
