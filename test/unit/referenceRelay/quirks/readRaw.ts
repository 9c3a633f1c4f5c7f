import type { QuirkName } from '../../../relay/quirks/table.ts';
import type { ReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askChat, type ChatOptions, type TestProtocol } from '../chat/chatCalls.ts';

export interface RawReply {
  readonly status: number;
  readonly type: string | null;
  /** As text of single bytes, with what changes from request to request taken out. */
  readonly body: string;
}

/** Takes the request's id and the time out of a reply. */
export async function readRaw(reply: Response): Promise<RawReply> {
  const id = reply.headers.get('x-oneapi-request-id') ?? '';
  const body = Buffer.from(await reply.arrayBuffer()).toString('latin1');
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    body: body.replaceAll(id || /$^/g, '<id>').replaceAll(/"created":( ?)\d{10}/g, '"created":$10'),
  };
}

/** Asks with quirks switched on for this one question. */
export async function askWith(
  relay: ReferenceRelay,
  names: QuirkName | readonly QuirkName[],
  protocol: TestProtocol,
  text: string,
  options: ChatOptions = {},
): Promise<RawReply> {
  const quirks = relay.with(names);
  try {
    return await readRaw(await askChat(relay, protocol, text, options));
  } finally {
    quirks.undo();
  }
}

/** The events of a stream as text, each with the blank lines after it. */
export function splitEvents(body: string): readonly string[] {
  return body.match(/[\s\S]+?\n\n+/g) ?? [];
}

export function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The `data:` of each event; JSON as a value, so that the order of fields does not matter. */
export function readData(body: string): readonly unknown[] {
  return [...body.matchAll(/^data: (.*)$/gm)].map(([, text = '']) =>
    text.startsWith('{') ? JSON.parse(text) : text,
  );
}

/** Changes a value by its JSON text. */
export function rewrite<Value>(value: Value, pattern: RegExp | string, replacement: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(pattern, replacement));
}
