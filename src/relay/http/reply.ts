import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import { errorAboutReply, longestErrorBody, type ReplyHead } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import type { Exchange } from './exchange.ts';
import type { Reply } from './request.ts';

/** The reply of an exchange that has started, its body decoded and capped. */
export function createReply(exchange: Exchange, head: ReplyHead, maxBytes: number): Reply {
  const decoded = decodeBody(exchange.read(), head.headers['content-encoding'], () =>
    errorAboutReply(head, 'invalidResponse'),
  );
  async function* capped() {
    let bytes = 0;
    try {
      for await (const piece of decoded) {
        bytes += piece.length;
        if (bytes > maxBytes) throw errorAboutReply(head, 'invalidResponse', { limitBytes: maxBytes });
        yield piece;
      }
    } finally {
      exchange.leave();
    }
  }
  return { ...head, body: capped(), release: () => exchange.release() };
}

/** The received text of a body, up to `enough` bytes, and why it was interrupted, if it was. */
export async function readAsFarAsItCame(
  body: AsyncIterable<Uint8Array>,
  enough = Number.POSITIVE_INFINITY,
): Promise<{ text: string; broken?: RelayError }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const text = () => new TextDecoder().decode(Buffer.concat(pieces).subarray(0, enough));
  try {
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length >= enough) break;
    }
    return { text: text() };
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    return { text: text(), broken: error };
  }
}

/**
 * The text of an error's body: what arrived before the cap, an interruption or a time-out, since half of the
 * relay's message is better than none. Throws only when cancelled.
 */
export async function readErrorText(reply: Reply): Promise<string> {
  const { text, broken } = await readAsFarAsItCame(reply.body, longestErrorBody);
  if (broken?.kind === 'cancelled') throw broken;
  return text;
}

/** All bytes of a body, up to the reply's cap. */
export async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** The same as text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  return new TextDecoder().decode(await readBytes(body));
}

const unzip = () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })],
]);

/**
 * The decompressed body. We ask for `identity`, which some proxies ignore. Anything that is not an encoding, such
 * as `utf-8`, is ignored: the bytes themselves show whether they can be read.
 * Throws what `createError` makes when the bytes are not what the header says.
 */
function decodeBody(
  body: AsyncIterable<Uint8Array>,
  contentEncoding = '',
  createError: () => Error,
): AsyncIterable<Uint8Array> {
  const createDecoder = decoders.get(contentEncoding.trim().toLowerCase());
  return createDecoder ? decode(body, createDecoder(), createError) : body;
}

async function* decode(
  body: AsyncIterable<Uint8Array>,
  decoder: Transform,
  createError: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let failure: unknown;

  // A failing body ends the decoder normally; the failure is thrown after all received bytes are decoded.
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

/** Number of characters that are enough to tell whether a body is a stream of events. */
const enoughCharacters = 6;

/**
 * Whether a reply is a stream of events, and its whole body. The first bytes decide, since neither the request's
 * `stream` nor the Content-Type can be trusted: the latter counts only for what is neither events, JSON nor HTML.
 */
export async function detectEventStream({
  headers,
  body,
}: Reply): Promise<{ isStream: boolean; body: AsyncIterable<Uint8Array> }> {
  const decoder = new TextDecoder();
  let start = '';
  const { whole } = await peek(body, (piece) => {
    start = (start + decoder.decode(piece, { stream: true })).trimStart();
    return /^[{[<:]/.test(start) || start.length >= enoughCharacters;
  });
  const isEvents = /^(:|(data|event|id|retry)\s*(:|[\r\n]|$))/.test(start);
  const isOther = start !== '' && !/^[{[<]/.test(start);
  const isStream = isEvents || (isOther && /event-stream/i.test(headers['content-type'] ?? ''));
  return { isStream, body: whole };
}

/** Reads a body until a piece and the total length are enough; returns what was read, and the whole body. */
export async function peek(
  body: AsyncIterable<Uint8Array>,
  isEnough: (piece: Uint8Array, length: number) => boolean,
): Promise<{ readonly head: Uint8Array; readonly whole: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let next = await iterator.next();
  for (; !next.done; next = await iterator.next()) {
    pieces.push(next.value);
    length += next.value.length;
    if (isEnough(next.value, length)) break;
  }
  async function* whole() {
    try {
      yield* pieces.splice(0);
      if (next.done) return;
      for (next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(pieces), whole: whole() };
}
