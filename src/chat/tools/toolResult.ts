import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import type { ToolOutcome } from '../turn.ts';
import { modelWords } from './modelWords.ts';

/** Services refuse larger pictures, and more of them. */
const mostPictures = 10;
const mostPictureBytes = 5 * 1024 * 1024;
/** Real results are nested a few levels deep. */
const deepestNesting = 200;

/** What VS Code's data parts are; their class is not in the API of the oldest editor. */
const dataPart = z.object({
  mimeType: z.string(),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** A tool's result as the model gets it: text, and pictures. Whatever it says, it is only text. */
export function readToolResult({ content }: vscode.LanguageModelToolResult): ToolOutcome {
  const pictures: Uint8Array[] = [];
  const texts = content.map((part) => {
    if (part instanceof vscode.LanguageModelTextPart) return part.value;
    if (part instanceof vscode.LanguageModelPromptTsxPart) return flattenPrompt(part.value).trim();
    const { data } = dataPart.safeParse(part);
    if (!data) return writeJson(part);
    const { mimeType, data: bytes } = data;
    if (!mimeType.startsWith('image/')) return isText(mimeType) ? decode(bytes) : describe(data);
    const isTaken =
      pictures.length < mostPictures && bytes.byteLength <= mostPictureBytes && detectImageType(bytes);
    if (!isTaken) return describe(data);
    pictures.push(bytes);
    return '';
  });
  const text = texts.filter((each) => each !== '').join('\n\n');
  return {
    status: 'done',
    text: text || (pictures.length > 0 ? modelWords.picture : ''),
    ...(pictures.length > 0 && { pictures }),
  };
}

function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript)\b|^application\/vnd\.code\.resource-link/.test(mimeType);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function describe({ mimeType, data }: z.infer<typeof dataPart>): string {
  return modelWords.unreadable(data.byteLength, mimeType.slice(0, 100));
}

/** The text of a prompt that was made with VS Code's own library for prompts. */
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

function writeJson(part: unknown): string {
  try {
    return JSON.stringify(part) ?? '';
  } catch {
    return '';
  }
}
