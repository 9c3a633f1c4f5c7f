import type { CallOptions } from '../callOptions.ts';
import type { RelayErrorKind } from '../errors/errorKind.ts';
import type { ReplyHead } from '../errors/errorReply.ts';
import { RelayError, type RelayErrorDetails, systemCodeOf, type TimeoutPhase } from '../errors/relayError.ts';

/** The part of undici's request controller that an exchange uses. */
export interface ExchangeController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Named time-outs, in milliseconds. The error has the name as its `phase`. */
export interface Timeouts {
  /** From the start to an open (and encrypted) connection. */
  readonly connectMs: number;
  /** From the moment the whole request is handed to the connection to the reply's status and headers. */
  readonly firstByteMs: number;
  /** The same for replies that need no generation: model lists. */
  readonly quickFirstByteMs: number;
  /** The same for replies that are complete before the first byte: images, responses that are not streamed. */
  readonly slowFirstByteMs: number;
  /** Between two pieces of a reply, or of a large body on its way up. */
  readonly idleMs: number;
}

interface ExchangeOptions {
  /** The destination, as errors may show it. */
  readonly place: Pick<RelayErrorDetails, 'url' | 'proxy'>;
  readonly timeouts: Timeouts;
  /** Not aborted yet. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when nothing more will come. */
  readonly onClosed: () => void;
  /** The body is large, and reports its progress by `onSliceSent`. */
  readonly hasUpload?: boolean;
  readonly onPhase?: CallOptions['onPhase'];
}

/** Status and headers of a reply, with names in lower case. */
export type ResponseStart = Pick<ReplyHead, 'status' | 'headers'>;

/** How many bytes of a reply are buffered for a slow reader before the socket is paused. */
const highWaterBytes = 256 * 1024;

/** How long an error's body may take in total: half of a short message now is better than all of it late. */
const errorBodyMs = 3000;

/** How many bytes and how much time the unneeded rest of a reply may take, so that its connection can be reused. */
const drain = { bytes: 64 * 1024, ms: 1000 };

