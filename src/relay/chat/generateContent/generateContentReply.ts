import * as z from 'zod';
import { count, flag, maybe, text } from '../../lenientFields.ts';

/**
 * An object by its fields in camelCase: relays write names as the protocol's or as its buffers' (thought_signature).
 * What is inside of a field keeps its names, since arguments have their own.
 */
function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return maybe(z.preprocess(withCamelNames, z.looseObject(shape)));
}

function withCamelNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.includes('_'))) return value;
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inner,
    ]),
  );
}

const partSchema = fields({
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData: fields({ data: text }),
  functionCall: fields({ name: text, id: text, args: z.unknown().optional() }),
  executableCode: fields({ language: text, code: text }),
  codeExecutionResult: fields({ output: text }),
});

const candidateSchema = fields({
  index: count,
  content: fields({ parts: maybe(z.array(partSchema)) }),
  finishReason: text,
});

/** A reply, or a piece of one: both have the same shape. */
export const replySchema = fields({
  candidates: maybe(z.array(candidateSchema)),
  promptFeedback: fields({ blockReason: text }),
  usageMetadata: z.unknown().optional(),
  modelVersion: text,
  responseId: text,
});

/** Token counts of a reply so far. */
export const usageSchema = fields({
  promptTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  cachedContentTokenCount: count,
  totalTokenCount: count,
});

export type Part = z.infer<typeof partSchema>;
