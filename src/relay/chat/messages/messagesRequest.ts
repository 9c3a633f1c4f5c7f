import { RelayError } from '../../errors/relayError.ts';
import type { AssistantPart, ChatMessage, ChatRequest, ToolChoice, UserPart } from '../chatRequest.ts';
import type { TakesField } from '../requestFields.ts';
import { writeConfiguration } from './configuration.ts';

/** Which version of the protocol we speak; relays don't mind, services behind them require it. */
const messagesVersion = '2023-06-01';

/** A tool, or a block of the system prompt or of a message. */
type Block = Readonly<Record<string, unknown>>;

/** Refusals speak of the field, or of what it does. */
const cacheControlWords = /cache[ _-]?control|prompt[ _-]cach(?:e|ing)/i;

/**
 * A question in the words of the Messages protocol: POST /v1/messages (contract 2.4, 4). Throws
 * `invalidRequest` where no message has anything to send.
 *
 * Up to four marks have the service keep the prompt up to there for some minutes: the tools, the system prompt, and
 * the last two messages. The last one is found again by the next question, and the one before it also where a round
 * has more blocks than the service looks back for.
 */
export function createMessagesRequest(request: ChatRequest, takes: TakesField) {
  const { model, messages, maxTokens, system, stopSequences, tools, toolChoice } = request;
  const isStreamed = request.stream !== false;
  const systemBlocks = writeTexts([system ?? []].flat());
  const markedMessages = request.isOneOff ? 0 : 2;
  const isWorthMarks = markedMessages > 0 || systemBlocks.length > 0 || (tools?.length ?? 0) > 0;
  const isCached = isWorthMarks && takes('cache_control', cacheControlWords);
  const mark = isCached ? markLast : (blocks: readonly Block[]) => blocks;
  return {
    path: '/v1/messages',
    headers: {
      // No x-api-key: relays would let it replace the Authorization header.
      'anthropic-version': messagesVersion,
      accept: isStreamed ? 'text/event-stream, application/json' : 'application/json',
    },
    json: {
      model,
      messages: writeMessages(messages, isCached ? markedMessages : 0),
      max_tokens: maxTokens,
      ...writeConfiguration(request, takes),
      ...(systemBlocks.length > 0 && {
        system: isCached || typeof system !== 'string' ? mark(systemBlocks) : system,
      }),
      ...(stopSequences !== undefined && stopSequences.length > 0 && { stop_sequences: stopSequences }),
      ...(tools !== undefined &&
        tools.length > 0 && {
          tools: mark(
            tools.map(({ name, description, inputSchema }) => ({
              name,
              ...(description !== undefined && { description }),
              input_schema: inputSchema ?? { type: 'object', properties: {} },
            })),
          ),
        }),
      ...(toolChoice !== undefined && { tool_choice: writeToolChoice(toolChoice) }),
      ...(isStreamed && { stream: true }),
    },
  } as const;
}

/** Marks the last block that may carry one: thinking never does, nor does text of blanks. */
function markLast(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.findLastIndex(
    ({ type, text }) =>
      type !== 'thinking' && type !== 'redacted_thinking' && (type !== 'text' || /\S/.test(String(text))),
  );
  return blocks.map((block, index) =>
    index === last ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
}

function writeTexts(texts: readonly string[]): readonly Block[] {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }));
}

function writeToolChoice(choice: ToolChoice) {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

/** Without the messages of which nothing can be sent, since services refuse empty ones. */
function writeMessages(messages: readonly ChatMessage[], marked: number): readonly object[] {
  const written = messages
    .map(({ role, content }) => ({ role, content, blocks: writeContent(content) }))
    .filter(({ blocks }) => blocks.length > 0);
  if (written.length === 0) throw new RelayError('invalidRequest', { field: 'messages' });
  return written.map(({ role, content, blocks }, index) => {
    if (index >= written.length - marked) return { role, content: markLast(blocks) };
    return { role, content: typeof content === 'string' ? content : blocks };
  });
}

function writeContent(content: ChatMessage['content']): readonly Block[] {
  return typeof content === 'string' ? writeTexts([content]) : content.flatMap(writePart);
}

function writePart(part: UserPart | AssistantPart): readonly Block[] {
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
