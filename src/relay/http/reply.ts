import { errorAboutReply, longestErrorBody, type ReplyHead } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { decodeBody } from './contentEncoding.ts';
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
      // Not left to the inner loops: a decompressor closes them later than at once.
      exchange.leave();
    }
  }
  return { ...head, body: capped(), release: () => exchange.release() };
}

/** The text of what came of a body, up to `enough` bytes, and why it broke off, if it did. */
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
 * The text of an error's body: what came of it before the cap, a cut or a time-out, since half of the relay's
 * words are better than none. Throws only when cancelled.
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
