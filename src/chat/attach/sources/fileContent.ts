import * as vscode from 'vscode';
import { detectImageType, isImageCutShort } from '../../../relay/media/imageFormat.ts';
import { readPictureSize } from '../../../tokens/pictureSize.ts';
import { maxFileBytes, maxPictureBytes, maxPictureSide } from '../limits.ts';
import { fenceLanguage } from './bundle.ts';
import { isReadable, readTextBytes } from './textBytes.ts';

export type FileContent =
  | { readonly type: 'text'; readonly text: string; readonly language?: string }
  | { readonly type: 'picture'; readonly bytes: Uint8Array }
  | { readonly type: 'folder' }
  | RefusedContent;

export interface RefusedContent {
  readonly type: 'refused';
  /** For people. */
  readonly reason: string;
  /** For a model, in a list of what was left out. */
  readonly englishReason: string;
}

/** What a file holds. What is typed in an editor counts, saved or not. */
export async function readFileContent(uri: vscode.Uri): Promise<FileContent> {
  const { t } = vscode.l10n;
  const open = openDocument(uri);
  if (open) return textContent(open.getText(), uri.path, open.languageId);
  let stat: vscode.FileStat;
  try {
    stat = await vscode.workspace.fs.stat(uri);
  } catch {
    return refuse(t('It isn’t there, or can’t be read.'), 'can’t be read');
  }
  if (stat.type & vscode.FileType.Directory) return { type: 'folder' };
  if (!(stat.type & vscode.FileType.File)) return refuse(t('It is no ordinary file.'), 'no ordinary file');
  if (stat.size > Math.max(maxFileBytes, maxPictureBytes)) return refuseSize(stat.size);
  try {
    return readContent(await vscode.workspace.fs.readFile(uri), uri);
  } catch {
    return refuse(t('It isn’t there, or can’t be read.'), 'can’t be read');
  }
}

/** The same of bytes that are no file. */
export async function readContent(bytes: Uint8Array, uri: vscode.Uri): Promise<FileContent> {
  const { t } = vscode.l10n;
  if (detectImageType(bytes)) return pictureContent(bytes);
  if (bytes.length > maxFileBytes) return refuseSize(bytes.length);
  const read = readTextBytes(bytes);
  if (read.type === 'text') return textContent(read.text, uri.path);
  if (read.type === 'unknown') {
    // The editor knows the encoding that the person set for this file.
    const text = await vscode.workspace.decode(bytes, { uri });
    if (isReadable(text)) return textContent(text, uri.path);
  }
  return refuse(t('It is neither text nor a picture.'), 'neither text nor a picture');
}

function textContent(text: string, path: string, languageId?: string): FileContent {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxFileBytes) return refuseSize(bytes);
  const language = fenceLanguage(path) ?? (languageId === 'plaintext' ? undefined : languageId);
  return { type: 'text', text, ...(language !== undefined && { language }) };
}

/** Pictures as every protocol takes them. */
function pictureContent(bytes: Uint8Array): FileContent {
  const { t } = vscode.l10n;
  const type = detectImageType(bytes);
  if (type === undefined || type === 'image/avif' || type === 'image/bmp')
    return refuse(
      t('Models take PNG, JPEG, GIF and WebP pictures.'),
      'a picture of a kind that models don’t take',
    );
  if (isImageCutShort(bytes, type)) return refuse(t('The picture is damaged.'), 'a damaged picture');
  if (bytes.length > maxPictureBytes) {
    const [size, most] = [formatMegabytes(bytes.length), formatMegabytes(maxPictureBytes)];
    return refuse(
      t('The picture is {0} in size; models take up to {1}. Make it smaller first.', size, most),
      'too large',
    );
  }
  const { width = 0, height = 0 } = readPictureSize(bytes) ?? {};
  if (Math.max(width, height) > maxPictureSide)
    return refuse(
      t(
        'The picture is {0} × {1} pixels; models take up to {2}. Make it smaller first.',
        width,
        height,
        maxPictureSide,
      ),
      'too large',
    );
  return { type: 'picture', bytes };
}

export function refuse(reason: string, englishReason: string): RefusedContent {
  return { type: 'refused', reason, englishReason };
}

function refuseSize(bytes: number): RefusedContent {
  const [size, most] = [formatMegabytes(bytes), formatMegabytes(maxFileBytes)];
  return refuse(
    vscode.l10n.t('It is {0} in size; up to {1} can be attached.', size, most),
    `too large: ${size}`,
  );
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === address,
  );
}
