import { admitCall } from '../../account/models.ts';
import { answerChat } from '../../chat/answerChat.ts';
import type { ChatProtocol, ReplyDraft } from '../../chat/chatProtocol.ts';
import { splitIntoPieces } from '../../script/scriptedAnswers.ts';
import { interleave, splitArguments } from '../../script/toolCalls.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { isJsonObject, parseJsonBody } from '../../wire/fields.ts';
import { readChatCompletionsQuestion } from './question.ts';
import {
  callId,
  finishReasons,
  writeChatCompletionsReply,
  writeChatCompletionsUsage,
  writeImages,
  writeSignature,
} from './reply.ts';

const overloaded = {
  message: 'The engine is currently overloaded, please try again later',
  type: 'overloaded_error',
  code: 'engine_overloaded',
};

const chatCompletionsProtocol: ChatProtocol = {
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
};

export const chatCompletionsEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/chat\/completions$/,
  answer: async (call) => {
    const body = parseJsonBody(call.exchange.record.headers['content-type'], call.body);
    const model = admitCall(call.token, body['model'], 'chatCompletions');
    return answerChat(call, chatCompletionsProtocol, { model, body, isStreamed: body['stream'] === true });
  },
};

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
  for (const piece of splitIntoPieces(thinking)) {
    yield { reasoning_content: piece };
  }
  for (const piece of splitIntoPieces(text)) {
    yield { content: piece };
  }
  if (pictures.length > 0) {
    yield { images: writeImages(draft) };
  }
  for (const fragment of interleave(writeCallFragments(draft))) {
    yield { tool_calls: [fragment] };
  }
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
  for (const value of writeDeltas(draft)) {
    yield { data: delta(value), isPaced: true };
  }
  yield { data: delta({}, finishReasons[answer.stopReason]) };
  if (isUsageWanted) {
    yield { data: chunk([], { usage: writeChatCompletionsUsage(tokens) }) };
  }
  yield { data: '[DONE]' };
}
