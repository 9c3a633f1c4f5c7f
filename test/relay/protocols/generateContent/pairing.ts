import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import type { Content } from './fields.ts';

function callsOf(content: Content | undefined) {
  return content?.parts.flatMap(({ functionCall }) => functionCall ?? []) ?? [];
}

export function responsesOf(content: Content | undefined) {
  return content?.parts.flatMap(({ functionResponse }) => functionResponse ?? []) ?? [];
}

/** What a signature is made for: the call without its id, which clients may leave out. */
export function sealedCall({ name, args = {} }: { readonly name: string; readonly args?: unknown }) {
  return { name, args };
}

/** A turn with calls is followed by a turn with one response for each; there are no other responses. */
export function checkPairing(contents: readonly Content[]): void {
  for (const [index, content] of contents.entries()) {
    const calls = callsOf(content);
    const responses = responsesOf(contents[index + 1]);
    if (calls.length > 0 && responses.length === 0) {
      throw invalidRequest(
        'Please ensure that function call turn is immediately followed by a function response turn.',
        'relay',
      );
    }
    if (responses.length > 0 && calls.length === 0) {
      throw invalidRequest(
        'Please ensure that function response turn comes immediately after a function call turn.',
        'relay',
      );
    }
    const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name).sort();
    if (calls.length > 0 && names(calls).join('\n') !== names(responses).join('\n')) {
      throw invalidRequest(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        'relay',
      );
    }
    const ids = calls.map(({ id }) => id);
    const stranger = responses.find(({ id }) => typeof id === 'string' && !ids.includes(id));
    if (stranger !== undefined) {
      throw invalidRequest(`Function response id ${stranger.id} has no function call.`, 'relay');
    }
  }
  if (responsesOf(contents[0]).length > 0) {
    throw invalidRequest(
      'Please ensure that function response turn comes immediately after a function call turn.',
      'relay',
    );
  }
}

/** The last calls must come back with the signatures that they were given out with. */
export function checkThoughts(contents: readonly Content[], seals: ThoughtSeals): void {
  const index = contents.findLastIndex(({ role }) => role === 'model');
  const first = contents[index]?.parts.findIndex(({ functionCall }) => functionCall !== undefined) ?? -1;
  const part = contents[index]?.parts[first];
  if (part?.functionCall === undefined) {
    return;
  }
  const call = sealedCall(part.functionCall);
  const { thoughtSignature } = part;
  if (thoughtSignature === undefined && seals.wasSealed(call)) {
    throw invalidRequest(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call \`${call.name}\`, position ${first + 1}.`,
      'relay',
    );
  }
  if (thoughtSignature !== undefined && !seals.isSealOf(thoughtSignature, call)) {
    throw invalidRequest('Corrupted thought signature.', 'relay');
  }
}
