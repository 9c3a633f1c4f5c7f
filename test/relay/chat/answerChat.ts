import { setImmediate as yieldToSockets } from 'node:timers/promises';
import { admitCall, type DemoModel } from '../account/models.ts';
import { countTokens, estimateTokens, type ScriptedAnswer, writeAnswer } from '../script/scriptedAnswers.ts';
import { type Accident, type Ask, readAsk } from '../script/scriptWords.ts';
import type { Call, Endpoint, RelaySettings } from '../wire/endpoint.ts';
import { framePart, isEvent, relayFraming, type StreamPlan, streamHeaders } from '../wire/eventFraming.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type JsonObject, parseJsonBody } from '../wire/fields.ts';
import { invalidRequest, Refusal } from '../wire/refusal.ts';
import { jsonHeaders } from '../wire/transportChanges.ts';
import type { ChatProtocol, ReplyDraft, UpstreamFailure } from './chatProtocol.ts';
import { ThoughtSeals } from './thoughtSeals.ts';

function writtenText({ thinking, text, calls }: ScriptedAnswer): string {
  return thinking + text + calls.map(({ name, argumentsText }) => name + argumentsText).join('');
}

/**
 * The way of every chat request, whatever its protocol: read the question, let the script respond, and write the
 * response whole or as a stream.
 */
export function createChatEndpoint(protocol: ChatProtocol): Endpoint {
  return { method: 'POST', path: protocol.path, answer: (call) => answerChat(call, protocol) };
}

async function answerChat(call: Call, protocol: ChatProtocol): Promise<void> {
  const { record } = call.exchange;
  const body = parseJsonBody(call);
  const { model: modelId, isStreamed } = protocol.readTarget?.(record) ?? {
    model: body['model'],
    isStreamed: body['stream'] === true,
  };
  const model = admitCall(call.token, modelId, protocol.use);
  try {
    await answerAdmitted(call, protocol, { model, body, isStreamed });
  } catch (error) {
    // From here on, the words are those of the protocol.
    if (error instanceof Refusal) error.shape = protocol.errorShape;
    throw error;
  }
}

interface AdmittedChat {
  readonly model: DemoModel;
  readonly body: JsonObject;
  readonly isStreamed: boolean;
}

async function answerAdmitted(
  call: Call,
  protocol: ChatProtocol,
  { model, body, isStreamed }: AdmittedChat,
): Promise<void> {
  const { exchange, token, settings, quirks } = call;
  const { id, headers, startedAtMs } = exchange.record;
  if (token.lateRefusal !== undefined) throw new Refusal(token.lateRefusal);
  const refusal = quirks.findRefusal(body);
  if (refusal !== undefined) throw invalidRequest(refusal);
  const read = protocol.readQuestion(body, call.seals);
  const question = model.isReasoning === true ? { ...read, wantsThinking: true } : read;
  const ask = readAsk(question);
  if (ask.instead === 'never') return exchange.stall();
  if (ask.instead !== undefined) throw upstreamRefusal(protocol, ask.instead, isStreamed);
  const answer = writeAnswer(ask, question, { model: model.id, origin: `http://${headers.host ?? ''}` });
  const cache =
    question.markedPrompt &&
    call.promptCache.use([headers.authorization ?? '', model.id], question.markedPrompt);
  const tokens = {
    input: countTokens(question.promptCharacters),
    output: estimateTokens(writtenText(answer)),
    thinking: estimateTokens(answer.thinking),
    ...(cache && { cache }),
  };
  exchange.record.billedInFull = tokens.input - (cache?.read ?? 0);
  const draft: ReplyDraft = {
    id,
    createdSeconds: Math.floor(startedAtMs / 1000),
    model,
    answer,
    tokens,
    body,
    // What is given out without signatures must not be asked for.
    seals: quirks.signsNothing ? new ThoughtSeals() : call.seals,
  };
  if (quirks.wantsStream(isStreamed)) {
    const plan: StreamPlan = {
      headers: streamHeaders,
      parts: [...protocol.writeEvents(draft)],
      framing: relayFraming,
      ending: 'end',
    };
    const spoilt = ask.accident === undefined ? plan : planAccident(plan, ask.accident, protocol);
    return sendStream(exchange, quirks.changeStream(spoilt, protocol), intervalOf(ask, settings));
  }
  const reply = quirks.changeBody(protocol.writeReply(draft));
  return sendWhole(exchange, JSON.stringify(reply), ask.accident, protocol);
}

