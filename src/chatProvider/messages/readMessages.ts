import * as vscode from 'vscode';
import { readDataPart, readPartText } from '../../platform/languageModelParts.ts';
import type {
  AssistantPart,
  ChatMessage,
  ImagePart,
  TextPart,
  UserPart,
} from '../../relay/chat/chatRequest.ts';
import { toGivenName } from '../../relay/chat/toolNames.ts';
import { isFields } from '../../relay/json.ts';
import { isChatImageType } from '../../relay/media/chatImageTypes.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import {
  chooseImages,
  type ImageCost,
  omittedImageNote,
  readChatImage,
} from '../../relay/tokens/imageBudget.ts';
import { readPictureSize } from '../../relay/tokens/pictureSize.ts';
import { estimateMessageTokens } from '../../relay/tokens/requestTokens.ts';
import { type AnsweredBy, type CachedAnswers, readMetadata, signaturesOf } from './cachedAnswers.ts';
import { completeRounds } from './completeRounds.ts';
import { readThinking } from './thinkingParts.ts';

/** The messages of an API caller, independent of the protocol. */
interface Conversation {
  readonly system: readonly string[];
  readonly messages: readonly ChatMessage[];
}

/** The API's role for a system prompt, which only VS Code's own callers have. */
const systemRole = 3;

/** Converts messages of VS Code's API for the relay client, whichever extension made them. */
export function readMessages(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  by: AnsweredBy,
  kept: CachedAnswers,
): Conversation {
  const readContent = createReadContent(messages);
  const system: string[] = [];
  const read: ChatMessage[] = [];
  for (const message of messages) {
    if (Number(message.role) === systemRole) {
      system.push(...message.content.map(readText).filter((text) => text.trim() !== ''));
      continue;
    }
    const { role, content } = readMessage(message, readContent);
    if (role === 'assistant') read.push({ role, content: signParts(content, message.content, by, kept) });
    else read.push({ role, content });
  }
  return { system, messages: completeRounds(read) };
}

/** The approximate number of tokens of a message, for VS Code. */
export function countMessage(message: vscode.LanguageModelChatRequestMessage): number {
  return estimateMessageTokens(readMessage(message, createReadContent([message])));
}

type Read =
  | { readonly role: 'assistant'; readonly content: readonly AssistantPart[] }
  | { readonly role: 'user'; readonly content: readonly UserPart[] };

/** A message without signatures. */
function readMessage(
  { role, content }: vscode.LanguageModelChatRequestMessage,
  readContent: ReadContent,
): Read {
  return role === vscode.LanguageModelChatMessageRole.Assistant
    ? { role: 'assistant', content: content.flatMap(readAssistantPart) }
    : { role: 'user', content: content.flatMap((part) => readUserPart(part, readContent)) };
}

function readUserPart(part: unknown, readContent: ReadContent): UserPart[] {
  if (!(part instanceof vscode.LanguageModelToolResultPart)) return readContent(part);
  return [
    {
      type: 'toolResult',
      callId: part.callId,
      content: joinTexts(part.content.flatMap(readContent)),
      ...(isFailed(part) && { isError: true }),
    },
  ];
}

/** Content of texts only becomes one string, which relays that convert messages support best. */
function joinTexts(parts: ReturnType<ReadContent>) {
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('\n\n') : parts;
}

/** Newer editors report this without declaring it in the API. */
function isFailed(part: object): boolean {
  return Reflect.get(part, 'isError') === true;
}

function readAssistantPart(part: unknown): AssistantPart[] {
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return [
      {
        type: 'toolCall',
        id: part.callId,
        name: toGivenName(part.name),
        input: isFields(part.input) ? { ...part.input } : {},
      },
    ];
  }
  // No protocol accepts images in assistant messages.
  const text = readThinking(part) ? '' : readText(part);
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Puts a model's own thoughts and signatures back where they were. */
function signParts(
  parts: readonly AssistantPart[],
  content: readonly unknown[],
  by: AnsweredBy,
  kept: CachedAnswers,
): AssistantPart[] {
  const calls = parts.filter((part) => part.type === 'toolCall');
  if (calls.length === 0) return [...parts];
  const asItCame = kept.recall(by, calls);
  if (asItCame && textOf(asItCame) === textOf(parts)) return [...asItCame];
  const found = asItCame
    ? [signaturesOf(asItCame)]
    : content.flatMap((part) => readMetadata(by, readThinking(part)?.metadata) ?? []);
  const signatures = new Map(found.flatMap((each) => Object.entries(each.calls)));
  return [
    ...found.flatMap((each) => each.thoughts),
    ...parts.map((part) => {
      const signature = part.type === 'toolCall' ? signatures.get(part.id) : undefined;
      return signature === undefined ? part : { ...part, signature };
    }),
  ];
}

function textOf(parts: readonly AssistantPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Reads text and images of any part that is neither a call nor a result. */
type ReadContent = (part: unknown) => (TextPart | ImagePart)[];

/** Internal data parts of VS Code's own providers. */
const marks: ReadonlySet<string> = new Set([
  'cache_control',
  'stateful_marker',
  'thinking',
  'context_management',
  'phase_data',
  'usage',
]);

/** A reader for these messages. If there are too many images, the newest are sent. */
function createReadContent(messages: readonly vscode.LanguageModelChatRequestMessage[]): ReadContent {
  const groups = messages.map(({ content }) => content.flatMap(findPictures));
  const sent = chooseImages(groups, costOf);
  const omitted = new Set(groups.flat().filter((image) => !sent.has(image)));

  return (part) => {
    const data = readDataPart(part);
    const mediaType = data && sent.has(data.data) ? detectImageType(data.data) : undefined;
    if (data && isChatImageType(mediaType)) return [{ type: 'image', mediaType, bytes: data.data }];
    const text = data && omitted.has(data.data) ? omittedImageNote : readText(part);
    return text === '' ? [] : [{ type: 'text', text }];
  };
}

function findPictures(part: unknown): Uint8Array[] {
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.flatMap(findPictures);
  const data = readDataPart(part);
  return data && readChatImage(data.data) ? [data.data] : [];
}

function costOf(image: Uint8Array): ImageCost {
  const { width = 0, height = 0 } = readPictureSize(image) ?? {};
  return { bytes: image.byteLength, pixels: width * height };
}

function readText(part: unknown): string {
  if (typeof part === 'string') return part;
  return marks.has(readDataPart(part)?.mimeType ?? '') ? '' : readPartText(part);
}
