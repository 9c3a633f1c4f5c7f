/** Models refuse larger pictures. As base64 so many bytes become 5 MB. */
const maximumBytes = 3_750_000;
const maximumSide = 8_000;
/** A page that decodes more than this may die of it. */
const maximumDecodedBytes = 100_000_000;

/** Those that models take as they are. */
const knownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export interface PreparedPicture {
  readonly blob: Blob;
  readonly name: string;
  /** In pixels, where the picture had to be made smaller. */
  readonly reduced?: { readonly width: number; readonly height: number };
}

/** A drawing in SVG is a text, and goes to the model as such. */
export function isPicture({ type }: Blob): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** A picture as models take it: no larger than they allow, and in a format that they know. */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  if (file.size > maximumDecodedBytes) throw new Error('The picture is too large.');
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const isKnown = knownTypes.includes(file.type);
    const isSmall = Math.max(width, height) <= maximumSide;
    if (isKnown && isSmall && file.size <= maximumBytes) return { blob: file, name: file.name };
    // What is drawn anew in its own size gets another format, and nobody need be told.
    const types = file.type === 'image/jpeg' ? ['image/jpeg'] : ['image/png', 'image/jpeg'];
    for (let scale = Math.min(1, maximumSide / Math.max(width, height)); ; scale *= 0.7) {
      for (const type of types) {
        const blob = await draw(bitmap, scale, type);
        if (blob.size > maximumBytes) continue;
        const size = sizeOf(bitmap, scale);
        const name = withEnding(file.name, blob.type === 'image/png' ? 'png' : 'jpg');
        return { blob, name, ...(scale < 1 && { reduced: size }) };
      }
    }
  } finally {
    bitmap.close();
  }
}

function sizeOf({ width, height }: ImageBitmap, scale: number): { width: number; height: number } {
  const scaled = (side: number) => Math.max(1, Math.min(maximumSide, Math.round(side * scale)));
  return { width: scaled(width), height: scaled(height) };
}

async function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const { width, height } = sizeOf(bitmap, scale);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  if (type === 'image/jpeg') {
    // It knows no transparency, and would show black instead.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality: 0.85 });
}

function withEnding(name: string, ending: string): string {
  const fits = ending === 'jpg' ? /\.jpe?g$/i : /\.png$/i;
  return fits.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
