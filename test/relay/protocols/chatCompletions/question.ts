import { findAsked, findTurn, type Question, type ToolChoice } from '../../chat/chatProtocol.ts';
import {
  base64OfDataUri,
  checkImageLimits,
  type ReceivedImage,
  readImage,
} from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody } from '../../wire/bodySchema.ts';
import type { JsonObject } from '../../wire/fields.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import { type ChatCompletionsBody, type ChatMessage, chatCompletionsBody } from './fields.ts';
import { callsOf, checkPairing, checkThoughts } from './pairing.ts';

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') {
    return content;
  }
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function readImages(message: ChatMessage): readonly ReceivedImage[] {
  const parts = message.role === 'user' && typeof message.content !== 'string' ? message.content : [];
  return parts.flatMap((part) => {
    if (part.type === 'text') {
      return [];
    }
    const base64 = base64OfDataUri(part.image_url.url);
    const image = base64 === undefined ? undefined : readImage(base64);
    if (image === undefined) {
      throw invalidRequest(
        base64 === undefined
          ? 'image_url: only data URIs are taken by this channel'
          : 'You uploaded an unsupported image. Please make sure your image is valid.',
        'relay',
      );
    }
    return [image];
  });
}

function readToolChoice({ tools, tool_choice: choice }: ChatCompletionsBody): ToolChoice {
  if (choice === undefined || choice === null) {
    return { type: 'auto' };
  }
  if (typeof choice === 'string') {
    return { type: choice === 'required' ? 'any' : choice };
  }
  const { name } = choice.function;
  if (!tools?.some((tool) => tool.function.name === name)) {
    throw invalidRequest(`Tool choice '${name}' not found in 'tools' parameter.`, 'relay');
  }
  return { type: 'tool', name };
}

/** Checks a chat-completions request and reads the question in it. */
export function readChatCompletionsQuestion(json: JsonObject, seals: ThoughtSeals): Question {
  const body = checkBody(json, chatCompletionsBody, 'relay');
  const { messages, stop, reasoning_effort: effort } = body;
  if (body.stream !== true && body.stream_options) {
    throw invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'relay');
  }
  checkPairing(messages);
  checkThoughts(messages, seals);
  const toolChoice = readToolChoice(body);
  const talk = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  const isAnswer = ({ role }: ChatMessage) => role === 'assistant';
  const turn = findTurn(talk, isAnswer);
  const names = new Map(messages.flatMap(callsOf).map((call) => [call.id, call.function.name]));
  const imagesByMessage = new Map(messages.map((message) => [message, readImages(message)]));
  checkImageLimits([...imagesByMessage.values()].flat(), 'relay');
  return {
    text: turn
      .filter(({ role }) => role === 'user')
      .map(textOf)
      .join('\n'),
    asked: findAsked(
      talk.filter(({ role }) => role !== 'tool'),
      isAnswer,
      textOf,
    ),
    images: turn.flatMap((message) => imagesByMessage.get(message) ?? []),
    toolResults: turn.flatMap((message) =>
      message.role === 'tool'
        ? [{ name: names.get(message.tool_call_id) ?? '', text: textOf(message), isError: false }]
        : [],
    ),
    tools: (body.tools ?? []).map((tool) => ({
      name: tool.function.name,
      schema: tool.function.parameters ?? {},
    })),
    toolChoice,
    wantsThinking: typeof effort === 'string' && effort !== 'none',
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
    stopSequences: typeof stop === 'string' ? [stop] : (stop ?? []),
    promptText: messages.map(textOf).join(''),
  };
}
