import type { ChatEvent } from './chatEvent.ts';
import type { AssistantPart } from './chatRequest.ts';

/**
 * How the events of a response, in order, become its parts: decided only here, for what goes back to the model, for
 * what the host stores, and for what its pages show.
 */

/** It grows until it is signed. */
interface TextPart {
  readonly type: 'text' | 'thinking';
  readonly text: string;
  readonly signature?: string;
}

/** A part of another kind, which arrives complete. */
interface WholePart {
  readonly type: string;
}

/** A tool call, with its result. */
interface Call {
  readonly callId: string;
  readonly result?: unknown;
}

/** Whether more text of this kind belongs to the part: a signed part is complete. */
function takesText(part: WholePart | undefined, type: TextPart['type']): boolean {
  return part?.type === type && !('signature' in part && part.signature !== undefined);
}

function isText(part: WholePart | undefined): part is TextPart {
  return part?.type === 'text' || part?.type === 'thinking';
}

export function addText<Part extends WholePart>(
  parts: (Part | TextPart)[],
  type: TextPart['type'],
  text: string,
): void {
  const last = parts.at(-1);
  if (isText(last) && takesText(last, type)) parts[parts.length - 1] = { ...last, text: last.text + text };
  else parts.push({ type, text });
}

/** A signature belongs to the part before it; alone, it belongs to thinking that is not shown. */
export function addSignature<Part extends WholePart>(parts: (Part | TextPart)[], signature: string): void {
  const last = parts.at(-1);
  if (isText(last) && last.signature === undefined) parts[parts.length - 1] = { ...last, signature };
  else parts.push({ type: 'thinking', text: '', signature });
}

/** The index of the part that an updated call belongs to; -1 for a new call. */
export function placeOfCall(
  parts: readonly (WholePart & { readonly call?: Call | undefined })[],
  call: Call,
): number {
  const place = parts.findLastIndex((part) => part.call?.callId === call.callId);
  // Some services restart call IDs in each round. Results are never removed, so a call without one is new.
  const isAnother = parts[place]?.call?.result !== undefined && call.result === undefined;
  return isAnother ? -1 : place;
}

/**
 * The visible parts of a response: pieces of one kind with nothing visible between them are one part. A signature
 * alone, and what only the service can read, are not visible.
 */
export function seenParts<Part extends WholePart>(parts: readonly (Part | TextPart)[]): (Part | TextPart)[] {
  const seen: (Part | TextPart)[] = [];
  for (const part of parts) {
    if (!isText(part)) {
      if (part.type !== 'redactedThinking') seen.push(part);
    } else if (part.text !== '') addText(seen, part.type, part.text);
  }
  return seen;
}

/**
 * Adds an event to the parts of the message that returns the response to the model: thinking and calls with their
 * signatures. Images are left out, since no protocol takes them back from the assistant.
 */
export function addEvent(parts: AssistantPart[], event: ChatEvent): void {
  switch (event.type) {
    case 'text':
    case 'thinking':
      return addText(parts, event.type, event.text);
    case 'signature':
      return addSignature(parts, event.signature);
    case 'redactedThinking':
      return void parts.push(event);
    case 'toolCall': {
      const { id, name, input, signature } = event;
      parts.push({ type: 'toolCall', id, name, input, ...(signature && { signature }) });
    }
  }
}
