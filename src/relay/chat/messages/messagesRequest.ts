import { RelayError } from '../../errors/relayError.ts';
import { type Fields, isFields, nonEmpty } from '../../json.ts';
import { configurationByFamily } from '../../models/modelFamilies.ts';
import {
  type AssistantPart,
  type ChatMessage,
  type ChatRequest,
  type ChatTool,
  noInput,
  type UserPart,
} from '../chatRequest.ts';
import { type TakesField, takenFields, takesValue } from '../requestFields.ts';
import { shareThinking } from '../thinkingBudget.ts';

/** The protocol version that we use; relays don't need it, but services behind them require it. */
const messagesVersion = '2023-06-01';

/** A tool, or a block of the system prompt or of a message. */
type Block = Fields;

/** Refusals name the field, or what it does. */
const cacheControlWords = /cache[ _-]?control|prompt[ _-]cach(?:e|ing)/i;

/**
 * A chat request in the Messages protocol: POST /v1/messages (contract 2.4, 4). Throws
 * `invalidRequest` if no message has anything to send.
 *
 * Up to four marks make the service cache the prompt up to there for some minutes: the tools, the system prompt, and
 * the last two messages. The next request hits the last mark, or the one before it if a round has more blocks than
 * the service looks back for.
 */
export function createMessagesRequest(request: ChatRequest, takes: TakesField) {
  const { model, messages, maxTokens, system, stopSequences, tools, toolChoice } = request;
  const someTools = nonEmpty(tools);
  const systemBlocks = writeTexts([system ?? []].flat());
  const markedMessages = request.isOneOff ? 0 : 2;
  const isWorthMarks = markedMessages > 0 || systemBlocks.length > 0 || someTools !== undefined;
  const isCached = isWorthMarks && takes('cache_control', cacheControlWords);
  const mark = isCached ? markLast : (blocks: readonly Block[]) => blocks;
  return {
    path: '/v1/messages',
    headers: {
      // No x-api-key: relays would let it replace the Authorization header.
      'anthropic-version': messagesVersion,
      accept: 'text/event-stream, application/json',
    },
    json: {
      model,
      messages: writeMessages(messages, isCached ? markedMessages : 0),
      max_tokens: maxTokens,
      ...writeConfiguration(request, takes),
      ...(systemBlocks.length > 0 && {
        system: isCached || typeof system !== 'string' ? mark(systemBlocks) : system,
      }),
      ...(nonEmpty(stopSequences) && { stop_sequences: stopSequences }),
      tools: someTools && mark(someTools.map(writeTool)),
      tool_choice: toolChoice && { type: 'any' },
      stream: true,
    },
  } as const;
}

/** Marks the last block that can have a mark: not thinking, and not blank text. */
function markLast(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.findLastIndex(
    ({ type, text }) =>
      type !== 'thinking' && type !== 'redacted_thinking' && (type !== 'text' || /\S/.test(String(text))),
  );
  return blocks.map((block, index) =>
    index === last ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
}

function writeTool({ name, description, inputSchema = noInput }: ChatTool): Block {
  return { name, description, input_schema: inputSchema };
}

function writeTexts(texts: readonly string[]): readonly Block[] {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }));
}

/** Leaves out messages without anything to send, since services refuse empty ones. */
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
      // The service verifies signatures, and would refuse a missing one or another protocol's.
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

/** An error about a message's thinking is not about the field. Some relays mask `thinking.type`. */
const thinkingWords = /(?<!\bmessages\.\d[\s\S]{0,300})thinking|\*{3}\.(?:type|budget_tokens)/i;

/** The model's configuration in the Messages protocol; thinking raises the total limit of output tokens. */
function writeConfiguration(request: ChatRequest, takes: TakesField): Fields {
  const { temperature } = request;
  const fields: Fields = { ...takenFields(request.fields, takes), ...writeThinking(request, takes) };
  const { thinking } = fields;
  if (isFields(thinking) && thinking['type'] !== 'disabled') {
    // Services refuse a temperature together with thinking.
    const { temperature: _, ...others } = fields;
    return others;
  }
  const isSent = temperature !== undefined && takesValue(takes, 'temperature', temperature);
  return { ...fields, ...(isSent && { temperature }) };
}

function writeThinking(request: ChatRequest, takes: TakesField): Fields {
  const { model, maxTokens, outputLimit, toolChoice, messages } = request;
  const { thinking } = configurationByFamily(model);
  const beginning = beginningOf(messages);
  // Turning thinking off in the middle of a response applies to the next one.
  const goesOnThinking = beginning === 'thought' && thinking !== undefined;
  const isOff = request.effort === undefined || request.effort === 'none';
  const effort = isOff && goesOnThinking && thinking === 'budget' ? 'minimal' : request.effort;
  if (effort === undefined && !goesOnThinking) return {};
  // A model that is forced to call a tool can't think first.
  const mayThink = toolChoice === undefined;
  if (thinking === 'adaptive') {
    return {
      // Newer models don't send their thinking unless asked to.
      ...(mayThink &&
        takes('thinking', thinkingWords) && { thinking: { type: 'adaptive', display: 'summarized' } }),
      ...(effort !== undefined &&
        takesValue(takes, 'output_config', effort, /output_config|effort/i) && {
          output_config: { effort },
        }),
    };
  }
  if (effort === undefined) return {};
  const { budget, maxTokens: maxTokensInAll } = shareThinking(effort, maxTokens, outputLimit);
  const isWritten = budget > 0 && mayThink && beginning !== 'noThought' && takes('thinking', thinkingWords);
  return isWritten
    ? { thinking: { type: 'enabled', budget_tokens: budget }, max_tokens: maxTokensInAll }
    : {};
}

/**
 * How the response began that these tool results continue; undefined at the start of a new one. If its first round has
 * no thinking, later rounds can't think; if it has some, the service requires thinking to stay on until the end,
 * though later rounds may have none.
 */
function beginningOf(messages: ChatRequest['messages']): 'thought' | 'noThought' | undefined {
  if (!messages.slice(-1).some(hasToolResult)) return undefined;
  const question = messages.findLastIndex((message) => message.role === 'user' && !hasToolResult(message));
  const began = messages.slice(question + 1).find(({ role }) => role === 'assistant')?.content ?? [];
  return typeof began !== 'string' && began.some(isReturnedThought) ? 'thought' : 'noThought';
}

function isReturnedThought(part: UserPart | AssistantPart): boolean {
  return part.type === 'redactedThinking' || (part.type === 'thinking' && part.signature !== undefined);
}

function hasToolResult({ content }: ChatMessage): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'toolResult');
}
