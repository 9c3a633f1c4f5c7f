import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/relay/chat/chatEvent.ts';
import type { ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { failsWith, openError, withClient } from '../clientCalls.ts';
import { type Call, type RecordedRequest, reply, startServer } from '../misbehavingServer.ts';

/** A ChatEvent with its error's fields unpacked, so that whole responses can be compared. */
export type Heard = Readonly<Record<string, unknown>>;

export function questionTo(model: string, others: Partial<ChatRequest> = {}): ChatRequest {
  return { model, messages: [{ role: 'user', content: 'Hello' }], maxTokens: 100, ...others };
}

/**
 * A whole response. Consecutive pieces of text are joined, since the network decides how text is split; IDs that the
 * client made itself become `made`.
 */
export async function hear(answer: AsyncIterable<ChatEvent>): Promise<Heard[]> {
  const heard: Heard[] = [];
  try {
    for await (const event of answer) {
      const last = heard.at(-1);
      if ((event.type === 'text' || event.type === 'thinking') && last?.['type'] === event.type)
        heard[heard.length - 1] = { ...event, text: `${last['text']}${event.text}` };
      else if (event.type === 'finish' && event.error)
        heard.push({ ...event, error: openError(event.error) });
      else if (event.type === 'toolCall' && /^call_[\da-f-]{36}$/.test(event.id))
        heard.push({ ...event, id: 'made' });
      else heard.push(event);
    }
  } catch (error) {
    // Nothing may be thrown after the first event.
    if (heard.length > 0) throw new Error(`thrown after ${JSON.stringify(heard)}`, { cause: error });
    throw error;
  }
  return heard;
}

export async function ask(
  origin: string,
  request: ChatRequest,
  timeouts: Partial<Timeouts> = {},
): Promise<Heard[]> {
  return withClient(origin, (client) => hear(client.streamChat(request)), { timeouts });
}

/** The whole response to a request, from a server started for it. */
export async function answerTo(request: ChatRequest, answer: (call: Call) => unknown): Promise<Heard[]> {
  await using server = await startServer(answer);
  return await ask(server.origin, request);
}

/** The request that arrives at a relay which replies with this body. */
export async function sentFor(request: ChatRequest, body: string): Promise<RecordedRequest> {
  await using server = await startServer((call) => reply(call, 200, body));
  await ask(server.origin, request);
  const [sent] = server.requests;
  ok(sent);
  return sent;
}

/** The headers of a request, without those that `transport.test.ts` checks for all requests. */
export function ownHeaders({ headers }: RecordedRequest): object {
  const common = ['host', 'connection', 'authorization', 'user-agent', 'accept-encoding'];
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !common.includes(name) && !name.startsWith('content-')),
  );
}

/** By name: a body, and all the events read from it. */
export type AnswerCases = Readonly<Record<string, readonly [body: string, heard: readonly Heard[]]>>;

export function testAnswers(question: ChatRequest, answers: AnswerCases): void {
  for (const [name, [body, heard]] of Object.entries(answers)) {
    it(`reads ${name}`, async () => {
      deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), heard);
    });
  }
}

/** Bodies that mean the same response, by what is different in them. */
export function testVariants(
  question: ChatRequest,
  variants: Readonly<Record<string, string>>,
  heard: readonly Heard[],
): void {
  for (const [name, body] of Object.entries(variants))
    testAnswers(question, { [`one ${name}`]: [body, heard] });
}

/** An event, or a part of a message. */
export function text(words: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: words };
}

export function thinking(words: string): { readonly type: 'thinking'; readonly text: string } {
  return { type: 'thinking', text: words };
}

export function called(id: string, name: string, input: object = {}, more: object = {}): Heard {
  return { type: 'toolCall', id, name, input, ...more };
}

export function used(usage: object): Heard {
  return { type: 'usage', usage };
}

/** The last event of a whole response. */
export function finished(reason?: string, cause = 'stop'): Heard {
  return { type: 'finish', verdict: 'complete', cause, ...(reason !== undefined && { reason }) };
}

/** The last event of an interrupted response. */
export function interrupted(error: RelayErrorDetails, kind: RelayErrorKind = 'interrupted'): Heard {
  return { type: 'finish', verdict: 'interrupted', error: [kind, error] };
}

/** The body of a reply with status 200 that holds no response at all, and the error that it causes. */
type FailureCase = readonly [name: string, body: string, kind?: RelayErrorKind, details?: RelayErrorDetails];

/** Each case throws its error, without an event before it. */
export function testFailures(question: ChatRequest, failures: readonly FailureCase[]): void {
  for (const [name, body, kind = 'invalidResponse', details] of failures) {
    it(name, async () => {
      await using server = await startServer((call) => reply(call, 200, body));
      await rejects(ask(server.origin, question), failsWith(kind, { status: 200, ...details }));
    });
  }
}

export function data(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}

/** An event as a relay streams it in the Messages protocol. */
export function event(type: string, fields: object = {}): string {
  return `event: ${type}\n${data({ type, ...fields })}`;
}

/** Events as a relay streams them in the chat-completions protocol. */
export const done = 'data: [DONE]\n\n';

export function chunk(choice: object): string {
  return data({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'relay-chat-real',
    choices: [{ index: 0, logprobs: null, ...choice }],
  });
}

export function textChunk(content: string): string {
  return chunk({ delta: { content }, finish_reason: null });
}

export function finishChunk(reason: string): string {
  return chunk({ delta: {}, finish_reason: reason });
}

/** The same cuts for the same seed. */
export function cutAnywhere<Whole extends string | Uint8Array>(
  whole: Whole,
  seed: number,
  longest = 60,
): Whole[] {
  const next = createRandom(seed);
  const pieces: Whole[] = [];
  for (let from = 0; from < whole.length; ) {
    const to = from + 1 + Math.floor(next() * longest);
    pieces.push(whole.slice(from, to) as Whole);
    from = to;
  }
  return pieces;
}
