import type { DemoToken } from '../account/tokens.ts';
import type { PromptCache } from '../chat/promptCache.ts';
import type { ThoughtSeals } from '../chat/thoughtSeals.ts';
import type { RequestQuirks } from '../quirks/switchboard.ts';
import type { Exchange } from './exchange.ts';
import type { Journal } from './journal.ts';

/** What may be changed while the relay runs. */
export interface RelaySettings {
  /** From the request's last byte to the reply's first, on every endpoint. */
  latencyMs: number;
  /** Pace of streamed responses, in pieces of about a word; 0 is as fast as the client reads. */
  chunksPerSecond: number;
  /** Between two words of a response that was asked to be slow. */
  slowWordMs: number;
  /** How long speech takes for each byte of its text, beside the latency. */
  speechMsPerByte: number;
  /** How loud the tones are that number what is spoken (sound/speechMark.ts), 0 to 1; 0 leaves them out. */
  speechMarkLevel: number;
}

/** A request that has got past authentication. */
export interface Call {
  readonly exchange: Exchange;
  readonly token: DemoToken;
  readonly body: Buffer;
  readonly journal: Journal;
  readonly settings: Readonly<RelaySettings>;
  readonly seals: ThoughtSeals;
  readonly promptCache: PromptCache;
  readonly quirks: RequestQuirks;
}

/** One row of contract 4. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly answer: (call: Call) => Promise<void>;
}
