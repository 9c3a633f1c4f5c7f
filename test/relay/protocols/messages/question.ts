import { type Question, readMessages, type ToolChoice, type ToolResult } from '../../chat/chatProtocol.ts';
import type { PromptBlock } from '../../chat/promptCache.ts';
import { type ReceivedImage, readImage } from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody, type JsonObject } from '../../wire/fields.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import {
  type AssistantBlock,
  type ImageBlock,
  type MessageOfBody,
  type MessagesBody,
  messagesBody,
  type ToolResultBlock,
  type UserBlock,
} from './fields.ts';

function refuse(message: string): never {
  throw invalidRequest(message);
}

function userBlocksOf(message: MessageOfBody | undefined): readonly UserBlock[] {
  return message?.role === 'user' && typeof message.content !== 'string' ? message.content : [];
}

function assistantBlocksOf(message: MessageOfBody | undefined): readonly AssistantBlock[] {
  return message?.role === 'assistant' && typeof message.content !== 'string' ? message.content : [];
}

function callsOf(message: MessageOfBody | undefined) {
  return assistantBlocksOf(message).filter((block) => block.type === 'tool_use');
}

function resultsOf(message: MessageOfBody | undefined) {
  return userBlocksOf(message).filter((block) => block.type === 'tool_result');
}

