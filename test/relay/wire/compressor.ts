import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';

const creators = {
  gzip: createGzip,
  deflate: createDeflate,
  br: createBrotliCompress,
  zstd: createZstdCompress,
};

export type Encoding = keyof typeof creators;

/** Compresses a body piece by piece, so that a stream can be read while it is written. */
export class Compressor {
  readonly #stream: ReturnType<(typeof creators)[Encoding]>;
  #pieces: Buffer[] = [];

  constructor(encoding: Encoding) {
    this.#stream = creators[encoding]();
    this.#stream.on('data', (piece: Buffer) => this.#pieces.push(piece));
  }

  async write(bytes: Uint8Array): Promise<Buffer> {
    this.#stream.write(bytes);
    await new Promise<void>((resolve) => this.#stream.flush(resolve));
    return this.#take();
  }

  async end(): Promise<Buffer> {
    await new Promise<void>((resolve) => {
      this.#stream.on('end', resolve);
      this.#stream.end();
    });
    return this.#take();
  }

  #take(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    return Buffer.concat(pieces);
  }
}
