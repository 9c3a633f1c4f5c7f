import type { IncomingHttpHeaders } from 'node:http';

/** How a request ended: `completed` once the whole reply was handed to the system. */
type Outcome = 'running' | 'completed' | 'closedByClient' | 'cutByRelay';

/** One request, as it arrived and as it went. The times are milliseconds since the epoch, with fractions. */
export interface RequestRecord {
  /** Also in the reply's X-Oneapi-Request-Id header. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What follows the question mark, or ''. */
  readonly query: string;
  /** All of them, the key's too: tests must see what a client sends. */
  readonly headers: IncomingHttpHeaders;
  readonly startedAtMs: number;
  /** The request's body, as text; '' until it was read. */
  bodyText: string;
  /** The files of a form, by their fields. */
  files?: ReadonlyMap<string, readonly { readonly bytes: Buffer }[]>;
  status?: number;
  /** Of a chat: input tokens that did not come from the cache. */
  billedInFull?: number;
  /** Bytes of the reply's body handed to the socket so far. */
  replyBytes: number;
  outcome: Outcome;
  endedAtMs?: number;
  closedByClientAtMs?: number;
}

/** What was really spoken for one request. */
export interface Utterance {
  readonly requestId: string;
  readonly model: string;
  readonly voice: string;
  readonly text: string;
  readonly language: 'en-us' | 'cmn';
  readonly format: 'mp3' | 'wav' | 'pcm';
  readonly speed: number;
  readonly sampleRate: number;
  /** Samples before encoding. */
  readonly samples: number;
  /** Exactly `samples / sampleRate`. */
  readonly seconds: number;
  readonly byteLength: number;
}

interface Waiter {
  readonly isMet: () => boolean;
  readonly resolve: () => void;
}

/** Milliseconds since the epoch, monotonic within the process. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Everything that happened, for tests to read and to wait on. */
export class Journal {
  readonly requests: RequestRecord[] = [];
  readonly utterances: Utterance[] = [];
  readonly #waiters = new Set<Waiter>();

  open(record: RequestRecord): void {
    this.requests.push(record);
    this.changed();
  }

  /** To be called after every change of a record. */
  changed(): void {
    for (const waiter of this.#waiters) {
      if (waiter.isMet()) {
        this.#waiters.delete(waiter);
        waiter.resolve();
      }
    }
  }

  /** Resolves with the first request, past or to come, that fits. */
  async waitForRequest(predicate: (record: RequestRecord) => boolean): Promise<RequestRecord> {
    let found: RequestRecord | undefined;
    await this.#waitUntil(() => {
      found = this.requests.find(predicate);
      return found !== undefined;
    });
    if (found === undefined) throw new Error('A wait ended without its request.');
    return found;
  }

  /** Resolves once the request's reply is over, however it ended. */
  async waitForClose(record: RequestRecord): Promise<RequestRecord> {
    await this.#waitUntil(() => record.endedAtMs !== undefined);
    return record;
  }

  #waitUntil(isMet: () => boolean): Promise<void> {
    return isMet()
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiters.add({ isMet, resolve });
        });
  }
}
