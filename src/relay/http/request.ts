import type { CallOptions } from '../callOptions.ts';
import type { ReplyHead } from '../errors/errorReply.ts';
import type { RetryRule } from './retry.ts';

/** Maximum sizes of replies, in bytes after decompression. */
export const sizeCaps = {
  list: 16 * 1024 ** 2,
  answer: 64 * 1024 ** 2,
  audio: 64 * 1024 ** 2,
};

export interface RelayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base URL, with the query if there is one. */
  readonly path: `/${string}`;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as the JSON body. */
  readonly json?: unknown;
  /** A body that is not JSON; in place of `json`. */
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array };
  readonly retry: RetryRule;
  /**
   * The first-byte time-out, if not the usual one: `slow…` if all is generated before the first byte, `quick…` if
   * nothing is generated.
   */
  readonly firstByte?: 'quickFirstByteMs' | 'slowFirstByteMs';
  /** Cap of a reply that has a good status; error bodies have their own. */
  readonly maxBytes: number;
  readonly call?: CallOptions | undefined;
}

/** A file at a URL from the relay: the result of a task, an image. */
export interface FileRequest {
  readonly url: string;
  /** Its first byte, for a server that supports ranges; the reply's status says whether it does. */
  readonly from?: number;
  readonly maxBytes: number;
  readonly call?: CallOptions | undefined;
}

/** A reply whose headers were received and whose body is arriving. */
export interface Reply extends ReplyHead {
  /**
   * The decoded bytes as they come. Throws a RelayError: `timeout` (idle), `interrupted`, `cancelled`, or
   * `invalidResponse` over the size cap or when the encoding is broken. Leaving the loop closes the socket.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest of the body, so that the connection can be reused. */
  release(): void;
}
