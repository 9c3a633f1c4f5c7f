import { createChatEndpoint } from '../../chat/answerChat.ts';
import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import { type StopReason, splitIntoPieces } from '../../script/scriptedAnswers.ts';
import type { ToolCall } from '../../script/toolCalls.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { isJsonObject, type JsonObject } from '../../wire/fields.ts';
import { readGenerateContentQuestion, sealedCall } from './question.ts';

const path = /^\/v1beta\/models\/(.+):(generateContent|streamGenerateContent)$/;

/**
 * Contract 4. The stream has its own path; it is server-sent events with `alt=sse` and without, as relays do. Relays have
 * no error writer of this protocol's own: only what is passed through has the provider's shape.
 */
export const generateContentEndpoint = createChatEndpoint({
  path,
  use: 'generateContent',
  readTarget: (record) => {
    const [, encodedModel = '', method] = path.exec(record.path) ?? [];
    const isSse = new URLSearchParams(record.query).get('alt') === 'sse';
    return { model: readModel(encodedModel), isStreamed: method === 'streamGenerateContent' || isSse };
  },
  errorShape: 'relay',
  readQuestion: readGenerateContentQuestion,
  writeReply: writeGenerateContentReply,
  writeEvents: writeGenerateContentEvents,
  upstreamFailures: {
    overloaded: {
      status: 503,
      type: 'upstream_error',
      code: 'UNAVAILABLE',
      message: 'The model is overloaded. Please try again later.',
    },
    'server error': {
      status: 500,
      type: 'upstream_error',
      code: 'INTERNAL',
      message: 'An internal error has occurred.',
    },
    'rate limit': {
      status: 429,
      type: 'upstream_error',
      code: 'RESOURCE_EXHAUSTED',
      message: '当前分组上游负载已饱和，请稍后再试',
    },
  },
  errorEvent: {
    data: {
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    },
  },
});

/** The model's id as the path has it, or undefined when it can't be decoded. */
function readModel(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'STOP',
  limit: 'MAX_TOKENS',
  refusal: 'SAFETY',
  toolCalls: 'STOP',
  stopSequence: 'STOP',
};

function writeUsageMetadata({ input, output, thinking }: TokenCounts) {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - thinking,
    totalTokenCount: input + output,
    ...(thinking > 0 && { thoughtsTokenCount: thinking }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
  };
}

/** Arguments are an object here: those that are none make the provider give up, see `isMalformed`. */
function readArguments({ argumentsText }: ToolCall): JsonObject | undefined {
  if (argumentsText === '') return {};
  try {
    const value: unknown = JSON.parse(argumentsText);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMalformed({ answer }: ReplyDraft): boolean {
  return answer.calls.some((call) => readArguments(call) === undefined);
}

/** The first of parallel calls carries the signature for all of them. */
function writeCallParts(draft: ReplyDraft): readonly object[] {
  const { answer, seals } = draft;
  if (isMalformed(draft)) return [];
  return answer.calls.map((call, index) => {
    const { name } = call;
    const args = readArguments(call) ?? {};
    const functionCall = call.argumentsText === '' ? { name } : { name, args };
    if (index > 0) return { functionCall };
    seals.rememberCall(sealedCall({ name, args }));
    return { functionCall, thoughtSignature: seals.seal(sealedCall({ name, args })) };
  });
}

function writePictureParts({ answer }: ReplyDraft): readonly object[] {
  return answer.pictures.map((picture) => ({
    inlineData: { mimeType: 'image/png', data: picture.toString('base64') },
  }));
}

function writeFinish(draft: ReplyDraft) {
  return isMalformed(draft)
    ? {
        finishReason: 'MALFORMED_FUNCTION_CALL',
        finishMessage: `Malformed function call: ${draft.answer.calls.map(({ name }) => name).join(', ')}`,
      }
    : { finishReason: finishReasons[draft.answer.stopReason] };
}

/** One response: the whole reply, or one event of its stream. */
function writeResponse(
  { id, model }: ReplyDraft,
  parts: readonly object[],
  finish: object,
  usageMetadata: object,
) {
  return {
    candidates: [{ content: { role: 'model', parts }, ...finish, index: 0 }],
    usageMetadata,
    modelVersion: model.id,
    responseId: id,
  };
}

/** The whole response. */
function writeGenerateContentReply(draft: ReplyDraft) {
  const { thinking, text } = draft.answer;
  const parts = [
    ...(thinking === '' ? [] : [{ text: thinking, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...writePictureParts(draft),
    ...writeCallParts(draft),
  ];
  return writeResponse(draft, parts, writeFinish(draft), writeUsageMetadata(draft.tokens));
}

function* writeParts(draft: ReplyDraft): Generator<object> {
  const { thinking, text } = draft.answer;
  for (const piece of splitIntoPieces(thinking)) yield { text: piece, thought: true };
  for (const piece of splitIntoPieces(text)) yield { text: piece };
  yield* writePictureParts(draft);
  yield* writeCallParts(draft);
}

/** The whole response as the events of its stream: no names, no end mark, the finish reason in the last one. */
function* writeGenerateContentEvents(draft: ReplyDraft): Generator<StreamEvent> {
  const { input } = draft.tokens;
  const usageSoFar = { promptTokenCount: input, totalTokenCount: input };
  for (const part of writeParts(draft)) {
    yield { data: writeResponse(draft, [part], {}, usageSoFar), isPaced: true };
  }
  yield { data: writeResponse(draft, [{ text: '' }], writeFinish(draft), writeUsageMetadata(draft.tokens)) };
}
