import * as vscode from 'vscode';
import * as z from 'zod/mini';

/**
 * What a model thought, as VS Code's own chat takes it and hands it back. The part is in every editor that we support,
 * though not yet in the API's declaration: where it is missing, thoughts are not shown.
 */
const thinking = z.object({
  value: z.union([z.string(), z.array(z.string())]),
  id: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
});

type ThinkingPartClass = new (
  value: string,
  id?: string,
  metadata?: Readonly<Record<string, unknown>>,
) => object;

function findClass(): ThinkingPartClass | undefined {
  const found: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
  return typeof found === 'function' ? (found as ThinkingPartClass) : undefined;
}

/** A thinking part for a response; undefined if the editor has none. Parts with one id are one thought. */
export function createThinkingPart(
  text: string,
  id: string,
  metadata?: Readonly<Record<string, unknown>>,
): object | undefined {
  const ThinkingPart = findClass();
  return ThinkingPart && new ThinkingPart(text, id, metadata);
}

/** Of a message's part: what was thought; undefined for every other part. */
export function readThinking(part: unknown): z.infer<typeof thinking> | undefined {
  const ThinkingPart = findClass();
  return ThinkingPart && part instanceof ThinkingPart ? thinking.safeParse(part).data : undefined;
}
