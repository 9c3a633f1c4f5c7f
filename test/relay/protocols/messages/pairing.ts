import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import type { AssistantBlock, MessageOfBody, MessagesBody, UserBlock } from './fields.ts';

function refuse(message: string): never {
  throw invalidRequest(message, 'messages');
}

function userBlocksOf(message: MessageOfBody | undefined): readonly UserBlock[] {
  return message?.role === 'user' && typeof message.content !== 'string' ? message.content : [];
}

function assistantBlocksOf(message: MessageOfBody | undefined): readonly AssistantBlock[] {
  return message?.role === 'assistant' && typeof message.content !== 'string' ? message.content : [];
}

export function callsOf(message: MessageOfBody | undefined) {
  return assistantBlocksOf(message).filter((block) => block.type === 'tool_use');
}

export function resultsOf(message: MessageOfBody | undefined) {
  return userBlocksOf(message).filter((block) => block.type === 'tool_result');
}

/** Every call is answered at the start of the next message, and every answer has its call in the one before. */
export function checkPairing(messages: MessagesBody['messages']): void {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const callIds = callsOf(message).map(({ id }) => id);
    const repeated = callIds.find((id, place) => seen.has(id) || callIds.indexOf(id) !== place);
    if (repeated !== undefined) {
      refuse(`messages.${index}: \`tool_use\` ids must be unique`);
    }
    for (const id of callIds) {
      seen.add(id);
    }
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
    if (block.type !== 'tool_result') {
      continue;
    }
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
export function checkThoughts({ messages, thinking }: MessagesBody, seals: ThoughtSeals): void {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = callsOf(messages[last]);
  if (calls.length === 0) {
    return;
  }
  const question = messages.findLastIndex(
    (message) => message.role === 'user' && resultsOf(message).length === 0,
  );
  const first = messages.findIndex(({ role }, index) => index > question && role === 'assistant');
  if (thinking?.type === 'enabled') {
    checkBeginning(messages, first);
  }
  const beginning = assistantBlocksOf(messages[first])[0]?.type;
  const isThought = beginning === 'thinking' || beginning === 'redacted_thinking';
  if (isThought && (thinking === undefined || thinking.type === 'disabled')) {
    refuse(
      `messages.${first}.content.0.type: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${beginning}\`. To use thinking blocks, enable \`thinking\` in your request.`,
    );
  }
  if (calls.some(({ id }) => seals.wasSealed(id))) {
    checkBeginning(messages, last);
  }
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
