import * as vscode from 'vscode';
import * as z from 'zod/mini';

/**
 * VS Code's data parts: images, files, and data for specific models. They are recognized by their shape, because the
 * API of the oldest supported version does not declare their class.
 */
const dataPart = z.object({
  mimeType: z.string(),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
type DataPart = z.infer<typeof dataPart>;

/** Real results are nested a few levels deep. */
const deepestNesting = 200;

export function readDataPart(part: unknown): DataPart | undefined {
  return dataPart.safeParse(part).data;
}

type DataPartClass = new (data: Uint8Array, mimeType: string) => object;

/** A data part for a response or a tool's result; undefined if the editor has none. */
export function createDataPart(data: Uint8Array, mimeType: string): object | undefined {
  // Every supported editor has this class, but the types that we compile against don't.
  const found: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  return typeof found === 'function' ? new (found as DataPartClass)(data, mimeType) : undefined;
}

/** Any part other than a call or a result as text for a model: its text, or a description. '' if it has none. */
export function readPartText(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelPromptTsxPart) return flattenPrompt(part.value).trim();
  const found = readDataPart(part);
  if (!found) return writeJson(part);
  return isText(found.mimeType) ? new TextDecoder().decode(found.data) : describeData(found);
}

/** Whether such data is text, which a model can read. */
function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript)\b|^application\/vnd\.code\.resource-link/.test(mimeType);
}

/** The text for a model in place of data that it can't read. */
export function describeData({ mimeType, data }: DataPart): string {
  return `(${data.byteLength} bytes of type ${mimeType.slice(0, 100)}, which can't be shown to you.)`;
}

/** The text in the value of a prompt part that was made with VS Code's library for prompts. */
function flattenPrompt(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > deepestNesting) return '';
  const node = value as {
    readonly node?: unknown;
    readonly children?: unknown;
    readonly text?: unknown;
    readonly lineBreakBefore?: unknown;
  };
  if (node.node !== undefined) return flattenPrompt(node.node, depth + 1);
  const lineBreak = node.lineBreakBefore ? '\n' : '';
  if (typeof node.text === 'string') return lineBreak + node.text;
  const children: readonly unknown[] = Array.isArray(node.children) ? node.children : [];
  return lineBreak + children.map((child) => flattenPrompt(child, depth + 1)).join('');
}

/** The JSON of a part that the API does not know; '' if it has none. */
function writeJson(part: unknown): string {
  try {
    return JSON.stringify(part) ?? '';
  } catch {
    return '';
  }
}
