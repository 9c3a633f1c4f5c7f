import { Readable } from 'node:stream';
import type { CallOptions } from '../callOptions.ts';
import { isErrorJson } from '../errors/errorBody.ts';
import { errorAboutReply, errorFromJson, longestErrorBody } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { peek, readAsFarAsItCame } from '../http/reply.ts';
import type { Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { parseJson } from '../json.ts';
import { decodeBase64 } from '../media/imageFormat.ts';
import { detectMediaType } from '../media/mediaType.ts';

/** A video, image or sound while it streams: detected by its first bytes, if the body begins with them. */
export interface MediaStream {
  /** The offset of the body's first byte: 0 unless the server begins elsewhere, whatever was requested. */
  readonly from: number;
  /** The size of the whole file, as the server says. */
  readonly total?: number;
  /** Leaving the loop closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

const largestResultBytes = 2 * 1024 ** 3;
/** Number of bytes that are enough to detect a file's type. */
const headBytes = 512;

/**
 * Opens a result from a URL of `TaskStatus.results`, from a byte offset on if the server supports that: see
 * `MediaStream`. The key is sent to the relay's own origin only. At most 2 GB.
 *
 * Throws RelayErrors: the server's own, also under status 200; `invalidResponse` with its `status` if the URL no
 * longer works, for a file that is not a video, image or sound, and for a URL that must not be requested. So does its
 * body.
 */
export async function openTaskResult(
  transport: Transport,
  { url, from = 0 }: { readonly url: string; readonly from?: number },
  call?: CallOptions,
): Promise<MediaStream> {
  if (/^data:/i.test(url)) return openInline(url);
  const reply = await transport.fetchFile({ url, maxBytes: largestResultBytes, call, from });
  const { start, total } = readRange(reply, from);
  if ((total ?? 0) > largestResultBytes)
    throw errorAboutReply(reply, 'invalidResponse', { limitBytes: largestResultBytes });
  const facts = { from: start, ...(total !== undefined && { total }) };
  if (start > 0) return { ...facts, body: reply.body };
  const { head, whole } = await peek(reply.body, (_, length) => length >= headBytes);
  if (detectMediaType(head)) return { ...facts, body: whole };
  throw await whyNoMedia(reply, whole);
}

function openInline(url: string): MediaStream {
  const bytes = decodeBase64(url);
  if (!bytes || !detectMediaType(bytes)) throw new RelayError('invalidResponse');
  return { from: 0, total: bytes.length, body: Readable.from([bytes]) };
}

/** Where the body begins and how long the file is. Throws for a range that was not requested. */
function readRange(reply: Reply, asked: number): { start: number; total?: number } {
  const { headers, status } = reply;
  const isEncoded = !/^(identity)?$/i.test(headers['content-encoding'] ?? '');
  if (status !== 206) {
    const total = isEncoded ? Number.NaN : Number(headers['content-length'] ?? Number.NaN);
    return { start: 0, ...(Number.isSafeInteger(total) && { total }) };
  }
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(headers['content-range']?.trim() ?? '') ?? [];
  if (isEncoded || Number(start) !== asked) throw errorAboutReply(reply, 'invalidResponse');
  return { start: asked, ...(total !== '*' && { total: Number(total) }) };
}

async function whyNoMedia(reply: Reply, body: AsyncIterable<Uint8Array>): Promise<RelayError> {
  const { text, broken } = await readAsFarAsItCame(body, longestErrorBody);
  if (broken) throw broken;
  const json = parseJson(text);
  return isErrorJson(json) ? errorFromJson(reply, json) : errorAboutReply(reply, 'invalidResponse');
}