/** In a response, when this piece of it was sent, in milliseconds since 1970: what measures how late it is shown. */
export const timeMark = '{{now}}';

/** How many pieces may go out before other sockets get their turn, and a closed one its chance to be noticed. */
const piecesBetweenYields = 8;

/** A failure of the provider behind the relay. On streams, relays have named the stream's type by then. */
function upstreamRefusal(protocol: ChatProtocol, failure: UpstreamFailure, isStreamed: boolean): Refusal {
  return new Refusal({
    ...protocol.upstreamFailures[failure],
    headers: isStreamed ? { 'content-type': 'text/event-stream' } : {},
  });
}

/** The plan of a stream that has an accident half-way. */
function planAccident(plan: StreamPlan, accident: Accident, { errorEvent }: ChatProtocol): StreamPlan {
  const parts = plan.parts.slice(0, Math.floor(plan.parts.length / 2));
  switch (accident) {
    case 'cut':
      return { ...plan, parts, ending: 'cut' };
    case 'stall':
      return { ...plan, parts, ending: 'stall' };
    case 'error event':
      return { ...plan, parts: [...parts, errorEvent] };
    case 'raw tail':
      return { ...plan, parts: [...parts, { raw: JSON.stringify(errorEvent.data) }] };
  }
}

/** Waits before each piece: as long as the pace asks, counted from the first so that it keeps no matter what. */
function createPacer(exchange: Exchange, intervalMs: number): () => Promise<void> {
  const startedAtMs = performance.now();
  let count = 0;
  return async () => {
    count++;
    const waitMs = startedAtMs + count * intervalMs - performance.now();
    if (intervalMs > 0 && waitMs > 0) {
      await exchange.sleep(waitMs);
    } else if (count % piecesBetweenYields === 0) {
      await yieldToSockets();
    }
  };
}

/** From one piece of a response to the next. */
function intervalOf(ask: Ask, { chunksPerSecond, slowWordMs }: Readonly<RelaySettings>): number {
  if (ask.manners.has('slow')) return slowWordMs;
  return chunksPerSecond > 0 ? 1000 / chunksPerSecond : 0;
}

/** Sends a stream at its pace, and ends it as planned. */
async function sendStream(exchange: Exchange, plan: StreamPlan, intervalMs: number): Promise<void> {
  const pace = createPacer(exchange, intervalMs);
  exchange.start(200, plan.headers);
  for (const part of plan.parts) {
    if (isEvent(part) && part.isPaced === true) await pace();
    const frame = framePart(part, plan.framing);
    await exchange.write(typeof frame === 'string' ? frame.replaceAll(timeMark, String(Date.now())) : frame);
  }
  switch (plan.ending) {
    case 'end':
      return exchange.end();
    case 'cut':
      return exchange.cut();
    case 'stall':
      return exchange.stall();
  }
}

/** Sends a reply as one JSON document, or as much of it as an accident leaves. */
async function sendWhole(
  exchange: Exchange,
  json: string,
  accident: Accident | undefined,
  protocol: ChatProtocol,
): Promise<void> {
  switch (accident) {
    case undefined:
      return exchange.reply({ status: 200, headers: jsonHeaders, body: json });
    case 'error event':
      throw upstreamRefusal(protocol, 'overloaded', false);
    case 'raw tail':
      return exchange.reply({
        status: 200,
        headers: jsonHeaders,
        body: json + JSON.stringify(protocol.errorEvent.data),
      });
    case 'cut':
    case 'stall':
      exchange.start(200, jsonHeaders);
      await exchange.write(json.slice(0, json.length / 2));
      return accident === 'cut' ? exchange.cut() : exchange.stall();
  }
}
