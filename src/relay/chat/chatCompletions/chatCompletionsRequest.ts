import { RelayError } from '../../errors/relayError.ts';
import { type Fields, nonEmpty } from '../../json.ts';
import {
  type AssistantPart,
  type ChatMessage,
  type ChatRequest,
  type ImagePart,
  noInput,
  type TextPart,
  type ToolResultPart,
  type UserPart,
} from '../chatRequest.ts';
import { type TakesField, takenFields, takesValue } from '../requestFields.ts';

/**
 * Families that think and that refuse `max_tokens`, with or without a vendor before the id. Everything else gets
 * `max_tokens`, because many services behind relays ignore the newer field, and then have no limit.
 */
const newerLimit = /(^|[/:@.])(o\d|gpt-([5-9]|\d\d))/i;

/**
 * A chat request in the chat-completions protocol: POST /v1/chat/completions (contract 4). Throws
 * `invalidRequest` if no message has anything to send.
 */
export function createChatCompletionsRequest(request: ChatRequest, takes: TakesField) {
  const { model, messages, maxTokens, system, temperature, effort, stopSequences, tools, toolChoice } =
    request;
  return {
    path: '/v1/chat/completions',
    headers: { accept: 'text/event-stream, application/json' },
    json: {
      ...takenFields(request.fields, takes),
      model,
      messages: [...writeSystem(system), ...writeMessages(messages)],
      [newerLimit.test(model) ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      ...(temperature !== undefined && takesValue(takes, 'temperature', temperature) && { temperature }),
      ...(effort !== undefined &&
        takesValue(takes, 'reasoning_effort', effort, /reasoning[ _.-]?effort/i) && {
          reasoning_effort: effort,
        }),
      ...(nonEmpty(stopSequences) && { stop: stopSequences }),
      tools: nonEmpty(tools)?.map(({ name, description, inputSchema = noInput }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
      tool_choice: toolChoice,
      stream: true,
      stream_options: { include_usage: true },
    },
  } as const;
}

/** One string: relays that convert accept it everywhere, but blocks only in some places. */
function writeSystem(system: ChatRequest['system'] = ''): readonly Fields[] {
  const blocks = typeof system === 'string' ? [system] : system;
  const content = blocks.filter((block) => block !== '').join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

function writeMessages(messages: readonly ChatMessage[]): readonly Fields[] {
  const written = messages.flatMap(({ role, content }) => {
    if (typeof content === 'string') return content === '' ? [] : [{ role, content }];
    // The role decides which parts there can be; both were validated together.
    return role === 'user' ? writeUser(content) : writeAssistant(content);
  });
  if (written.length === 0) throw new RelayError('invalidRequest', { field: 'messages' });
  return written;
}

/**
 * Tool results come first, because they must directly follow the calls. They can't contain images, which
 * become the beginning of the next user message.
 */
function writeUser(parts: readonly UserPart[]): readonly Fields[] {
  const results = parts.filter((part) => part.type === 'toolResult');
  const content = writeUserContent([
    ...results.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter((part) => part.type === 'image'),
    ),
    ...parts.filter((part) => part.type !== 'toolResult'),
  ]);
  return [...results.map(writeToolResult), ...(content.length > 0 ? [{ role: 'user', content }] : [])];
}

function writeToolResult({ callId, content }: ToolResultPart): Fields {
  return { role: 'tool', tool_call_id: callId, content: writeToolContent(content) };
}

function writeToolContent(content: ToolResultPart['content']): string {
  if (typeof content === 'string') return content;
  const text = joinTexts(content, '\n\n');
  // Some services refuse an empty result, and a model would take it for a tool that found nothing.
  return text === '' && content.some((part) => part.type === 'image') ? '[image]' : text;
}

/** A plain string where possible: models without vision, and their relays, accept nothing else. */
function writeUserContent(parts: readonly (TextPart | ImagePart)[]): string | readonly Fields[] {
  if (parts.every((part) => part.type === 'text')) return joinTexts(parts, '\n\n');
  return parts
    .filter((part) => part.type === 'image' || part.text !== '')
    .map((part) =>
      part.type === 'text'
        ? { type: 'text', text: part.text }
        : { type: 'image_url', image_url: { url: writeDataUri(part) } },
    );
}

/** Thinking is left out: the protocol has no place for it. */
function writeAssistant(parts: readonly AssistantPart[]): readonly Fields[] {
  const content = joinTexts(parts, '');
  const calls = parts
    .filter((part) => part.type === 'toolCall')
    .map(({ id, name, input, signature }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
      // A service that signs its calls refuses them without the signature.
      ...(signature && { extra_content: { google: { thought_signature: signature } } }),
    }));
  // Some services refuse empty text next to calls, and null without calls.
  if (calls.length > 0) return [{ role: 'assistant', content: content || null, tool_calls: calls }];
  return content === '' ? [] : [{ role: 'assistant', content }];
}

function joinTexts(parts: readonly (UserPart | AssistantPart)[], separator: string): string {
  return parts
    .filter((part) => part.type === 'text')
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(separator);
}

function writeDataUri({ mediaType, bytes }: ImagePart): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}
