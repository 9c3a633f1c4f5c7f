import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AssistantPart, ToolCallPart } from '../../relay/chat/chatRequest.ts';

/** The model, relay and protocol of a response: signatures are valid only there. */
export interface AnsweredBy {
  /** Base URL of the relay. */
  readonly base: string;
  readonly profile: string;
  readonly model: string;
  readonly protocol: string;
}

/** Limits for an agent's longest day, and for the memory it may use. */
const mostAnswers = 1_000;
const mostCharacters = 8_000_000;

/**
 * Responses with tool calls, as received. A service requires the signed thinking before a call to be sent back. Calls
 * may have signatures, too, for which VS Code's API has no field.
 */
export type CachedAnswers = ReturnType<typeof createCachedAnswers>;

export function createCachedAnswers() {
  /** Oldest first. */
  const answers = new Map<
    string,
    { readonly parts: readonly AssistantPart[]; readonly characters: number }
  >();
  let characters = 0;

  function drop(key: string): void {
    characters -= answers.get(key)?.characters ?? 0;
    answers.delete(key);
  }

  return {
    keep(by: AnsweredBy, parts: readonly AssistantPart[]): void {
      const calls = callsOf(parts);
      if (calls.length === 0 || !parts.some(isSigned)) return;
      const key = toKey(by, calls);
      drop(key);
      const size = parts.reduce((sum, part) => sum + countCharacters(part), 0);
      answers.set(key, { parts, characters: size });
      characters += size;
      for (const oldest of answers.keys()) {
        if (answers.size <= mostAnswers && characters <= mostCharacters) break;
        drop(oldest);
      }
    },
    /** The response with exactly these calls: relays reuse IDs in each conversation. */
    recall: (by: AnsweredBy, calls: readonly ToolCallPart[]): readonly AssistantPart[] | undefined =>
      answers.get(toKey(by, calls))?.parts,
  };
}

function callsOf(parts: readonly AssistantPart[]): ToolCallPart[] {
  return parts.filter((part) => part.type === 'toolCall');
}

/** Whether parts have signatures, for which the API has no field. */
function isSigned(part: AssistantPart): boolean {
  return part.type === 'redactedThinking' || part.signature !== undefined;
}

function toKey({ base, profile, model, protocol }: AnsweredBy, calls: readonly ToolCallPart[]): string {
  const called = calls.map(({ id, name, input }) => [id, name, input]);
  return createHash('sha256')
    .update(JSON.stringify([base, profile, model, protocol, called]))
    .digest('base64');
}

function countCharacters(part: AssistantPart): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text.length + (part.signature?.length ?? 0);
    case 'redactedThinking':
      return part.data.length;
    case 'toolCall':
      return JSON.stringify(part.input).length + (part.signature?.length ?? 0);
  }
}

/**
 * The same for later sessions: metadata of a thinking part, which VS Code stores with a response and sends back. It has
 * the thoughts with their signatures, and the signature of each call.
 */
const metadataName = 'modelRelay';

const signed = z.object({
  base: z.string(),
  profile: z.string(),
  model: z.string(),
  protocol: z.string(),
  thoughts: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('thinking'), text: z.string(), signature: z.string() }),
      z.object({ type: z.literal('redactedThinking'), data: z.string().check(z.minLength(1)) }),
    ]),
  ),
  calls: z.record(z.string(), z.string()),
});
type Signed = z.infer<typeof signed>;

type Signatures = Pick<Signed, 'thoughts' | 'calls'>;

export function signaturesOf(parts: readonly AssistantPart[]): Signatures {
  const thoughts = parts.flatMap((part): Signed['thoughts'] => {
    if (part.type === 'redactedThinking') return [part];
    if (part.type !== 'thinking' || part.signature === undefined) return [];
    return [{ type: 'thinking', text: part.text, signature: part.signature }];
  });
  const calls = Object.fromEntries(
    parts.flatMap((part) =>
      part.type === 'toolCall' && part.signature !== undefined ? [[part.id, part.signature]] : [],
    ),
  );
  return { thoughts, calls };
}

export function toMetadata(
  by: AnsweredBy,
  parts: readonly AssistantPart[],
): Record<string, Signed> | undefined {
  return parts.some(isSigned) ? { [metadataName]: { ...by, ...signaturesOf(parts) } } : undefined;
}

/** Parses such metadata, if they are of this model. */
export function readMetadata(by: AnsweredBy, metadata: unknown): Signatures | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const found = signed.safeParse(Reflect.get(metadata, metadataName)).data;
  const names = ['base', 'profile', 'model', 'protocol'] as const;
  return names.every((name) => found?.[name] === by[name]) ? found : undefined;
}
