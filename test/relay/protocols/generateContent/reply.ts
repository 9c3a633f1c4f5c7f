import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import type { StopReason } from '../../script/scriptedAnswers.ts';
import type { ToolCall } from '../../script/toolCalls.ts';
import { isJsonObject, type JsonObject } from '../../wire/fields.ts';
import { sealedCall } from './pairing.ts';

const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'STOP',
  limit: 'MAX_TOKENS',
  refusal: 'SAFETY',
  toolCalls: 'STOP',
  stopSequence: 'STOP',
};

export function writeUsageMetadata({ input, output, thinking }: TokenCounts) {
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
  if (argumentsText === '') {
    return {};
  }
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
export function writeCallParts(draft: ReplyDraft): readonly object[] {
  const { answer, seals } = draft;
  if (isMalformed(draft)) {
    return [];
  }
  return answer.calls.map((call, index) => {
    const { name } = call;
    const args = readArguments(call) ?? {};
    const functionCall = call.argumentsText === '' ? { name } : { name, args };
    if (index > 0) {
      return { functionCall };
    }
    seals.rememberCall(sealedCall({ name, args }));
    return { functionCall, thoughtSignature: seals.seal(sealedCall({ name, args })) };
  });
}

export function writePictureParts({ answer }: ReplyDraft): readonly object[] {
  return answer.pictures.map((picture) => ({
    inlineData: { mimeType: 'image/png', data: picture.toString('base64') },
  }));
}

export function writeFinish(draft: ReplyDraft) {
  return isMalformed(draft)
    ? {
        finishReason: 'MALFORMED_FUNCTION_CALL',
        finishMessage: `Malformed function call: ${draft.answer.calls.map(({ name }) => name).join(', ')}`,
      }
    : { finishReason: finishReasons[draft.answer.stopReason] };
}

/** One response: the whole reply, or one event of its stream. */
export function writeResponse(
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
export function writeGenerateContentReply(draft: ReplyDraft) {
  const { thinking, text } = draft.answer;
  const parts = [
    ...(thinking === '' ? [] : [{ text: thinking, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...writePictureParts(draft),
    ...writeCallParts(draft),
  ];
  return writeResponse(draft, parts, writeFinish(draft), writeUsageMetadata(draft.tokens));
}
