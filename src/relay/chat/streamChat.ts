import type { CallOptions } from '../callOptions.ts';
import { cleanHandle } from '../errors/cleanText.ts';
import {
  errorAboutReply,
  errorFromJson,
  errorFromUnexpectedBody,
  requestIdOf,
} from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { createEventReader, isSentinel } from '../http/eventStream.ts';
import { detectEventStream, readText } from '../http/reply.ts';
import { type Reply, sizeCaps } from '../http/request.ts';
import { defined, parseJson } from '../json.ts';
import { protocolById } from '../models/modelKinds.ts';
import { checkRequest } from '../schemas.ts';
import { AnswerSink } from './answerSink.ts';
import { createChatCompletionsReader } from './chatCompletions/chatCompletionsReader.ts';
import { createChatCompletionsRequest } from './chatCompletions/chatCompletionsRequest.ts';
import type { ChatEvent } from './chatEvent.ts';
import type { ChatProtocol, ChatReader } from './chatProtocol.ts';
import { type ChatRequest, chatRequestSchema } from './chatRequest.ts';
import { createGenerateContentReader } from './generateContent/generateContentReader.ts';
import { createGenerateContentRequest } from './generateContent/generateContentRequest.ts';
import { createMessagesReader } from './messages/messagesReader.ts';
import { createMessagesRequest } from './messages/messagesRequest.ts';
import type { OptionalFields } from './optionalFields.ts';
import type { Protocol } from './protocolNames.ts';
import type { TakesField } from './requestFields.ts';

const longestReason = 100;
/** Models call a few tools at once. Each call costs work here and is shown, so more of them are not accepted. */
export const maxToolCalls = 128;

/**
 * Asks a chat model and streams its response; see ChatEvent for the order and for when it throws. A request
 * that breaks the contract (2.4, 8) throws `invalidRequest` with its `field`, and nothing is sent.
 */
export async function* streamChat(
  optionalFields: OptionalFields,
  request: ChatRequest,
  call?: CallOptions,
): AsyncGenerator<ChatEvent, void, undefined> {
  checkRequest(chatRequestSchema, request);
  const protocol = chatProtocols[request.protocol ?? protocolById(request.model)];
  yield* optionalFields.ask(
    request.model,
    (takes) => ({
      method: 'POST',
      ...writeRequest(protocol, request, takes),
      retry: 'refused',
      maxBytes: sizeCaps.answer,
      call,
    }),
    (reply) => readAnswer(reply, protocol, call),
  );
}

async function* readAnswer(
  reply: Reply,
  protocol: ChatProtocol,
  call: CallOptions | undefined,
): AsyncGenerator<ChatEvent, void, undefined> {
  const sink = new AnswerSink();
  let hasBegun = false;
  let failure: RelayError | undefined;
  let toolCalls = 0;
  try {
    for await (const ending of readReply(reply, protocol.createReader(sink), sink)) {
      yield* takeEvents();
      const kind = hasBegun ? 'interrupted' : undefined;
      if (toolCalls > maxToolCalls) failure = errorAboutReply(reply, 'invalidResponse', { maxToolCalls });
      else if (sink.failure) failure = errorFromJson(reply, sink.failure.json, kind);
      else if (ending.tail !== undefined) failure = errorFromUnexpectedBody(reply, ending.tail, kind);
      else if (sink.isOver) reply.release();
      if (failure || sink.isOver) break;
    }
  } catch (error) {
    if (!(error instanceof RelayError) || error.kind === 'cancelled') throw error;
    failure = error;
  }
  throwIfAborted();
  const { stopped, isContinued } = sink;
  if (!hasBegun && (failure || !stopped)) throw failure ?? errorAboutReply(reply, 'invalidResponse');
  sink.start();
  yield* takeEvents();
  yield stopped && !(failure && (isContinued || failure.details.maxToolCalls))
    ? { type: 'finish', verdict: 'complete', cause: stopped.cause, ...cleanReason(stopped.reason) }
    : { type: 'finish', verdict: 'interrupted', error: failure ?? errorAboutReply(reply, 'interrupted') };

  function* takeEvents(): Generator<ChatEvent, void, undefined> {
    for (const event of sink.take()) {
      throwIfAborted();
      if (event.type === 'toolCall') toolCalls += 1;
      if (toolCalls > maxToolCalls) return;
      hasBegun = true;
      yield event.type === 'start' ? cleanStart(event) : event;
    }
  }

  function throwIfAborted(): void {
    if (call?.signal?.aborted) throw errorAboutReply(reply, 'cancelled');
  }

  /** The values of a start event are shown and stored, and a relay can write anything into them. */
  function cleanStart(start: Extract<ChatEvent, { type: 'start' }>): ChatEvent {
    const [id, model] = [start.id, start.model].map((text = '') => cleanHandle(text, reply.redact));
    return defined({ type: 'start' as const, id, model, requestId: requestIdOf(reply) });
  }

  /** It is shown and stored, and a relay can write anything into it. */
  function cleanReason(text = ''): { reason?: string } {
    const reason = cleanHandle(text, reply.redact)
      ?.slice(0, longestReason)
      .replace(/[\ud800-\udbff]$/, '');
    return reason ? { reason } : {};
  }
}