/** Every call is answered at the start of the next message, and every answer has its call in the one before. */
function checkPairing(messages: MessagesBody['messages']): void {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const callIds = callsOf(message).map(({ id }) => id);
    const repeated = callIds.find((id, place) => seen.has(id) || callIds.indexOf(id) !== place);
    if (repeated !== undefined) refuse(`messages.${index}: \`tool_use\` ids must be unique`);
    for (const id of callIds) seen.add(id);
    const blocks = userBlocksOf(messages[index + 1]);
    const afterResults = blocks.findIndex(({ type }) => type !== 'tool_result');
    const leading = blocks
      .slice(0, afterResults < 0 ? blocks.length : afterResults)
      .flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    const unanswered = callIds.filter((id) => !leading.includes(id));
    if (unanswered.length > 0) {
      refuse(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${unanswered.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    }
    checkResults(messages, index);
  }
}

function checkResults(messages: MessagesBody['messages'], index: number): void {
  const called = callsOf(messages[index - 1]).map(({ id }) => id);
  const answered: string[] = [];
  for (const [place, block] of userBlocksOf(messages[index]).entries()) {
    if (block.type !== 'tool_result') continue;
    const id = block.tool_use_id;
    if (!called.includes(id)) {
      refuse(
        `messages.${index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    if (answered.includes(id)) {
      refuse(
        `messages.${index}.content.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    }
    answered.push(id);
  }
}

/**
 * With thinking on, a turn that calls tools must begin with a thought; its later rounds may have none. A turn that began with
 * one goes on with thinking on, up to its end. The thoughts before
 * the last calls must come back as they were given out. Older ones are not looked at.
 */
function checkThoughts({ messages, thinking }: MessagesBody, seals: ThoughtSeals): void {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = callsOf(messages[last]);
  if (calls.length === 0) return;
  const question = messages.findLastIndex(
    (message) => message.role === 'user' && resultsOf(message).length === 0,
  );
  const first = messages.findIndex(({ role }, index) => index > question && role === 'assistant');
  if (thinking?.type === 'enabled') checkBeginning(messages, first);
  const beginning = assistantBlocksOf(messages[first])[0]?.type;
  const isThought = beginning === 'thinking' || beginning === 'redacted_thinking';
  if (isThought && (thinking === undefined || thinking.type === 'disabled')) {
    refuse(
      `messages.${first}.content.0.type: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${beginning}\`. To use thinking blocks, enable \`thinking\` in your request.`,
    );
  }
  if (calls.some(({ id }) => seals.wasSealed(id))) checkBeginning(messages, last);
  for (const [place, block] of assistantBlocksOf(messages[last]).entries()) {
    const isWrong =
      block.type === 'thinking'
        ? !seals.isSealOf(block.signature, block.thinking)
        : block.type === 'redacted_thinking' && !seals.isSealOf(block.data, 'redacted');
    if (isWrong) {
      const field = block.type === 'thinking' ? 'signature' : 'data';
      refuse(`messages.${last}.content.${place}: Invalid \`${field}\` in \`${block.type}\` block`);
    }
  }
}

function checkBeginning(messages: MessagesBody['messages'], index: number): void {
  const type = assistantBlocksOf(messages[index])[0]?.type;
  if (type !== 'thinking' && type !== 'redacted_thinking') {
    refuse(
      `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
    );
  }
}

type Block = UserBlock | AssistantBlock;

function blocksOf({ content }: MessageOfBody): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOfBlocks(blocks: readonly { readonly type: string; readonly text?: string }[]): string {
  return blocks.map(({ text }) => text ?? '').join('\n');
}

function textOfMessage(message: MessageOfBody): string {
  return textOfBlocks(blocksOf(message).filter((block) => block.type === 'text'));
}

function textOfResult({ content = '' }: ToolResultBlock): string {
  return typeof content === 'string' ? content : textOfBlocks(content);
}

function imagesOf(message: MessageOfBody): readonly ImageBlock[] {
  return blocksOf(message).flatMap((block) => {
    if (block.type === 'image') return [block];
    const inner = block.type === 'tool_result' && typeof block.content === 'object' ? block.content : [];
    return inner.filter((part) => part.type === 'image');
  });
}

/** Every image is looked at, as providers do, those of old messages too. */
function readImageBlock({ source }: ImageBlock): ReceivedImage {
  const image = readImage(source.data);
  if (image === undefined) refuse('Could not process image');
  if (image.mediaType !== source.media_type) {
    refuse(
      `The image was specified using the ${source.media_type} media type, but the image appears to be a ${image.mediaType} image`,
    );
  }
  return image;
}

function readResults(message: MessageOfBody, names: ReadonlyMap<string, string>): readonly ToolResult[] {
  return resultsOf(message).map((block) => ({
    name: names.get(block.tool_use_id) ?? block.tool_use_id,
    text: textOfResult(block),
    isError: block.is_error === true,
  }));
}

function readToolChoice({ tools = [], tool_choice: choice }: MessagesBody): ToolChoice {
  if (choice === undefined) return { type: 'auto' };
  if (choice.type !== 'tool') return { type: choice.type };
  if (!tools.some(({ name }) => name === choice.name)) {
    refuse(`tool_choice.name: Tool '${choice.name}' not found in provided tools`);
  }
  return { type: 'tool', name: choice.name };
}

/** The newest models decide by themselves how much they think, and take no temperature. */
const newestModels = /^msg-opus-4-7/;

/** What does not go along with thinking, in the words of the service behind relays. */
function checkThinking({ model, thinking, temperature, tool_choice: choice }: MessagesBody): void {
  const isNewest = newestModels.test(model);
  if (temperature !== undefined && isNewest) refuse('`temperature` is deprecated for this model.');
  if (thinking === undefined || thinking.type === 'disabled') return;
  if (thinking.type === 'enabled' && isNewest) {
    refuse(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (temperature !== undefined && temperature !== 1) {
    refuse('`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.');
  }
  if (choice?.type === 'any' || choice?.type === 'tool') {
    refuse('Thinking may not be enabled when tool_choice forces tool use.');
  }
}

const mostMarks = 4;

/** A text for the tokens of a block; images and thoughts have none. */
function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'tool_use':
      return block.name + JSON.stringify(block.input);
    case 'tool_result':
      return textOfResult(block);
    default:
      return '';
  }
}

/** The prompt in the order in which it is cached: tools, system prompt, messages. */
function* readPrompt({ tools = [], system = [], messages }: MessagesBody): Generator<PromptBlock> {
  for (const { cache_control: mark, ...tool } of tools) {
    yield blockOf(tool, mark, JSON.stringify(tool));
  }
  const systemBlocks = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system;
  const blocks = [
    ...systemBlocks.map((block) => ({ role: 'system', block })),
    ...messages.flatMap((message) => blocksOf(message).map((block) => ({ role: message.role, block }))),
  ];
  for (const { role, block } of blocks) {
    const { cache_control: mark, ...content } = { cache_control: undefined, ...block };
    yield blockOf([role, content], mark, textOfBlock(block));
  }
}

function blockOf(content: unknown, mark: unknown, { length: characters }: string): PromptBlock {
  return { identity: JSON.stringify(content), characters, isMarked: mark !== undefined && mark !== null };
}

/** Checks a Messages request (contract 2.4) and reads the question in it. */
export function readMessagesQuestion(json: JsonObject, seals: ThoughtSeals): Question {
  const body = checkBody(json, messagesBody);
  if (body.thinking?.type === 'enabled' && body.thinking.budget_tokens >= body.max_tokens) {
    refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  checkThinking(body);
  checkPairing(body.messages);
  checkThoughts(body, seals);
  const { messages, tools = [], thinking } = body;
  const toolChoice = readToolChoice(body);
  const prompt = [...readPrompt(body)];
  const marks = prompt.filter(({ isMarked }) => isMarked).length;
  if (marks > mostMarks) {
    refuse(`A maximum of ${mostMarks} blocks with cache_control may be provided. Found ${marks}.`);
  }
  const names = new Map(messages.flatMap(callsOf).map(({ id, name }) => [id, name]));
  return {
    ...readMessages(
      messages.map((message) => ({
        isAnswer: message.role === 'assistant',
        text: textOfMessage(message),
        images: imagesOf(message).map(readImageBlock),
        toolResults: readResults(message, names),
      })),
    ),
    tools: tools.map(({ name, input_schema: schema }) => ({ name, schema })),
    toolChoice,
    wantsThinking: thinking !== undefined && thinking.type !== 'disabled',
    maxTokens: body.max_tokens,
    stopSequences: body.stop_sequences ?? [],
    promptCharacters: prompt.reduce((sum, { characters }) => sum + characters, 0),
    ...(marks > 0 && { markedPrompt: prompt }),
  };
}
