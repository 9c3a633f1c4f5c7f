import * as vscode from 'vscode';
import { readDataPart, readPartText } from '../../platform/languageModelParts.ts';
import type { ImagePart, TextPart } from '../../relay/chat/chatRequest.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import {
  chooseImages,
  type ImageCost,
  isWithinImageLimits,
  omittedImageNote,
} from '../../relay/tokens/imageBudget.ts';
import { readPictureSize } from '../../relay/tokens/pictureSize.ts';

/** Reads what a message says, part by part. */
export interface PartReader {
  /** Text and pictures of any part that is neither a call nor a result. */
  readContent(part: unknown): (TextPart | ImagePart)[];
  /** Only the text of it; '' where it has none. */
  readText(part: unknown): string;
}

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

/** A reader for these messages: of too many images, the newest are sent. */
export function createPartReader(messages: readonly vscode.LanguageModelChatRequestMessage[]): PartReader {
  const groups = messages.map(({ content }) => content.flatMap(findPictures));
  const sent = chooseImages(groups, costOf);
  const omitted = new Set(groups.flat().filter((image) => !sent.has(image)));

  function readContent(part: unknown): (TextPart | ImagePart)[] {
    const data = readDataPart(part);
    const mediaType = data && sent.has(data.data) ? detectImageType(data.data) : undefined;
    if (data && isSent(mediaType)) return [{ type: 'image', mediaType, bytes: data.data }];
    const text = data && omitted.has(data.data) ? omittedImageNote : readText(part);
    return text === '' ? [] : [{ type: 'text', text }];
  }

  return { readContent, readText };
}

function isSent(mediaType: string | undefined): mediaType is ImagePart['mediaType'] {
  return mediaType !== undefined && pictureTypes.includes(mediaType);
}

function findPictures(part: unknown): Uint8Array[] {
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.flatMap(findPictures);
  const data = readDataPart(part);
  if (!data || !isSent(detectImageType(data.data))) return [];
  return isWithinImageLimits(data.data.byteLength, readPictureSize(data.data)) ? [data.data] : [];
}

function costOf(image: Uint8Array): ImageCost {
  const { width = 0, height = 0 } = readPictureSize(image) ?? {};
  return { bytes: image.byteLength, pixels: width * height };
}

function readText(part: unknown): string {
  if (typeof part === 'string') return part;
  return marks.has(readDataPart(part)?.mimeType ?? '') ? '' : readPartText(part);
}
