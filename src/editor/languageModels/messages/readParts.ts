import * as vscode from 'vscode';
import { type DataPart, readDataPart, readPartText } from '../../../modelParts.ts';
import type { ImagePart, TextPart } from '../../../relay/chat/chatRequest.ts';
import { detectImageType } from '../../../relay/media/imageFormat.ts';

/** Reads what a message says, part by part. */
export interface PartReader {
  /** Text and pictures of any part that is neither a call nor a result. */
  readContent(part: unknown): (TextPart | ImagePart)[];
  /** Only the text of it; '' where it has none. */
  readText(part: unknown): string;
}

/** Services refuse larger pictures, and more of them in one request. */
const mostPictures = 20;
const mostPictureBytes = 5 * 1024 * 1024;
const pictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
] satisfies ImagePart['mediaType'][];

/** Marks that VS Code's own providers leave for themselves in a message. */
const marks: ReadonlySet<string> = new Set([
  'cache_control',
  'stateful_marker',
  'thinking',
  'context_management',
  'phase_data',
  'usage',
]);

/** A reader for these messages: of too many pictures, the newest are sent. */
export function createPartReader(messages: readonly vscode.LanguageModelChatRequestMessage[]): PartReader {
  const pictures = messages.flatMap(({ content }) => content.flatMap(findPictures));
  const sent = new Set(pictures.slice(-mostPictures).map(({ data }) => data));

  function readContent(part: unknown): (TextPart | ImagePart)[] {
    const data = readDataPart(part);
    const mediaType = data && sent.has(data.data) ? detectImageType(data.data) : undefined;
    if (data && isSent(mediaType)) return [{ type: 'image', mediaType, bytes: data.data }];
    const text = readText(part);
    return text === '' ? [] : [{ type: 'text', text }];
  }

  return { readContent, readText };
}

function isSent(mediaType: string | undefined): mediaType is ImagePart['mediaType'] {
  return mediaType !== undefined && pictureTypes.includes(mediaType);
}

function findPictures(part: unknown): DataPart[] {
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.flatMap(findPictures);
  const data = readDataPart(part);
  return data && data.data.byteLength <= mostPictureBytes && isSent(detectImageType(data.data)) ? [data] : [];
}

function readText(part: unknown): string {
  if (typeof part === 'string') return part;
  return marks.has(readDataPart(part)?.mimeType ?? '') ? '' : readPartText(part);
}
