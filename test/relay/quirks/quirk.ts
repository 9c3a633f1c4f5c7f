import type { ChatProtocol } from '../chat/chatProtocol.ts';
import type { StreamPlan } from '../wire/eventFraming.ts';
import type { JsonObject } from '../wire/fields.ts';
import type { RequestRecord } from '../wire/journal.ts';
import type { TransportChanges, WholeReply } from '../wire/transportChanges.ts';

/**
 * One way in which real relays differ from the ideal. Each part is used where it fits the reply. A new quirk is a
 * row in the group in groups/ that it belongs to, and nothing else.
 */
export interface Quirk {
  /** One line for people. */
  readonly does: string;
  /** The paths that it is for, unless it was asked for at one path; all by default. */
  readonly on?: RegExp;
  /** In the endpoint's place, before the key is looked at; undefined lets the endpoint respond. */
  readonly reply?: (record: Readonly<RequestRecord>) => WholeReply | undefined;
  /** Why a chat request with this body is refused, with 400 in the words of a service. */
  readonly refuse?: (body: JsonObject) => string | undefined;
  /** Counts as the key of every request. */
  readonly key?: string;
  /** Whether the response of a chat is streamed, whatever the request asked for. */
  readonly isStreamed?: boolean;
  /** Thoughts go out without signatures, so that none are expected back. */
  readonly signsNothing?: boolean;
  readonly changeStream?: (plan: StreamPlan, protocol: ChatProtocol) => StreamPlan;
  /** For JSON replies with status 200: whole chat responses and model lists. */
  readonly changeBody?: (body: JsonObject, record: Readonly<RequestRecord>) => unknown;
  /** For speech. */
  readonly changeAudio?: (reply: WholeReply) => WholeReply;
  /** For replies of any kind. */
  readonly transport?: TransportChanges;
}

type Changes<Part extends keyof Quirk> = NonNullable<Quirk[Part]>;

/** A quirk of streams alone. */
export function stream(does: string, changeStream: Changes<'changeStream'>): Quirk {
  return { does, changeStream };
}

/** A quirk of whole JSON replies alone. */
export function body(does: string, changeBody: Changes<'changeBody'>): Quirk {
  return { does, changeBody };
}

export function audio(does: string, changeAudio: Changes<'changeAudio'>): Quirk {
  return { does, changeAudio };
}

export function transport(does: string, changes: TransportChanges): Quirk {
  return { does, transport: changes };
}

/** Quirks that are all for the same paths. */
export function forPaths<Name extends string>(
  on: RegExp,
  quirks: Readonly<Record<Name, Quirk>>,
): Readonly<Record<Name, Quirk>> {
  const entries = Object.entries<Quirk>(quirks).map(([name, quirk]) => [name, { on, ...quirk }]);
  return Object.fromEntries(entries) as Record<Name, Quirk>;
}
