import type { ChatEvent, FinishCause } from './chatEvent.ts';
import type { ChatRequest } from './chatRequest.ts';
import type { TakesField } from './requestFields.ts';

/** One of the chat protocols: writes requests, and reads their responses. */
export interface ChatProtocol {
  createRequest(
    request: ChatRequest,
    takes: TakesField,
  ): {
    readonly path: `/${string}`;
    readonly headers: Readonly<Record<string, string>>;
    readonly json: unknown;
  };
  /** Created for each response, since it may have state. It reports what it reads to the sink. */
  createReader(sink: ChatSink): ChatReader;
}

export interface ChatReader {
  /** Reads an event of a stream, by its name and JSON. Unknown events are ignored. */
  readEvent(name: string | undefined, json: unknown): void;
  /** Reads a whole reply in one JSON value; false if it is not of this protocol. */
  readWhole(json: unknown): boolean;
  /** The reply is over, or an error follows: emits what the reader holds back. May be called twice. */
  end?(): void;
  /** The sentinel `[DONE]` of streams came. */
  readSentinel?(): void;
}

/** Finish reasons that are errors: those of services that have one, and an error's type where relays put it there. */
const errorReason =
  /^(error|failed|failure|abort(ed)?|overloaded|insufficient_system_resource|\w{1,60}_error)$/i;

/** The error that a finish reason stands for, as JSON for `ChatSink.fail`; undefined for one that ends a response. */
export function errorOfReason(reason: string): unknown {
  return errorReason.test(reason.trim()) ? { error: { code: reason } } : undefined;
}

const causes: ReadonlyMap<string, FinishCause> = new Map(
  (
    [
      ['stop', 'stop eos end_turn stop_sequence'],
      ['length', 'length max_tokens model_length model_context_window_exceeded'],
      ['toolCalls', 'tool_calls tool_use function_call'],
      [
        'refusal',
        'refusal content_filter sensitive safety recitation prohibited_content blocklist spii model_armor image_safety image_prohibited_content image_recitation',
      ],
    ] as const
  ).flatMap(([cause, words]) => words.split(' ').map((word) => [word, cause] as const)),
);

/** The meaning of a finish reason, in any protocol's words: relays that convert forget to translate them. */
export function causeOfReason(reason: string): FinishCause {
  return causes.get(reason.trim().toLowerCase()) ?? 'other';
}

/** What a protocol reports about one tool call; any of it may come later, or never. */
export interface ToolCallPiece {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** The next piece of the input's JSON text. */
  readonly fragment?: string | null | undefined;
  /** The input itself. */
  readonly input?: unknown;
  readonly signature?: string | null | undefined;
}

/** What a reader can report. The sink turns it into ChatEvents, the same for every protocol. */
export interface ChatSink {
  start(id?: string | null, model?: string | null): void;
  /** Text and thinking have separate methods, because nearly all events are one of them. '' is ignored. */
  text(text: string): void;
  thinking(text: string): void;
  event(
    event: Exclude<ChatEvent, { readonly type: 'start' | 'text' | 'thinking' | 'toolCall' | 'finish' }>,
  ): void;
  /** Adds to the tool call under the protocol's own key: a block's or a call's index. Several may be open. */
  addToCall(key: number | string, piece: ToolCallPiece): void;
  /** The call is complete. One without a name is dropped. */
  closeCall(key: number | string): void;
  /**
   * The protocol's finish mark, which completes all open calls; a failure, if the reason is an error. `cause`: if the
   * reason's usual meaning is not meant. `isLast`: nothing that matters follows, so the rest is not awaited.
   */
  stop(stop: {
    readonly reason?: string | undefined;
    readonly cause?: FinishCause;
    readonly isLast?: boolean;
  }): void;
  /** An error that the relay sent as JSON inside the reply. */
  fail(json: unknown): void;
}
