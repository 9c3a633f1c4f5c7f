import type { AnswerSink } from './answerSink.ts';
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
  createReader(sink: AnswerSink): ChatReader;
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
