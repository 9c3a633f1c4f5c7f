import { createCallNames } from '../../relay/chat/callNames.ts';
import type { AssistantPart, ChatMessage, ToolResultPart, UserPart } from '../../relay/chat/chatRequest.ts';

type Message =
  | { readonly role: 'user'; readonly content: UserPart[] }
  | { readonly role: 'assistant'; readonly content: AssistantPart[] };

/** The result sent to the model for a call without one, which every protocol requires. */
const noResult = 'There is no result of this call.';

/**
 * Converts a conversation that was cut, summarized or assembled by other code to messages that every protocol accepts:
 * user and assistant messages alternate, none is empty, and the next message has the result of each call, before
 * anything else. A result whose call is missing becomes text. Takes linear time.
 */
export function completeRounds(messages: readonly ChatMessage[]): ChatMessage[] {
  const complete: Message[] = [];
  const rename = createRenaming();
  /** Calls without a result so far: their IDs, and their new IDs. */
  let open: ReadonlyMap<string, string> = new Map();
  for (const message of joinNeighbours(messages)) {
    if (message.role === 'user') {
      complete.push({ role: 'user', content: answerCalls(open, message.content) });
      open = new Map();
      continue;
    }
    const calls = new Map<string, string>();
    const content = dropRepeatedCalls(message.content).map((part) => {
      if (part.type !== 'toolCall') return part;
      const id = rename(part.id);
      calls.set(part.id, id);
      return { ...part, id };
    });
    complete.push({ role: 'assistant', content });
    open = calls;
  }
  if (open.size > 0) complete.push({ role: 'user', content: answerCalls(open, []) });
  // The messages before it were cut from the history, but a conversation has to begin with a user message.
  const [first] = complete;
  return first?.role === 'assistant'
    ? [{ role: 'user', content: [{ type: 'text', text: '…' }] }, ...complete]
    : complete;
}

/**
 * Relays restart the IDs of calls in each round, and services refuse duplicates. For protocols that accept only letters
 * and digits, two IDs that differ in a dot would be the same.
 */
function createRenaming(): (id: string) => string {
  const nameCall = createCallNames();
  return (id) => {
    const safe = id.replace(/[^\w-]/g, '_');
    const { id: own } = nameCall({ id: safe });
    return own === safe ? id : own;
  };
}

/** Two calls with the same ID in one message could not be told apart by their results. */
function dropRepeatedCalls(parts: readonly AssistantPart[]): AssistantPart[] {
  const ids = new Set<string>();
  return parts.filter((part) => {
    if (part.type !== 'toolCall') return true;
    const isNew = !ids.has(part.id);
    ids.add(part.id);
    return isNew;
  });
}

function joinNeighbours(messages: readonly ChatMessage[]): Message[] {
  const joined: Message[] = [];
  for (const { role, content } of messages) {
    const parts: readonly (UserPart | AssistantPart)[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const given = parts.filter(hasContent);
    if (given.length === 0) continue;
    const last = joined.at(-1);
    // Safe cast: the role determines which parts a message can have.
    if (last?.role === role) (last.content as (UserPart | AssistantPart)[]).push(...given);
    else joined.push({ role, content: given } as Message);
  }
  return joined;
}

function hasContent(part: UserPart | AssistantPart): boolean {
  return part.type !== 'text' || part.text.trim() !== '' || part.signature !== undefined;
}

/** The results of these calls in their order, the first of each, then everything else. */
function answerCalls(calls: ReadonlyMap<string, string>, parts: readonly UserPart[]): UserPart[] {
  const results = new Map<string, ToolResultPart>();
  const others: UserPart[] = [];
  for (const part of parts) {
    if (part.type !== 'toolResult') others.push(part);
    else if (calls.has(part.callId) && !results.has(part.callId)) results.set(part.callId, part);
    else others.push(...toText(part));
  }
  return [
    ...[...calls].map(([callId, name]): ToolResultPart => {
      const result = results.get(callId);
      return result ? { ...result, callId: name } : { type: 'toolResult', callId: name, content: noResult };
    }),
    ...others,
  ];
}

function toText({ content }: ToolResultPart): UserPart[] {
  return typeof content === 'string'
    ? content === ''
      ? []
      : [{ type: 'text', text: content }]
    : [...content];
}
