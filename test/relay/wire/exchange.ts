import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep, setImmediate as yieldToSockets } from 'node:timers/promises';
import { type Journal, nowMs, type RequestRecord } from './journal.ts';
import { Compressor, jsonHeaders, type TransportChanges, type WholeReply } from './transportChanges.ts';

/** Thrown to leave an endpoint when its reply is over before its time. Nothing is wrong then. */
export class ReplyOver extends Error {
  override readonly name = 'ReplyOver';
}

/** As such relays make them: the time, then eight characters of chance. */
function createRequestId(): string {
  return `${new Date().toISOString().replace(/\D/g, '')}${randomBytes(4).toString('hex')}`;
}

const usedSockets = new WeakSet<object>();

/**
 * One request and its reply. Endpoints read and write through it, so that the journal, the limits that faults
 * set and the noticing of a client that goes away are known here and nowhere else.
 */
export class Exchange {
  readonly record: RequestRecord;
  /** Whether another request came before it on the same connection. */
  readonly isOnReusedConnection: boolean;
  /** Aborted as soon as the reply is over, most often because the client closed its socket. */
  readonly signal: AbortSignal;
  /** What becomes of the reply on its way. */
  transport: TransportChanges = {};
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #journal: Journal;
  readonly #over = new AbortController();
  #compressor: Compressor | undefined;
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
      startedAtMs: nowMs(),
      bodyText: '',
      replyBytes: 0,
      outcome: 'running',
    };
    this.isOnReusedConnection = usedSockets.has(request.socket);
    usedSockets.add(request.socket);
    // A socket that is gone must not crash the server; the `close` event tells us.
    request.on('error', () => {});
    response.on('error', () => {});
    response.on('close', () => this.#close());
    journal.open(this.record);
  }

  /** The whole body. */
  async readBody(): Promise<Buffer> {
    let body: Buffer;
    try {
      body = await buffer(this.#request);
    } catch {
      // The client left in the middle of its request. The end of the reply follows.
      return this.stall();
    }
    this.record.bodyText = body.toString('utf8');
    this.#journal.changed();
    return body;
  }

  /** Replies with 413 and closes the socket while the client still sends, as proxies do. Never returns. */
  async refuseUpload(): Promise<never> {
    this.start(413, { 'content-type': 'text/plain', connection: 'close' });
    await this.write('Request Entity Too Large');
    return this.cut();
  }

  /** Sends status and headers at once, so that a client sees them before the body. */
  start(status: number, headers: Readonly<Record<string, string>>): void {
    this.#throwIfOver();
    const { encoding } = this.transport;
    this.#compressor = encoding && new Compressor(encoding);
    this.#writeHead(status, { ...headers, ...(encoding && { 'content-encoding': encoding }) });
    this.#response.flushHeaders();
  }

  /** Sends a piece of the body and waits until there is room for more. */
  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(piece);
    const { limit } = this.transport;
    if (limit === undefined || this.record.replyBytes + bytes.length < limit.bytes) return this.#send(bytes);
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
    if (this.#compressor === undefined) {
      this.#response.end();
      return;
    }
    void this.#compressor.end().then((rest) => {
      this.record.replyBytes += rest.length;
      this.#response.end(rest);
    });
  }

  /** A reply that is known as a whole. */
  async reply({ status, headers, body }: WholeReply): Promise<void> {
    const { limit, pieceBytes, encoding, lengthOffset = 0, prefix = '' } = this.transport;
    if (limit === undefined && pieceBytes === undefined && encoding === undefined) {
      this.#throwIfOver();
      const bytes = Buffer.concat([Buffer.from(prefix), Buffer.from(body)]);
      this.#writeHead(status, { ...headers, 'content-length': String(bytes.length + lengthOffset) });
      this.record.replyBytes = bytes.length;
      this.#response.end(bytes, () => {
        if (lengthOffset !== 0) this.#request.socket.end();
      });
      return;
    }
    this.start(status, headers);
    await this.write(body);
    this.end();
  }

  replyJson(status: number, body: unknown): Promise<void> {
    return this.reply({ status, headers: jsonHeaders, body: JSON.stringify(body) });
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
    if (!this.signal.aborted) await once(this.signal, 'abort');
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
    const { prefix, pieceBytes } = this.transport;
    const isFirst = this.record.replyBytes === 0 && prefix !== undefined;
    const plain = isFirst ? Buffer.concat([Buffer.from(prefix), bytes]) : bytes;
    const sent = (await this.#compressor?.write(plain)) ?? plain;
    if (pieceBytes === undefined) return this.#sendPiece(sent);
    for (let offset = 0; offset < sent.length; offset += pieceBytes) {
      await this.#sendPiece(sent.subarray(offset, offset + pieceBytes));
      await yieldToSockets();
    }
  }

  async #sendPiece(bytes: Uint8Array): Promise<void> {
    this.#throwIfOver();
    if (bytes.length === 0) return;
    let hasRoom = true;
    this.#lastWrite = new Promise((resolve) => {
      hasRoom = this.#response.write(bytes, () => resolve());
    });
    this.record.replyBytes += bytes.length;
    if (!hasRoom) await once(this.#response, 'drain', { signal: this.signal });
  }

  #writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.record.status = status;
    const changed = Object.entries({
      'X-Oneapi-Request-Id': this.record.id,
      ...headers,
      ...this.transport.headers,
    }).filter(([, value]) => value !== '');
    if (this.transport.closesAfter === true) this.#response.on('finish', () => this.#request.socket.end());
    this.#response.writeHead(status, Object.fromEntries(changed));
    this.#journal.changed();
  }

  #throwIfOver(): void {
    if (this.signal.aborted) throw new ReplyOver();
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
