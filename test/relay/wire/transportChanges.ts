import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';

/** A reply that is known as a whole. */
export interface WholeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** Where a reply stops, and how. */
interface ReplyLimit {
  readonly bytes: number;
  readonly ending: 'stall' | 'cut' | 'end';
}

/** What becomes of a reply on its way, whatever is in it. */
export interface TransportChanges {
  /** The socket is closed without a byte, nothing is ever answered, or the body is refused before it was read. */
  readonly instead?: 'drop' | 'stall' | 'refuseUpload';
  /** Waited before the first byte. */
  readonly delayMs?: number;
  readonly limit?: ReplyLimit;
  /** The body leaves in pieces of this size, each in a packet of its own as far as the system allows. */
  readonly pieceBytes?: number;
  /** Compressed, whether or not the client takes it. */
  readonly encoding?: Encoding;
  /** Added to the length that the header tells; the socket is closed after the body. */
  readonly lengthOffset?: number;
  /** Put over the reply's own; an empty text takes one away. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent before everything else in the body. */
  readonly prefix?: string;
  /** The socket is closed once the reply is out, though its headers promise to keep it. */
  readonly closesAfter?: boolean;
  /** A connection that is used again is reset without a byte. */
  readonly resetsReused?: boolean;
}

const creators = {
  gzip: createGzip,
  deflate: createDeflate,
  br: createBrotliCompress,
  zstd: createZstdCompress,
};

type Encoding = keyof typeof creators;

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
