import {
  findAsked,
  findTurn,
  type Question,
  type ToolChoice,
  type ToolResult,
} from '../../chat/chatProtocol.ts';
import { checkImageLimits, type ReceivedImage, readImage } from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody } from '../../wire/bodySchema.ts';
import type { JsonObject } from '../../wire/fields.ts';
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
import { callsOf, checkPairing, checkThoughts, resultsOf } from './pairing.ts';

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
    if (block.type === 'image') {
      return [block];
    }
    const inner = block.type === 'tool_result' && typeof block.content === 'object' ? block.content : [];
    return inner.filter((part) => part.type === 'image');
  });
}

/** Every image is looked at, as providers do, those of old messages too. */
function readImageBlock({ source }: ImageBlock): ReceivedImage {
  const image = readImage(source.data);
  if (image === undefined) {
    throw invalidRequest('Could not process image', 'messages');
  }
  if (image.mediaType !== source.media_type) {
    throw invalidRequest(
      `The image was specified using the ${source.media_type} media type, but the image appears to be a ${image.mediaType} image`,
      'messages',
    );
  }
  return image;
}

function readResults(
  turn: readonly MessageOfBody[],
  before: MessageOfBody | undefined,
): readonly ToolResult[] {
  const names = new Map(callsOf(before).map(({ id, name }) => [id, name]));
  return turn.flatMap(resultsOf).map((block) => ({
    name: names.get(block.tool_use_id) ?? block.tool_use_id,
    text: textOfResult(block),
    isError: block.is_error === true,
  }));
}

function readToolChoice({ tools = [], tool_choice: choice }: MessagesBody): ToolChoice {
  if (choice === undefined) {
    return { type: 'auto' };
  }
  if (choice.type !== 'tool') {
    return { type: choice.type };
  }
  if (!tools.some(({ name }) => name === choice.name)) {
    throw invalidRequest(`tool_choice.name: Tool '${choice.name}' not found in provided tools`, 'messages');
  }
  return { type: 'tool', name: choice.name };
}

/** The newest models decide by themselves how much they think, and take no temperature. */
const newestModels = /^msg-opus-4-7/;

/** What does not go along with thinking, in the words of the service behind relays. */
function checkThinking({ model, thinking, temperature, tool_choice: choice }: MessagesBody): void {
  const isNewest = newestModels.test(model);
  if (temperature !== undefined && isNewest) {
    throw invalidRequest('`temperature` is deprecated for this model.', 'messages');
  }
  if (thinking === undefined || thinking.type === 'disabled') {
    return;
  }
  if (thinking.type === 'enabled' && isNewest) {
    throw invalidRequest(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      'messages',
    );
  }
  if (temperature !== undefined && temperature !== 1) {
    throw invalidRequest(
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.',
      'messages',
    );
  }
  if (choice?.type === 'any' || choice?.type === 'tool') {
    throw invalidRequest('Thinking may not be enabled when tool_choice forces tool use.', 'messages');
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
function* readPrompt({ tools = [], system = [], messages }: MessagesBody) {
  for (const { cache_control: mark, ...tool } of tools) {
    yield { ...blockOf(tool, mark), text: JSON.stringify(tool) };
  }
  const systemBlocks = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system;
  const blocks = [
    ...systemBlocks.map((block) => ({ role: 'system', block })),
    ...messages.flatMap((message) => blocksOf(message).map((block) => ({ role: message.role, block }))),
  ];
  for (const { role, block } of blocks) {
    const { cache_control: mark, ...content } = { cache_control: undefined, ...block };
    yield { ...blockOf([role, content], mark), text: textOfBlock(block) };
  }
}

function blockOf(content: unknown, mark: unknown) {
  return { identity: JSON.stringify(content), isMarked: mark !== undefined && mark !== null };
}

/** Checks a Messages request (contract 2.4) and reads the question in it. */
export function readMessagesQuestion(json: JsonObject, seals: ThoughtSeals): Question {
  const body = checkBody(json, messagesBody, 'messages');
  if (body.thinking?.type === 'enabled' && body.thinking.budget_tokens >= body.max_tokens) {
    throw invalidRequest('`max_tokens` must be greater than `thinking.budget_tokens`.', 'messages');
  }
  checkThinking(body);
  checkPairing(body.messages);
  checkThoughts(body, seals);
  const { messages, tools = [], thinking } = body;
  const toolChoice = readToolChoice(body);
  const images = messages.map((message) => imagesOf(message).map(readImageBlock));
  checkImageLimits(images.flat(), 'messages');
  const prompt = [...readPrompt(body)];
  const marks = prompt.filter(({ isMarked }) => isMarked).length;
  if (marks > mostMarks) {
    throw invalidRequest(
      `A maximum of ${mostMarks} blocks with cache_control may be provided. Found ${marks}.`,
      'messages',
    );
  }
  const isAnswer = ({ role }: MessageOfBody) => role === 'assistant';
  const turn = findTurn(messages, isAnswer);
  const start = turn[0] === undefined ? 0 : messages.indexOf(turn[0]);
  return {
    text: turn.map(textOfMessage).join('\n'),
    asked: findAsked(messages, isAnswer, textOfMessage),
    images: images.slice(start, start + turn.length).flat(),
    toolResults: readResults(turn, messages[start - 1]),
    tools: tools.map(({ name, input_schema: schema }) => ({ name, schema })),
    toolChoice,
    wantsThinking: thinking !== undefined && thinking.type !== 'disabled',
    maxTokens: body.max_tokens,
    stopSequences: body.stop_sequences ?? [],
    promptText: prompt.map(({ text }) => text).join(''),
    ...(marks > 0 && {
      markedPrompt: prompt.map(({ text, ...block }) => ({ ...block, characters: text.length })),
    }),
  };
}
