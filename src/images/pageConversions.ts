import type { ImageFormat, ImagesHostMessage } from '../protocol/imagesProtocol.ts';

/** How long the page may take for an image. */
const conversionMs = 30_000;

/** Lets the page draw images in other formats and sizes, which the host can't. */
export class PageConversions {
  readonly #post: (message: ImagesHostMessage) => void;
  /** The number of the last request, and what its reply resolves. */
  #asked = 0;
  #resolve: ((bytes: string | undefined) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(post: (message: ImagesHostMessage) => void) {
    this.#post = post;
  }

  /** `scale` is 1 or less. Rejects if the page can't draw the image, or does not reply. */
  convert(bytes: Buffer, format: ImageFormat, scale: number): Promise<Uint8Array> {
    // One at a time: a decoded photo takes 200 MB.
    const converted = this.#last.then(() => this.#convert(bytes, format, scale));
    this.#last = converted.catch(() => undefined);
    return converted;
  }

  async #convert(bytes: Buffer, format: ImageFormat, scale: number): Promise<Uint8Array> {
    this.#asked += 1;
    const requestId = this.#asked;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(resolve, conversionMs, undefined);
    this.#resolve = resolve;
    this.#post({ type: 'convert', requestId, bytes: bytes.toString('base64'), format, scale });
    const converted = await promise;
    clearTimeout(timer);
    if (converted === undefined) throw new Error(`The page could not convert an image to ${format}`);
    return new Uint8Array(Buffer.from(converted, 'base64'));
  }

  onConverted(message: { readonly requestId: number; readonly bytes?: string | undefined }): void {
    if (message.requestId === this.#asked) this.#resolve?.(message.bytes);
  }
}
