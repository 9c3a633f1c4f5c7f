import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import type { ChatMessage } from './fields.ts';

export function callsOf(message: ChatMessage | undefined) {
  return message?.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

/** The `tool` messages right after a message. */
function answersAfter(messages: readonly ChatMessage[], index: number): readonly string[] {
  const rest = messages.slice(index + 1);
  const end = rest.findIndex(({ role }) => role !== 'tool');
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
}

/** Every call is answered by a `tool` message right after it, and every `tool` message answers such a call. */
export function checkPairing(messages: readonly ChatMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const answers = answersAfter(messages, index);
    const unanswered = callsOf(message)
      .map(({ id }) => id)
      .filter((id) => !answers.includes(id));
    if (unanswered.length > 0) {
      throw invalidRequest(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${unanswered.join(', ')}`,
        'relay',
      );
    }
    if (message.role === 'tool') {
      const caller = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
      const isAsked = callsOf(caller).some(({ id }) => id === message.tool_call_id);
      if (!isAsked) {
        throw invalidRequest(
          `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages.${index})`,
          'relay',
        );
      }
    }
  }
}

/** What a signature of a call is of. */
export function sealedCall({ id, name }: { readonly id: string; readonly name: string }) {
  return { id, name };
}

/** The last calls must come back with the signatures that they were given out with. */
export function checkThoughts(messages: readonly ChatMessage[], seals: ThoughtSeals): void {
  const [call] = callsOf(messages.findLast((message) => callsOf(message).length > 0));
  if (call === undefined) {
    return;
  }
  const sealed = sealedCall({ id: call.id, name: call.function.name });
  const signature = call.extra_content?.google?.thought_signature;
  if (signature === undefined && seals.wasSealed(sealed)) {
    throw invalidRequest(
      `Function call is missing a thought_signature in functionCall parts. Function call \`${sealed.name}\`.`,
      'relay',
    );
  }
  if (signature !== undefined && !seals.isSealOf(signature, sealed)) {
    throw invalidRequest('Corrupted thought signature.', 'relay');
  }
}
