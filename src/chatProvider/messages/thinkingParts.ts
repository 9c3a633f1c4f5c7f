import * as vscode from 'vscode';
import * as z from 'zod/mini';

/**
 * A model's thinking, in the form that VS Code's own chat accepts and sends back. Every supported editor has this part,
 * although the API does not declare it yet. If it is missing, thoughts are not shown.
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

/** The thinking in a part of a message; undefined for all other parts. */
export function readThinking(part: unknown): z.infer<typeof thinking> | undefined {
  const ThinkingPart = findClass();
  return ThinkingPart && part instanceof ThinkingPart ? thinking.safeParse(part).data : undefined;
}
