import type { ReplyDraft } from '../../chat/chatProtocol.ts';
import { splitIntoPieces } from '../../script/scriptedAnswers.ts';
import { interleave, splitArguments } from '../../script/toolCalls.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { isJsonObject } from '../../wire/fields.ts';
import { callId, finishReasons, writeChatCompletionsUsage, writeImages, writeSignature } from './reply.ts';

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
export function* writeChatCompletionsEvents(draft: ReplyDraft): Generator<StreamEvent> {
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
