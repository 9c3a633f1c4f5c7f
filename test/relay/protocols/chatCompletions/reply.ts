import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import type { StopReason } from '../../script/scriptedAnswers.ts';
import { sealedCall } from './pairing.ts';

export const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'stop',
  limit: 'length',
  refusal: 'content_filter',
  toolCalls: 'tool_calls',
  stopSequence: 'stop',
};

export function writeChatCompletionsUsage({ input, output, thinking }: TokenCounts) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

export function callId({ id }: ReplyDraft, index: number): string {
  return `call_${id}${String(index).padStart(2, '0')}`;
}

/** A provider whose own protocol is generate content signs the first of parallel calls for all of them. */
export function writeSignature(draft: ReplyDraft, index: number) {
  const { answer, model, seals } = draft;
  const [call] = answer.calls;
  if (index > 0 || call === undefined || model.endpointTypes?.includes('gemini') !== true) {
    return {};
  }
  const sealed = sealedCall({ id: callId(draft, index), name: call.name });
  seals.rememberCall(sealed);
  return { extra_content: { google: { thought_signature: seals.seal(sealed) } } };
}

export function writeImages({ answer }: ReplyDraft) {
  return answer.pictures.map((picture, index) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${picture.toString('base64')}` },
    index,
  }));
}

/** The whole completion. */
export function writeChatCompletionsReply(draft: ReplyDraft) {
  const { id, createdSeconds, model, answer, tokens } = draft;
  const { thinking, text, calls, pictures, stopReason } = answer;
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: createdSeconds,
    model: model.id,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          ...(thinking !== '' && { reasoning_content: thinking }),
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ name, argumentsText }, index) => ({
              id: callId(draft, index),
              type: 'function',
              function: { name, arguments: argumentsText },
              ...writeSignature(draft, index),
            })),
          }),
          ...(pictures.length > 0 && { images: writeImages(draft) }),
        },
        logprobs: null,
        finish_reason: finishReasons[stopReason],
      },
    ],
    usage: writeChatCompletionsUsage(tokens),
  };
}
