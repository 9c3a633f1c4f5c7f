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

/**
 * A body as it was before the server compressed it. We ask for `identity`, which some proxies ignore.
 * Throws what `createError` makes when the bytes are not what the header says.
 */
export function decodeBody(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  createError: () => Error,
): AsyncIterable<Uint8Array> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  return encodings.reduceRight(
    (decoded, encoding) => decode(decoded, decoders.get(encoding), createError),
    body,
  );
}

async function* decode(
  body: AsyncIterable<Uint8Array>,
  createDecoder: (() => Transform) | undefined,
  createError: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!createDecoder) throw createError();
  const decoder = createDecoder();
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
