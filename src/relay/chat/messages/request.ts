import { RelayError } from '../../relayError.ts';
import type { AssistantPart, ChatMessage, ChatRequest, ToolChoice, UserPart } from '../chatRequest.ts';

/** Which version of the protocol we speak; relays don't mind, services behind them require it. */
const messagesVersion = '2023-06-01';

/**
 * A question in the words of the Messages protocol: POST /v1/messages (contract 2.4, 4). Throws
 * `invalidRequest` where no message has anything to send.
 */
export function createMessagesRequest(request: ChatRequest) {
  const { model, messages, maxTokens, system, temperature, stopSequences, tools, toolChoice } = request;
  const isStreamed = request.stream !== false;
  return {
    path: '/v1/messages',
    headers: {
      // No x-api-key: relays would let it replace the Authorization header.
      'anthropic-version': messagesVersion,
      accept: isStreamed ? 'text/event-stream, application/json' : 'application/json',
    },
    json: {
      model,
      messages: writeMessages(messages),
      max_tokens: maxTokens,
      ...(system !== undefined && system.length > 0 && { system: writeSystem(system) }),
      ...(temperature !== undefined && { temperature }),
      ...(stopSequences !== undefined && stopSequences.length > 0 && { stop_sequences: stopSequences }),
      ...(tools !== undefined &&
        tools.length > 0 && {
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            ...(description !== undefined && { description }),
            input_schema: inputSchema ?? { type: 'object', properties: {} },
          })),
        }),
      ...(toolChoice !== undefined && { tool_choice: writeToolChoice(toolChoice) }),
      ...(isStreamed && { stream: true }),
    },
  } as const;
}

function writeSystem(system: string | readonly string[]) {
  return typeof system === 'string' ? system : writeTexts(system);
}

function writeTexts(texts: readonly string[]) {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }));
}

function writeToolChoice(choice: ToolChoice) {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

function writeMessages(messages: readonly ChatMessage[]): readonly object[] {
  const written = messages.flatMap(writeMessage);
  if (written.length === 0) throw new RelayError('invalidRequest', { field: 'messages' });
  return written;
}

/** A message; none where nothing of it can be sent, since services refuse empty ones. */
function writeMessage({ role, content }: ChatMessage): readonly object[] {
  if (typeof content === 'string') return content === '' ? [] : [{ role, content }];
  const blocks = content.flatMap(writePart);
  return blocks.length > 0 ? [{ role, content: blocks }] : [];
}

function writePart(part: UserPart | AssistantPart): readonly Readonly<Record<string, unknown>>[] {
  switch (part.type) {
    case 'text':
      return writeTexts([part.text]);
    case 'image':
      return [
        {
          type: 'image',
          source: {
            type: 'base64',
            media_type: part.mediaType,
            data: Buffer.from(part.bytes).toString('base64'),
          },
        },
      ];
    case 'thinking':
      // The service checks the signature; what has none, or another protocol's, it would refuse.
      return part.signature === undefined
        ? []
        : [{ type: 'thinking', thinking: part.text, signature: part.signature }];
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: part.data }];
    case 'toolCall':
      return [{ type: 'tool_use', id: writeCallId(part.id), name: part.name, input: part.input }];
    case 'toolResult':
      return [
        {
          type: 'tool_result',
          tool_use_id: writeCallId(part.callId),
          content: typeof part.content === 'string' ? part.content : part.content.flatMap(writePart),
          ...(part.isError && { is_error: true }),
        },
      ];
  }
}

/** Other protocols' calls have ids with dots and colons, which this one refuses. */
function writeCallId(id: string): string {
  return id.replace(/[^\w-]/g, '_');
}
