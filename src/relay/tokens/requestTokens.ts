import type { AssistantPart, ChatMessage, ChatRequest, ChatTool, UserPart } from '../chat/chatRequest.ts';
import { estimateTokens } from './estimateTokens.ts';
import { estimatePictureTokens } from './pictureSize.ts';

/** Tokens that a service adds around a message: its role, its beginning and its end. */
const tokensAroundMessage = 4;
/** Tokens around a tool, a call and its result: delimiters, and the ids that match them. */
const tokensAroundTool = 8;
/** Signed and sealed thinking is encrypted, in base64: this many characters are a token. */
const sealedCharactersPerToken = 5;

/**
 * Estimates the tokens of a whole request, as a relay counts its input: texts, images, tools, and the overhead around
 * each of them. So a `TokenCorrection` learns the tokenizer's factor, and not the overhead.
 */
export function estimateRequestTokens({ system = [], messages, tools = [] }: ChatRequest): number {
  return (
    sum([system].flat(), estimateTokens) +
    sum(messages, estimateMessageTokens) +
    sum(tools, estimateToolTokens)
  );
}

/** Estimates the tokens that a message adds to a request. */
export function estimateMessageTokens({ content }: ChatMessage): number {
  if (typeof content === 'string') return tokensAroundMessage + estimateTokens(content);
  return tokensAroundMessage + sum<UserPart | AssistantPart>(content, estimatePartTokens);
}

/** Each service counts images in its own way: a request with images tells nothing about the tokenizer. */
export function hasPictures({ messages }: ChatRequest): boolean {
  return messages.some(
    ({ content }) =>
      typeof content !== 'string' &&
      content.some((part) => {
        if (part.type === 'image') return true;
        if (part.type !== 'toolResult' || typeof part.content === 'string') return false;
        return part.content.some(({ type }) => type === 'image');
      }),
  );
}

function estimateToolTokens({ name, description = '', inputSchema = {} }: ChatTool): number {
  const texts = [name, description, JSON.stringify(inputSchema)];
  return tokensAroundTool + sum(texts, estimateTokens);
}

function estimatePartTokens(part: UserPart | AssistantPart): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(part.text) + estimateSealedTokens(part.signature);
    case 'image':
      return estimatePictureTokens(part.bytes);
    case 'thinking':
      // Thinking without a signature is not sent. With one, the text may be only a summary of the thinking.
      if (part.signature === undefined) return 0;
      return Math.max(estimateTokens(part.text), estimateSealedTokens(part.signature));
    case 'redactedThinking':
      return estimateSealedTokens(part.data);
    case 'toolCall': {
      const texts = [part.name, JSON.stringify(part.input)];
      return tokensAroundTool + sum(texts, estimateTokens) + estimateSealedTokens(part.signature);
    }
    case 'toolResult': {
      const { content } = part;
      const inside = typeof content === 'string' ? estimateTokens(content) : sum(content, estimatePartTokens);
      return tokensAroundTool + inside;
    }
  }
}

function estimateSealedTokens(sealed = ''): number {
  return Math.ceil(sealed.length / sealedCharactersPerToken);
}

function sum<T>(items: readonly T[], tokensOf: (item: T) => number): number {
  return items.reduce((total, item) => total + tokensOf(item), 0);
}
