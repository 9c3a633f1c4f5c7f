import * as z from 'zod';
import { parseJson } from './errors/errorBody.ts';
import {
  errorAboutReply,
  errorFromJson,
  errorFromReply,
  errorFromUnexpectedBody,
  requestIdOf,
} from './errors/errorReply.ts';
import { readEventStream, type StreamItem } from './eventStream.ts';
import { RelayError } from './relayError.ts';
import { checkRequest } from './requestCheck.ts';
import { type Reply, readBytes, readErrorText, sizeCaps, type Transport } from './transport.ts';
import { detectShape } from './wire/replyShape.ts';

/** One message of a conversation, as it goes to a model (contract 2.4). */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A question to a chat model, in no protocol's words. Checked before it is sent. */
export interface ChatRequest {
  readonly model: string;
  /** At least one message (contract 8). */
  readonly messages: readonly ChatMessage[];
  /** Maximum output tokens, >= 1. Always sent: Messages requires it (contract 4, rule 2). */
  readonly maxTokens: number;
  readonly system?: string;
  /** 0 to 2 (contract 8). */
  readonly temperature?: number;
}

/** Tokens as the relay reports them, in either of the contract's vocabularies (2.5). */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/**
 * What arrives of an answer, in order: one `start`, any number of `thinking`, `text` and `usage`, one `finish`.
 *
 * A failure before the first of them throws a RelayError. Once something was handed out, nothing throws but
 * the caller's own abort: a stream that is cut or that carries an error ends with a `finish` whose verdict is
 * `interrupted`, so that what came is kept.
 */
export type ChatEvent =
  | {
      readonly type: 'start';
      /** The relay's id of the answer. */
      readonly id?: string;
      /** The model that serves, as the relay names it. */
      readonly model?: string;
      readonly requestId?: string;
    }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** Cumulative: a later one replaces an earlier one, field by field. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      /** `complete` only on the protocol's own finish mark; a clean end of the body is no proof. */
      readonly verdict: 'complete' | 'interrupted';
      /** The raw stop reason: 'end_turn', 'max_tokens', 'refusal', … */
      readonly reason?: string;
      /** Why an interrupted answer ended, as far as known. */
      readonly error?: RelayError;
    };

/** What a protocol's reader finds in a reply; `streamChat` makes ChatEvents of it, the same for every protocol. */
export type ChatFact =
  | Exclude<ChatEvent, { readonly type: 'finish' }>
  /** The protocol's finish mark. `isLast`: nothing that matters follows, so nothing is waited for. */
  | { readonly type: 'stop'; readonly reason?: string; readonly isLast: boolean }
  /** An error that the relay sent as JSON inside the reply. */
  | { readonly type: 'failure'; readonly json: unknown };

/** One of the chat protocols: how a question is put, and how its answer reads. */
export interface ChatProtocol {
  createRequest(request: ChatRequest): {
    readonly path: `/${string}`;
    readonly headers: Readonly<Record<string, string>>;
    readonly json: unknown;
  };
  /** One for each answer: it may remember what came before. */
  createReader(): ChatReader;
}

export interface ChatReader {
  /** An event of a stream, by the name and the JSON that it carries. Unknown ones give nothing. */
  readEvent(name: string | undefined, json: unknown): readonly ChatFact[];
  /** A whole reply in one JSON value; undefined when it is none of this protocol. */
  readWhole(json: unknown): readonly ChatFact[] | undefined;
}

const chatRequestSchema = z.strictObject({
  model: z.string().trim().min(1),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() })).min(1),
  maxTokens: z.int().min(1),
  system: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
});

/**
 * Asks a chat model and streams its answer; see ChatEvent for the order and for when it throws. A request
 * that breaks the contract (2.4, 8) throws `invalidRequest` with its `field`, and nothing is sent.
 */
export async function* streamChat(
  transport: Transport,
  protocol: ChatProtocol,
  request: ChatRequest,
  signal?: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  checkRequest(chatRequestSchema, request);
  const reply = await transport.send({
    method: 'POST',
    ...protocol.createRequest(request),
    maxBytes: sizeCaps.answer,
    signal,
  });
  if (reply.status < 200 || reply.status > 299) throw errorFromReply(reply, await readErrorText(reply));

  let hasBegun = false;
  let stop: { readonly reason?: string } | undefined;
  let failure: RelayError | undefined;
  try {
    for await (const fact of readFacts(reply, protocol.createReader(), () => stop !== undefined)) {
      if (signal?.aborted) throw errorAboutReply(reply, 'cancelled');
      if (fact.type === 'failure' || fact.type === 'tail') {
        const kind = hasBegun ? 'interrupted' : undefined;
        failure =
          fact.type === 'failure'
            ? errorFromJson(reply, fact.json, kind)
            : errorFromUnexpectedBody(reply, fact.text, kind);
        break;
      }
      if (fact.type === 'stop') {
        stop = { ...stop, ...(fact.reason !== undefined && { reason: fact.reason }) };
        if (!fact.isLast) continue;
        reply.release();
        break;
      }
      yield* withStart(fact);
    }
  } catch (error) {
    if (!(error instanceof RelayError) || error.kind === 'cancelled') throw error;
    failure = error;
  }
  if (signal?.aborted) throw errorAboutReply(reply, 'cancelled');
  if (!hasBegun && (failure || !stop)) throw failure ?? errorAboutReply(reply, 'invalidResponse');
  if (stop) yield* withStart({ type: 'finish', verdict: 'complete', ...stop });
  else {
    const error = failure ?? errorAboutReply(reply, 'interrupted');
    yield { type: 'finish', verdict: 'interrupted', error };
  }

  /** Puts a `start` before the first event, whatever that is, and the reply's request id into it. */
  function* withStart(event: ChatEvent): Generator<ChatEvent, void, undefined> {
    if (!hasBegun) {
      hasBegun = true;
      const requestId = requestIdOf(reply);
      yield { ...(event.type === 'start' ? event : { type: 'start' }), ...(requestId && { requestId }) };
    }
    if (event.type !== 'start') yield event;
  }
}

/** The facts of a reply, whether it is a stream or one JSON value; what the request asked for does not count. */
async function* readFacts(
  reply: Reply,
  reader: ChatReader,
  hasStopped: () => boolean,
): AsyncGenerator<ChatFact | Extract<StreamItem, { type: 'tail' }>, void, undefined> {
  const { shape, body } = await detectShape(reply.body);
  const isStream =
    shape === 'events' || (shape === 'other' && /event-stream/i.test(reply.headers['content-type'] ?? ''));
  if (!isStream) {
    const text = new TextDecoder().decode(await readBytes(body));
    const facts = reader.readWhole(parseJson(text));
    if (!facts) throw errorFromUnexpectedBody(reply, text);
    yield* facts;
    return;
  }
  let isDone = false;
  for await (const item of readEventStream(body, () => errorAboutReply(reply, 'invalidResponse'))) {
    if (item.type === 'tail') yield item;
    else if (isDone) continue;
    else if (item.data.trim() === '[DONE]') {
      // No proof of completeness; without one, a raw error may still follow.
      isDone = true;
      if (hasStopped()) yield { type: 'stop', isLast: true };
    } else {
      const json = parseJson(item.data);
      if (json !== undefined) yield* reader.readEvent(item.name, json);
      // Half an event would leave a hole in the answer; words that never were JSON are some relay's small talk.
      else if (/^\s*[{[]/.test(item.data)) throw errorAboutReply(reply, 'invalidResponse');
    }
  }
}
