import type { RelayError } from '../errors/relayError.ts';
import type { Fields } from '../json.ts';

/**
 * Tokens as the relay reports them, independent of the protocol (contract 2.5). Tokens read from a cache or written
 * to one are part of `inputTokens`; thinking is part of `outputTokens`.
 */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Input tokens that were read from the service's cache. */
  readonly cachedInputTokens?: number;
  /** Input tokens that were written to that cache. */
  readonly cacheWrittenTokens?: number;
}

/** Why a response ended, independent of the protocol. */
export type FinishCause =
  /** The model was done, or reached a stop sequence. */
  | 'stop'
  /** The limit on output tokens, or the model's context. */
  | 'length'
  /** It requests tool calls. */
  | 'toolCalls'
  /** It, or a filter, refused to continue. */
  | 'refusal'
  | 'other';

/**
 * The events of a response, in order: one `start`, any number of the others, one `finish`.
 *
 * A failure before the first of them throws a RelayError. Once an event was emitted, only the caller's own
 * abort throws: a stream that is interrupted or that carries an error ends with a `finish` whose verdict is
 * `interrupted`, so that what arrived is kept. Pieces of text that arrived together are one event.
 */
export type ChatEvent =
  | {
      readonly type: 'start';
      /** The relay's id of the response. */
      readonly id?: string;
      /** The model that serves, as the relay names it. */
      readonly model?: string;
      readonly requestId?: string;
    }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** Belongs to the thinking or text before it, and is returned with it; see `addEvent`. */
  | { readonly type: 'signature'; readonly signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  /** A tool to be called. It is emitted once it is complete; a truncated call never is. */
  | {
      readonly type: 'toolCall';
      readonly id: string;
      readonly name: string;
      readonly input: Fields;
      /** The model's input if it is not a JSON object; `input` is empty then. */
      readonly invalidInput?: string;
      readonly signature?: string;
    }
  /** An image by the model. The type is detected from the bytes. */
  | { readonly type: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
  /** Cumulative: a later one replaces an earlier one, field by field. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      /**
       * `complete` only after the protocol's own finish mark. A clean end of the body is no proof, nor is a mark
       * after which more of the response arrived before the reply was interrupted.
       */
      readonly verdict: 'complete' | 'interrupted';
      /** For complete responses. */
      readonly cause?: FinishCause;
      /**
       * The relay's own finish reason: 'end_turn', 'length', 'STOP', …; at most 100 characters, and without any key.
       */
      readonly reason?: string;
      /** Why an interrupted response ended, as far as known. */
      readonly error?: RelayError;
    };
