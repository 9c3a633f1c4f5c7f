import type { RelayError } from '../errors/relayError.ts';

/**
 * Tokens as the relay reports them, in any protocol's vocabulary (contract 2.5). What was read from a cache or
 * written to one is part of `inputTokens`; what was thought is part of `outputTokens`.
 */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Of the input, what was read from the service's cache. */
  readonly cachedInputTokens?: number;
  /** Of the input, what was written to that cache. */
  readonly cacheWrittenTokens?: number;
  /** Of the output, what was thought. */
  readonly thinkingTokens?: number;
}

/** Why a response ended, independent of the protocol. */
export type FinishCause =
  /** The model was done, or reached a stop sequence. */
  | 'stop'
  /** The limit on output tokens, or the model's context. */
  | 'length'
  /** It wants tools called. */
  | 'toolCalls'
  /** It, or a filter, refused to go on. */
  | 'refusal'
  | 'other';

/**
 * What arrives of a response, in order: one `start`, any number of the others, one `finish`.
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
      readonly input: Readonly<Record<string, unknown>>;
      /** What the model sent as input where that is no JSON object; `input` is empty then. */
      readonly invalidInput?: string;
      readonly signature?: string;
    }
  /** An image by the model. The type is what the bytes say. */
  | { readonly type: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
  /** Cumulative: a later one replaces an earlier one, field by field. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      /**
       * `complete` only on the protocol's own finish mark; a clean end of the body is no proof, and neither is a
       * mark that more of the response followed before the reply broke off.
       */
      readonly verdict: 'complete' | 'interrupted';
      /** Of complete responses. */
      readonly cause?: FinishCause;
      /** The relay's own word for it: 'end_turn', 'length', 'STOP', …; 100 characters at most, and no key in it. */
      readonly reason?: string;
      /** Why an interrupted response ended, as far as known. */
      readonly error?: RelayError;
    };
