import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyLimit, WholeReply } from './faults.ts';
import { type Journal, nowMs, type RequestRecord } from './journal.ts';
import { Refusal } from './refusal.ts';

/** Thrown to leave an endpoint when its reply is over before its time. Nothing is wrong then. */
export class ReplyOver extends Error {
  override readonly name = 'ReplyOver';
}

/** As such relays make them: the time, then eight characters of chance. */
function createRequestId(): string {
  return `${new Date().toISOString().replace(/\D/g, '')}${randomBytes(4).toString('hex')}`;
}

/**
 * One request and its reply. Endpoints read and write through it, so that the journal, the limits that faults
 * set and the noticing of a client that goes away are known here and nowhere else.
 */
export class Exchange {
  readonly record: RequestRecord;
  /** Aborted as soon as the reply is over, most often because the client closed its socket. */
  readonly signal: AbortSignal;
  /** Where a fault stops the reply. */
  limit: ReplyLimit | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #journal: Journal;
  readonly #over = new AbortController();
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(request: IncomingMessage, response: ServerResponse, journal: Journal) {
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
    this.#request = request;
    this.#response = response;
    this.#journal = journal;
    this.signal = this.#over.signal;
    this.record = {
      id: createRequestId(),
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      remotePort: request.socket.remotePort ?? 0,
      startedAtMs: nowMs(),
      bodyText: '',
      replyBytes: 0,
      outcome: 'running',
    };
    // A socket that is gone must not crash the server; the `close` event tells us.
    request.on('error', () => {});
    response.on('error', () => {});
    response.on('close', () => this.#close());
    journal.open(this.record);
  }

  /** The whole body, or a refusal when it is larger than allowed. */
  async readBody(limitBytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    try {
      for await (const piece of this.#request) {
        length += piece.length;
        // What comes after the limit is read and dropped: a client that is still sending would otherwise get a
        // broken pipe in place of the answer.
        if (length <= limitBytes) {
          pieces.push(piece);
        }
      }
    } catch {
      // The client left in the middle of its request. The end of the reply follows.
      return this.stall();
    }
    if (length > limitBytes) {
      throw new Refusal({ status: 413, code: 'read_request_body_failed', message: 'request body too large' });
    }
    const body = Buffer.concat(pieces);
    this.record.bodyText = body.toString('utf8');
    this.#journal.changed();
    return body;
  }

  /** Sends status and headers at once, so that a client sees them before the body. */
  start(status: number, headers: Readonly<Record<string, string>>): void {
    this.#throwIfOver();
    this.#writeHead(status, headers);
    this.#response.flushHeaders();
  }

  /** Sends a piece of the body and waits until there is room for more. */
  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(piece);
    const { limit } = this;
    if (limit === undefined || this.record.replyBytes + bytes.length < limit.bytes) {
      return this.#send(bytes);
    }
    await this.#send(bytes.subarray(0, limit.bytes - this.record.replyBytes));
    switch (limit.ending) {
      case 'stall':
        return this.stall();
      case 'cut':
        return this.cut();
      case 'end':
        this.end();
        throw new ReplyOver();
    }
  }

  end(): void {
    this.#throwIfOver();
    this.#response.end();
  }

  /** A reply that is known as a whole. */
  async reply({ status, headers, body }: WholeReply): Promise<void> {
    if (this.limit === undefined) {
      this.#throwIfOver();
      const bytes = Buffer.from(body);
      this.#writeHead(status, { ...headers, 'content-length': String(bytes.length) });
      this.record.replyBytes = bytes.length;
      this.#response.end(bytes);
      return;
    }
    this.start(status, headers);
    await this.write(body);
    this.end();
  }

  /** Destroys the socket once what was written has left. Never returns. */
  async cut(): Promise<never> {
    await this.#lastWrite;
    this.cutNow();
    throw new ReplyOver();
  }

  /** Destroys the socket, whatever is still to be written. */
  cutNow(): void {
    if (this.record.outcome === 'running') {
      this.record.outcome = 'cutByRelay';
      this.#request.socket.destroy();
    }
  }

  /** Does nothing more until the client gives up. Never returns. */
  async stall(): Promise<never> {
    if (!this.signal.aborted) {
      await once(this.signal, 'abort');
    }
    throw new ReplyOver();
  }

  /** Waits; leaves the endpoint when the client goes away meanwhile. */
  async sleep(durationMs: number): Promise<void> {
    await sleep(durationMs, undefined, { signal: this.signal });
  }

  /** Whether it is too late for another reply. */
  get hasStarted(): boolean {
    return this.#response.headersSent;
  }

  async #send(bytes: Uint8Array): Promise<void> {
    this.#throwIfOver();
    if (bytes.length === 0) {
      return;
    }
    let hasRoom = true;
    this.#lastWrite = new Promise((resolve) => {
      hasRoom = this.#response.write(bytes, () => resolve());
    });
    this.record.replyBytes += bytes.length;
    if (!hasRoom) {
      await once(this.#response, 'drain', { signal: this.signal });
    }
  }

  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.record.status = status;
    this.#response.writeHead(status, { 'X-Oneapi-Request-Id': this.record.id, ...headers });
    this.#journal.changed();
  }

  #throwIfOver(): void {
    if (this.signal.aborted) {
      throw new ReplyOver();
    }
  }

  #close(): void {
    const { record } = this;
    record.endedAtMs = nowMs();
    if (record.outcome === 'running') {
      if (this.#response.writableFinished) {
        record.outcome = 'completed';
      } else {
        record.outcome = 'closedByClient';
        record.closedByClientAtMs = record.endedAtMs;
      }
    }
    this.#over.abort();
    this.#journal.changed();
  }
}
