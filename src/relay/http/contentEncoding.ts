import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

const unzip = () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })],
]);

/** More than any chain of proxies has; each one costs memory. */
const mostEncodings = 3;

/**
 * A body as it was before the server compressed it. We ask for `identity`, which some proxies ignore. What is no
 * encoding, such as `utf-8`, changes nothing: whether the bytes can be read is seen from them.
 * Throws what `createError` makes when the bytes are not what the header says, or were encoded too often.
 */
export async function* decodeBody(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  createError: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  const createDecoders = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => decoders.get(encoding.trim().toLowerCase()))
    .filter((createDecoder) => createDecoder !== undefined);
  if (createDecoders.length > mostEncodings) throw createError();
  yield* createDecoders.reduceRight(
    (decoded, createDecoder) => decode(decoded, createDecoder(), createError),
    body,
  );
}

async function* decode(
  body: AsyncIterable<Uint8Array>,
  decoder: Transform,
  createError: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let failure: unknown;

  // A cut body ends the decoder quietly and is thrown afterwards, so that all that came is decoded first.
  async function* untilFailure() {
    try {
      yield* body;
    } catch (error) {
      failure = error;
    }
  }

  pipeline(Readable.from(untilFailure()), decoder, () => {});
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch {
    throw createError();
  }
  if (failure) throw failure;
}
