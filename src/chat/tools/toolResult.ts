import type * as vscode from 'vscode';
import { describeData, readDataPart, readPartText } from '../../platform/languageModelParts.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import { modelWords } from '../model/modelWords.ts';
import type { ToolOutcome } from '../model/turn.ts';

/** What is too large for services is scaled down before it is sent. */
const mostPictures = 10;
const mostPictureBytes = 20_000_000;

/** A tool's result as the model gets it: text, and pictures. Whatever it says, it is only text. */
export function readToolResult({ content }: vscode.LanguageModelToolResult): ToolOutcome {
  const pictures: Uint8Array[] = [];
  const texts = content.map((part) => {
    const found = readDataPart(part);
    if (!found?.mimeType.startsWith('image/')) return readPartText(part);
    const { data } = found;
    const isTaken =
      pictures.length < mostPictures && data.byteLength <= mostPictureBytes && detectImageType(data);
    if (!isTaken) return describeData(found);
    pictures.push(data);
    return '';
  });
  const text = texts.filter((each) => each !== '').join('\n\n');
  return {
    status: 'done',
    text: text || (pictures.length > 0 ? modelWords.picture : ''),
    ...(pictures.length > 0 && { pictures }),
  };
}
