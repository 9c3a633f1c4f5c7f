import { createChatEndpoint } from '../../chat/answerChat.ts';
import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import { type StopReason, splitIntoPieces } from '../../script/scriptedAnswers.ts';
import { interleave, splitArguments } from '../../script/toolCalls.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { isJsonObject } from '../../wire/fields.ts';
import { readChatCompletionsQuestion, sealedCall } from './question.ts';

const overloaded = {
  message: 'The engine is currently overloaded, please try again later',
  type: 'overloaded_error',
  code: 'engine_overloaded',
};

export const chatCompletionsEndpoint = createChatEndpoint({
  path: /^\/v1\/chat\/completions$/,
  use: 'chatCompletions',
  errorShape: 'relay',
  readQuestion: readChatCompletionsQuestion,
  writeReply: writeChatCompletionsReply,
  writeEvents: writeChatCompletionsEvents,
  upstreamFailures: {
    overloaded: { status: 503, ...overloaded },
    'server error': {
      status: 500,
      type: 'server_error',
      code: 'server_error',
      message: 'The server had an error while processing your request',
    },
    'rate limit': {
      status: 429,
      type: 'upstream_error',
      code: 'rate_limit_exceeded',
      message: '当前分组上游负载已饱和，请稍后再试',
    },
  },
  errorEvent: { data: { error: { ...overloaded, param: null } } },
});

const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'stop',
  limit: 'length',
  refusal: 'content_filter',
  toolCalls: 'tool_calls',
  stopSequence: 'stop',
};

function writeChatCompletionsUsage({ input, output, thinking }: TokenCounts) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

function callId({ id }: ReplyDraft, index: number): string {
  return `call_${id}${String(index).padStart(2, '0')}`;
}

/** A provider whose own protocol is generate content signs the first of parallel calls for all of them. */
function writeSignature(draft: ReplyDraft, index: number) {
  const { answer, model, seals } = draft;
  const [call] = answer.calls;
  if (index > 0 || call === undefined || model.endpointTypes?.includes('gemini') !== true) return {};
  const sealed = sealedCall({ id: callId(draft, index), name: call.name });
  seals.rememberCall(sealed);
  return { extra_content: { google: { thought_signature: seals.seal(sealed) } } };
}

function writeImages({ answer }: ReplyDraft) {
  return answer.pictures.map((picture, index) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${picture.toString('base64')}` },
    index,
  }));
}

/** The whole completion. */
function writeChatCompletionsReply(draft: ReplyDraft) {
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

function wantsUsage({ body }: ReplyDraft): boolean {
  const options = body['stream_options'];
  return isJsonObject(options) && options['include_usage'] === true;
}

/** A call's id and name come with its first fragment, whose arguments are empty. */
function writeCallFragments(draft: ReplyDraft): readonly (readonly object[])[] {
  return draft.answer.calls.map(({ name, argumentsText }, index) => [
    {
      index,
      id: callId(draft, index),
      type: 'function',
      function: { name, arguments: '' },
      ...writeSignature(draft, index),
    },
    ...splitArguments(argumentsText).map((fragment) => ({ index, function: { arguments: fragment } })),
  ]);
}

/** The deltas between the first chunk and the last. Parallel calls take turns. */
function* writeDeltas(draft: ReplyDraft): Generator<object> {
  const { thinking, text, pictures } = draft.answer;
  for (const piece of splitIntoPieces(thinking)) yield { reasoning_content: piece };
  for (const piece of splitIntoPieces(text)) yield { content: piece };
  if (pictures.length > 0) yield { images: writeImages(draft) };
  for (const fragment of interleave(writeCallFragments(draft))) yield { tool_calls: [fragment] };
}

/** The whole completion as the chunks of its stream. */
function* writeChatCompletionsEvents(draft: ReplyDraft): Generator<StreamEvent> {
  const { id, createdSeconds, model, answer, tokens } = draft;
  const chunk = (choices: readonly object[], more: object = {}): object => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: createdSeconds,
    model: model.id,
    system_fingerprint: null,
    choices,
    ...more,
  });
  const isUsageWanted = wantsUsage(draft);
  const noUsage = isUsageWanted ? { usage: null } : {};
  const delta = (value: object, finishReason: string | null = null): object =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finishReason }], noUsage);
  yield { data: delta({ role: 'assistant', content: '' }) };
  for (const value of writeDeltas(draft)) yield { data: delta(value), isPaced: true };
  yield { data: delta({}, finishReasons[answer.stopReason]) };
  if (isUsageWanted) {
    yield { data: chunk([], { usage: writeChatCompletionsUsage(tokens) }) };
  }
  yield { data: '[DONE]' };
}
