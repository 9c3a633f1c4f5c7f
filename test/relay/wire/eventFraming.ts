import { type JsonObject, objectOf } from './fields.ts';

/** One server-sent event. */
export interface StreamEvent {
  /** The `event:` line, in the protocols that have one. */
  readonly name?: string;
  /** Sent as JSON, but for a string, which is sent as it is. */
  readonly data: unknown;
  /** A piece of the response, before which the relay keeps its pace. */
  readonly isPaced?: boolean;
}

/** What stands in a stream outside of the framing, or framed already. */
interface RawPart {
  readonly raw: string | Uint8Array;
}

export type StreamPart = StreamEvent | RawPart;

/** How events become bytes. */
export interface Framing {
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly afterColon: '' | ' ';
  readonly hasNames: boolean;
}

/** As relays of this kind write. */
export const relayFraming: Framing = { lineEnd: '\n', afterColon: ' ', hasNames: true };

/** A stream that is about to be sent. */
export interface StreamPlan {
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly StreamPart[];
  readonly framing: Framing;
  readonly ending: 'end' | 'cut' | 'stall';
}

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

export function isEvent(part: StreamPart): part is StreamEvent {
  return 'data' in part;
}

/** The JSON object of an event; one without fields where there is none. */
export function fieldsOf(part: StreamPart): JsonObject {
  return isEvent(part) ? objectOf(part.data) : {};
}

function writeData(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** The bytes of one part. Events with a name get a blank line more than they need, as relays write them. */
export function framePart(part: StreamPart, { lineEnd, afterColon, hasNames }: Framing): string | Uint8Array {
  if (!isEvent(part)) return part.raw;
  const data = writeData(part.data)
    .split('\n')
    .map((line) => `data:${afterColon}${line}${lineEnd}`)
    .join('');
  return part.name === undefined || !hasNames
    ? data + lineEnd
    : `event:${afterColon}${part.name}${lineEnd}${data}${lineEnd}${lineEnd}`;
}
