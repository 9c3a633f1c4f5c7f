import { type Question, readMessages, type ToolChoice } from '../../chat/chatProtocol.ts';
import { base64OfDataUri, type ReceivedImage, readImage } from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody, type JsonObject } from '../../wire/fields.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import { type ChatCompletionsBody, type ChatMessage, chatCompletionsBody } from './fields.ts';

function callsOf(message: ChatMessage | undefined) {
  return message?.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

/** The `tool` messages right after a message. */
function answersAfter(messages: readonly ChatMessage[], index: number): readonly string[] {
  const rest = messages.slice(index + 1);
  const end = rest.findIndex(({ role }) => role !== 'tool');
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
}

/** Every call is answered by a `tool` message right after it, and every `tool` message answers such a call. */
function checkPairing(messages: readonly ChatMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const answers = answersAfter(messages, index);
    const unanswered = callsOf(message)
      .map(({ id }) => id)
      .filter((id) => !answers.includes(id));
    if (unanswered.length > 0) {
      throw invalidRequest(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${unanswered.join(', ')}`,
      );
    }
    if (message.role === 'tool') {
      const caller = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
      const isAsked = callsOf(caller).some(({ id }) => id === message.tool_call_id);
      if (!isAsked) {
        throw invalidRequest(
          `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages.${index})`,
        );
      }
    }
  }
}

/** What a signature of a call is of. */
export function sealedCall({ id, name }: { readonly id: string; readonly name: string }) {
  return { id, name };
}

/** The last calls must come back with the signatures that they were given out with. */
function checkThoughts(messages: readonly ChatMessage[], seals: ThoughtSeals): void {
  const [call] = callsOf(messages.findLast((message) => callsOf(message).length > 0));
  if (call === undefined) return;
  const sealed = sealedCall({ id: call.id, name: call.function.name });
  const signature = call.extra_content?.google?.thought_signature;
  if (signature === undefined && seals.wasSealed(sealed)) {
    throw invalidRequest(
      `Function call is missing a thought_signature in functionCall parts. Function call \`${sealed.name}\`.`,
    );
  }
  if (signature !== undefined && !seals.isSealOf(signature, sealed)) {
    throw invalidRequest('Corrupted thought signature.');
  }
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function readImages(message: ChatMessage): readonly ReceivedImage[] {
  const parts = message.role === 'user' && typeof message.content !== 'string' ? message.content : [];
  return parts.flatMap((part) => {
    if (part.type === 'text') return [];
    const base64 = base64OfDataUri(part.image_url.url);
    const image = base64 === undefined ? undefined : readImage(base64);
    if (image === undefined) {
      throw invalidRequest(
        base64 === undefined
          ? 'image_url: only data URIs are taken by this channel'
          : 'You uploaded an unsupported image. Please make sure your image is valid.',
      );
    }
    return [image];
  });
}

function readToolChoice({ tools, tool_choice: choice }: ChatCompletionsBody): ToolChoice {
  if (choice === undefined || choice === null) return { type: 'auto' };
  if (typeof choice === 'string') return { type: choice === 'required' ? 'any' : choice };
  const { name } = choice.function;
  if (!tools?.some((tool) => tool.function.name === name)) {
    throw invalidRequest(`Tool choice '${name}' not found in 'tools' parameter.`);
  }
  return { type: 'tool', name };
}

/** Checks a chat-completions request and reads the question in it. */
export function readChatCompletionsQuestion(json: JsonObject, seals: ThoughtSeals): Question {
  const body = checkBody(json, chatCompletionsBody);
  const { messages, stop, reasoning_effort: effort } = body;
  if (body.stream !== true && body.stream_options) {
    throw invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  checkPairing(messages);
  checkThoughts(messages, seals);
  const toolChoice = readToolChoice(body);
  const names = new Map(messages.flatMap(callsOf).map((call) => [call.id, call.function.name]));
  return {
    ...readMessages(
      messages
        .filter(({ role }) => role !== 'system' && role !== 'developer')
        .map((message) => {
          const text = textOf(message);
          return message.role === 'tool'
            ? {
                isAnswer: false,
                text: '',
                toolResults: [{ name: names.get(message.tool_call_id) ?? '', text, isError: false }],
              }
            : { isAnswer: message.role === 'assistant', text, images: readImages(message) };
        }),
    ),
    tools: (body.tools ?? []).map((tool) => ({
      name: tool.function.name,
      schema: tool.function.parameters ?? {},
    })),
    toolChoice,
    wantsThinking: typeof effort === 'string' && effort !== 'none',
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
    stopSequences: typeof stop === 'string' ? [stop] : (stop ?? []),
    promptCharacters: messages.map(textOf).join('').length,
  };
}
