/**
 * What images are scaled down to: ten of them fit into one request. Services show a model no more pixels than about these,
 * and refuse longer sides where a request has many images.
 */
const maximumSide = 2_000;
const maximumBytes = 1_000_000;
/** A page that decodes more than this may die of it. */
const maximumFileBytes = 50_000_000;
const maximumPixels = 100_000_000;

/** Those that every model takes as they are. Of GIF, which not all take, the first frame is attached. */
const knownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Which encodings are tried, the best one first: text stays sharp, and all but JPEG keep what is transparent. */
const encodings = {
  jpeg: [
    { type: 'image/jpeg', quality: 0.85 },
    { type: 'image/jpeg', quality: 0.7 },
  ],
  other: [{ type: 'image/png' }, { type: 'image/webp', quality: 0.9 }, { type: 'image/webp', quality: 0.75 }],
} as const satisfies Record<string, readonly ImageEncodeOptions[]>;

export interface PreparedPicture {
  readonly blob: Blob;
  readonly name: string;
  /** In pixels, where the image had to be made smaller. */
  readonly reduced?: { readonly width: number; readonly height: number };
}

/** A drawing in SVG is a text, and goes to the model as such. */
export function isPicture({ type }: Blob): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** An image as models take it: no larger than they allow, and in a format that they know. */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const size = file.size > maximumFileBytes ? undefined : await readSize(file);
  if (!size || size.width * size.height > maximumPixels) throw new Error('The image is too large.');
  const side = Math.max(size.width, size.height);
  const isSmall = side <= maximumSide && file.size <= maximumBytes;
  if (isSmall && knownTypes.includes(file.type)) return { blob: file, name: file.name };
  const bitmap = await createImageBitmap(file);
  try {
    const wanted = file.type === 'image/jpeg' ? encodings.jpeg : encodings.other;
    for (let scale = Math.min(1, maximumSide / side); ; scale *= 0.7) {
      const canvas = draw(bitmap, scale);
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

/** How many pixels it has, by its header: nothing is decoded until it is drawn. */
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

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const canvas = new OffscreenCanvas(scaled(bitmap.width), scaled(bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function withEnding(name: string, type: string): string {
  const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  const fits = ending === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${ending}$`, 'i');
  return fits.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
