import { type BaseAddress, parseBaseAddress } from './address.ts';
import { isCleanKey } from './apiKey.ts';
import { type ChatEvent, type ChatRequest, streamChat } from './chat.ts';
import { type Logger, silentLogger } from './logger.ts';
import { messagesProtocol } from './messages.ts';
import { listModels, type ModelList } from './models.ts';
import { RelayError } from './relayError.ts';
import { type SpeechAudio, type SpeechRequest, speak } from './speech.ts';
import { createTransport, defaultTimeouts } from './transport.ts';
import type { Timeouts } from './wire/exchange.ts';

export interface RelayClientOptions {
  /** As people type it; see `address.ts`. Throws at once when it can't be one. */
  readonly baseAddress: string;
  /** A clean key; see `apiKey.ts`. Goes into the Authorization header of the base address's origin only. */
  readonly apiKey: string;
  readonly timeouts?: Partial<Timeouts>;
  readonly logger?: Logger;
}

export interface CallOptions {
  /** Aborting closes the socket at once and makes the call throw a RelayError of kind `cancelled`. */
  readonly signal?: AbortSignal;
}

/** One relay account. Every feature talks to the relay through this and through nothing else. */
export interface RelayClient {
  /** Reads both model lists (contract 4) and merges them. Throws only when neither could be read. */
  listModels(options?: CallOptions): Promise<ModelList>;
  /** Asks a chat model and streams its answer (contract 2.4, 2.5); see ChatEvent for the order and the errors. */
  streamChat(request: ChatRequest, options?: CallOptions): AsyncIterable<ChatEvent>;
  /** Has text spoken (contract 2.1 to 2.3). The bytes are checked to be audio, whatever the headers say. */
  speak(request: SpeechRequest, options?: CallOptions): Promise<SpeechAudio>;
  /** Closes idle connections and aborts running calls. */
  close(): Promise<void>;
}

/**
 * Makes the client of one relay account. Nothing is sent until a method is called.
 *
 * Throws a RelayError at once: `wrongAddress` with `field` 'baseAddress', or `authentication` with `field`
 * 'apiKey', for input that `parseBaseAddress` or `parseApiKey` would have refused.
 */
export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { apiKey, timeouts, logger = silentLogger } = options;
  const address = readAddress(options.baseAddress);
  if (!isCleanKey(apiKey)) throw new RelayError('authentication', { field: 'apiKey' });
  const transport = createTransport({
    address,
    apiKey,
    timeouts: { ...defaultTimeouts, ...timeouts },
    logger,
  });
  return {
    listModels: (call) => listModels(transport, call?.signal),
    streamChat: (request, call) => streamChat(transport, messagesProtocol, request, call?.signal),
    speak: (request, call) => speak(transport, request, call?.signal),
    close: () => transport.close(),
  };
}

function readAddress(typed: string): BaseAddress {
  const parsed = parseBaseAddress(typed);
  if (!parsed.ok) throw new RelayError('wrongAddress', { field: 'baseAddress' });
  return parsed.address;
}
