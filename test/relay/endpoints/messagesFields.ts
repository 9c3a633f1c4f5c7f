import { contextTokens } from '../account/models.ts';
import {
  type FieldRule,
  flag,
  isJsonObject,
  type JsonObject,
  numberBetween,
  required,
  text,
} from '../wire/fields.ts';

const mostTools = 128;
const roles: readonly unknown[] = ['user', 'assistant'];

function isBlockList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((block) => isJsonObject(block) && typeof block['type'] === 'string')
  );
}

const stringOrBlocks: FieldRule = {
  complain: (value) =>
    typeof value === 'string' || isBlockList(value) ? '' : 'must be a string or an array of blocks',
};

function complainOfMessages(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) {
    return 'must be an array of at least 1 message';
  }
  for (const [index, message] of value.entries()) {
    if (!isJsonObject(message)) {
      return `${index}: must be an object`;
    }
    const extra = Object.keys(message).find((name) => name !== 'role' && name !== 'content');
    if (extra !== undefined) {
      return `${index}.${extra}: Extra inputs are not permitted`;
    }
    if (!roles.includes(message['role'])) {
      return `${index}.role: must be user or assistant`;
    }
    const complaint = stringOrBlocks.complain(message['content']);
    if (complaint !== '') {
      return `${index}.content: ${complaint}`;
    }
  }
  return '';
}

/** Contract 2.4, and nothing beside it. */
export const messagesFields: Readonly<Record<string, FieldRule>> = {
  model: required(text),
  messages: { required: true, complain: complainOfMessages },
  max_tokens: {
    required: true,
    complain: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= contextTokens
        ? ''
        : `must be an integer from 1 to ${contextTokens}`,
  },
  system: stringOrBlocks,
  temperature: numberBetween(0, 2),
  stream: flag,
  tools: {
    complain: (value) =>
      Array.isArray(value) && value.length <= mostTools ? '' : `must be an array of at most ${mostTools}`,
  },
};

/** The text in a message's or a system prompt's content. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks
    .map((block) => (isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n');
}

/** The messages of a body that was found to be right. */
export function messagesOf(body: JsonObject): readonly JsonObject[] {
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : [];
  return messages.filter(isJsonObject);
}