/** Also throws `invalidRequest` if JSON can't represent a tool's input: circular, or nested too deep. */
function writeRequest(protocol: ChatProtocol, request: ChatRequest, takes: TakesField) {
  try {
    return protocol.createRequest(request, takes);
  } catch (error) {
    throw error instanceof RelayError ? error : new RelayError('invalidRequest', { field: 'messages' });
  }
}

/**
 * Lets the reader read a reply, whether it is a stream or one JSON value, no matter which the request asked for.
 * Yields after each piece, and the raw tail if there is one.
 */
async function* readReply(
  reply: Reply,
  reader: ChatReader,
  sink: AnswerSink,
): AsyncGenerator<{ readonly tail?: string }, void, undefined> {
  const { isStream, body } = await detectEventStream(reply);
  if (!isStream) {
    const text = await readText(body);
    if (!reader.readWhole(parseJson(text))) throw errorFromUnexpectedBody(reply, text);
    sink.closeCalls();
    yield {};
    return;
  }
  const end = () => {
    reader.end?.();
    // Calls that came after the finish mark are complete; without the mark, a call may be truncated.
    if (sink.stopped) sink.closeCalls();
  };
  let isDone = false;
  let isTorn = false;
  const stream = createEventReader(
    ({ event: name, data }) => {
      if (isDone || isTorn || sink.isOver) return;
      if (isSentinel(data)) {
        // The sentinel doesn't prove that the response is complete: without a finish mark, a raw error may follow.
        isDone = true;
        reader.readSentinel?.();
        if (!sink.stopped) return;
        end();
        sink.stop({ isLast: true });
        return;
      }
      const json = parseJson(data);
      if (json !== undefined) reader.readEvent(name, json);
      // Truncated JSON would leave a gap in the response; data that never was JSON is a relay's remark to skip.
      else isTorn = /^\s*[{[]/.test(data);
    },
    () => errorAboutReply(reply, 'invalidResponse'),
  );
  let failure: unknown;
  try {
    for await (const piece of body) {
      stream.feed(piece);
      if (isTorn) throw errorAboutReply(reply, 'invalidResponse');
      yield {};
    }
  } catch (error) {
    failure = error;
  }
  // Events read before the failure are yielded before it is thrown.
  let tail = '';
  try {
    if (!isTorn) tail = stream.end();
  } catch (error) {
    failure ??= error;
  }
  end();
  yield tail === '' ? {} : { tail };
  if (failure) throw failure;
}

/** The chat protocols of the contract's section 4. */
const chatProtocols: Readonly<Record<Protocol, ChatProtocol>> = {
  messages: { createRequest: createMessagesRequest, createReader: createMessagesReader },
  chatCompletions: { createRequest: createChatCompletionsRequest, createReader: createChatCompletionsReader },
  generateContent: { createRequest: createGenerateContentRequest, createReader: createGenerateContentReader },
};