/**
 * One request and its reply on the wire: the handler that undici calls, and the reply's body as it arrives.
 *
 * The time-outs are ours, not undici's: those tick once a second, and don't tell which one ran out. An interrupted
 * reply yields all its bytes before it throws; a Node stream would drop what was not yet read.
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #started = Promise.withResolvers<ResponseStart>();
  readonly #closed = Promise.withResolvers<void>();
  #phase: TimeoutPhase | 'closed' = 'connect';
  #idleMs: number;
  #controller: ExchangeController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failure: RelayError | undefined;
  #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #isPaused = false;
  #drainedBytes: number | undefined;
  #wasSent = false;
  /** Aborted when it is over. */
  #opening: AbortController | undefined;
  #isRefused = false;
  #wake: (() => void) | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#idleMs = options.timeouts.idleMs;
    this.#enter('connect', options.timeouts.connectMs);
    options.signal?.addEventListener('abort', this.cancel);
  }

  // Called by undici.

  /** Called when a connection is opened for it. Returns a signal that aborts this; undefined if none is needed now. */
  onConnecting(): AbortSignal | undefined {
    if (this.#phase !== 'connect') return undefined;
    this.#opening ??= new AbortController();
    return this.#opening.signal;
  }

  onRequestStart(controller: ExchangeController): void {
    this.#controller = controller;
    // The exchange failed while the connection was being made.
    if (this.#failure) {
      controller.abort(this.#failure);
      return;
    }
    this.#wasSent = true;
    const { hasUpload, timeouts } = this.#options;
    if (hasUpload) this.#enter('upload', timeouts.idleMs);
    else this.#enter('firstByte', timeouts.firstByteMs);
  }

  onResponseStart(
    _controller: ExchangeController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200 || this.#phase === 'closed') return;
    if (status >= 400) {
      this.#isRefused = true;
      this.#idleMs = Math.min(errorBodyMs, this.#idleMs);
    }
    this.#enter('idle', this.#idleMs);
    const entries = Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]);
    this.#started.resolve({ status, headers: Object.fromEntries(entries) });
  }

  onResponseData(controller: ExchangeController, piece: Uint8Array): void {
    if (this.#phase === 'closed') return;
    if (this.#drainedBytes !== undefined) {
      this.#drainedBytes += piece.length;
      if (this.#drainedBytes > drain.bytes) this.cancel();
      return;
    }
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes >= highWaterBytes) {
      // While we pause the socket, its silence is not the relay's fault.
      this.#isPaused = true;
      clearTimeout(this.#timer);
      controller.pause();
    } else if (!this.#isRefused) this.#timer?.refresh();
    this.#wakeReader();
  }

  onResponseEnd(): void {
    this.#close();
  }

  onResponseError(_controller: ExchangeController, error: Error): void {
    // An error from our own connector, which has more details than a code.
    if (error instanceof RelayError) this.#fail(error.kind, error.details);
    else {
      const systemCode = systemCodeOf(error);
      const isUpload = this.#phase === 'upload';
      const kind = this.#phase === 'idle' ? 'interrupted' : 'connection';
      this.#fail(kind, { systemCode, ...(isUpload && { phase: 'upload' }) });
    }
  }

  // Called by the request body while it uploads.

  /** A slice of the body was sent, perhaps the last one: the time-out starts again. */
  onSliceSent(isLast: boolean): void {
    if (this.#phase !== 'upload') return;
    const { timeouts } = this.#options;
    if (isLast) this.#enter('firstByte', timeouts.firstByteMs);
    else this.#enter('upload', timeouts.idleMs);
  }

  /** Whether the relay still wants the body; an exchange that is over does not. */
  get wantsUpload(): boolean {
    return this.#phase !== 'closed' && !this.#isRefused;
  }

  // Called by the transport.

  /** Settles with the reply's start; rejects with a RelayError. */
  get started(): Promise<ResponseStart> {
    return this.#started.promise;
  }

  /** Settles when nothing more will be received or sent. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Whether it was sent on a reused connection. */
  get wasReused(): boolean {
    return this.#wasSent && this.#opening === undefined;
  }

  /** Whether anything of the request may have reached the relay. */
  get wasSent(): boolean {
    return this.#wasSent;
  }

  /** Ends the exchange and its socket at once; waiting callers get an error of kind `cancelled`. */
  readonly cancel = (): void => {
    this.#pieces = [];
    this.#fail('cancelled');
  };

  /** Discards the rest of the reply, for a short while, so that the connection can be reused. */
  release(): void {
    if (this.#phase === 'closed' || this.#drainedBytes !== undefined) return;
    this.#drainedBytes = this.#waitingBytes;
    this.#pieces = [];
    this.#options.signal?.removeEventListener('abort', this.cancel);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.cancel, drain.ms);
    this.#timer.unref();
    this.#resume();
  }

  /** Called when the reader stops: closes the socket, unless the exchange is over or released. */
  leave(): void {
    if (this.#drainedBytes === undefined) this.cancel();
  }

  /** The reply's bytes as they come. Whoever leaves the loop early calls `leave`. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const pieces = this.#pieces;
      this.#pieces = [];
      this.#waitingBytes = 0;
      this.#resume();
      for (const piece of pieces) {
        if (this.#failure?.kind === 'cancelled') throw this.#failure;
        yield piece;
      }
      if (this.#pieces.length > 0) continue;
      if (this.#failure) throw this.#failure;
      if (this.#phase === 'closed' || this.#drainedBytes !== undefined) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#drainedBytes === undefined) this.#enter('idle', this.#idleMs);
    this.#controller?.resume();
  }

  #enter(phase: Exclude<TimeoutPhase, 'relay'>, timeoutMs: number): void {
    const isNew = phase !== this.#phase || phase === 'connect';
    if (isNew && phase !== 'idle') this.#options.onPhase?.(phase);
    this.#phase = phase;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail('timeout', { phase, timeoutMs }), timeoutMs);
  }

  #fail(kind: RelayErrorKind, details: RelayErrorDetails = {}): void {
    if (this.#phase === 'closed') return;
    const failure = new RelayError(kind, { ...details, ...this.#options.place });
    this.#failure = failure;
    // Rejecting does nothing once `started` has resolved: then the reader of the body gets the failure.
    this.#started.reject(failure);
    this.#close();
    // Abort last: undici reports it back as an error, and the exchange must be closed by then.
    this.#controller?.abort(failure);
  }

  #close(): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.cancel);
    this.#opening?.abort();
    this.#wakeReader();
    this.#closed.resolve();
    this.#options.onClosed();
  }

  #wakeReader(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
