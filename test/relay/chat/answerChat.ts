import { admitCall } from '../account/models.ts';
import { estimateTokens, type ScriptedAnswer, writeAnswer } from '../script/scriptedAnswers.ts';
import { readAsk } from '../script/scriptWords.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { relayFraming, type StreamPlan, streamHeaders } from '../wire/eventFraming.ts';
import { parseJsonBody } from '../wire/fields.ts';
import { invalidRequest, Refusal } from '../wire/refusal.ts';
import type { ChatProtocol, ReplyDraft } from './chatProtocol.ts';
import { intervalOf, planAccident, replyInstead, sendStream, sendWhole } from './sendReply.ts';
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
  const { exchange, token, settings, quirks } = call;
  const { id, headers, startedAtMs } = exchange.record;
  const body = parseJsonBody(call);
  const { model: modelId, isStreamed } = protocol.readTarget?.(exchange.record) ?? {
    model: body['model'],
    isStreamed: body['stream'] === true,
  };
  const model = admitCall(token, modelId, protocol.use);
  if (token.lateRefusal !== undefined) {
    throw new Refusal({ ...token.lateRefusal, shape: protocol.errorShape });
  }
  const refusal = quirks.findRefusal(body);
  if (refusal !== undefined) throw invalidRequest(refusal, protocol.errorShape);
  const read = protocol.readQuestion(body, call.seals);
  const question = model.isReasoning === true ? { ...read, wantsThinking: true } : read;
  const ask = readAsk(question);
  if (ask.instead !== undefined) return replyInstead(exchange, ask.instead, protocol, isStreamed);
  const answer = writeAnswer(ask, question, { model: model.id, origin: `http://${headers.host ?? ''}` });
  const cache =
    question.markedPrompt &&
    call.promptCache.use([headers.authorization ?? '', model.id], question.markedPrompt);
  const tokens = {
    input: estimateTokens(question.promptText),
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
