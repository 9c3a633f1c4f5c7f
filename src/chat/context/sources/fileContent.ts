import * as vscode from 'vscode';
import { detectImageType, type ImageMediaType, isImageCutShort } from '../../../relay/media/imageFormat.ts';
import { decodeUtf8, fenceLanguage, isReadable, maxFileBytes, maxImageFileBytes } from './attachedTexts.ts';

type FileContent =
  | { readonly type: 'text'; readonly text: string; readonly language: string | undefined }
  | { readonly type: 'picture'; readonly bytes: Uint8Array }
  | RefusedContent;

interface RefusedContent {
  readonly type: 'refused';
  /** For people. */
  readonly reason: string;
  /** For a model, in a list of what was left out. */
  readonly englishReason: string;
}

/** The content of a file, including unsaved changes. */
export async function readFileContent(uri: vscode.Uri): Promise<FileContent | { readonly type: 'folder' }> {
  const { t } = vscode.l10n;
  const open = findOpenDocument(uri);
  if (open) return textContent(open.getText(), languageOf(open));
  let stat: vscode.FileStat;
  try {
    stat = await vscode.workspace.fs.stat(uri);
  } catch {
    return refuse(t('It does not exist or can’t be read.'), 'can’t be read');
  }
  if (stat.type & vscode.FileType.Directory) return { type: 'folder' };
  if (!(stat.type & vscode.FileType.File)) return refuse(t('It is not a regular file.'), 'no ordinary file');
  const isImage = /\.(png|jpe?g|gif|webp|avif|bmp)$/i.test(uri.path);
  const most = isImage ? maxImageFileBytes : maxFileBytes;
  if (stat.size > most) return refuseSize(stat.size, most);
  try {
    return readContent(await vscode.workspace.fs.readFile(uri), uri);
  } catch {
    return refuse(t('It does not exist or can’t be read.'), 'can’t be read');
  }
}

/** The same for bytes that are not from a file. */
export async function readContent(bytes: Uint8Array, uri: vscode.Uri): Promise<FileContent> {
  const { t } = vscode.l10n;
  const imageType = detectImageType(bytes);
  if (imageType) return pictureContent(bytes, imageType);
  if (bytes.length > maxFileBytes) return refuseSize(bytes.length);
  // VS Code knows other encodings, and the one set for this file; `decode` throws for binary files.
  const text =
    decodeUtf8(bytes) ??
    (await Promise.resolve(vscode.workspace.decode(bytes, { uri })).catch(() => undefined));
  if (text !== undefined && isReadable(text)) return textContent(text, fenceLanguage(uri.path));
  return refuse(t('It is neither text nor an image.'), 'neither text nor a picture');
}

/** The language as a code fence names it. */
export function languageOf({ uri, languageId }: vscode.TextDocument): string | undefined {
  return fenceLanguage(uri.path) ?? (languageId === 'plaintext' ? undefined : languageId);
}

function textContent(text: string, language: string | undefined): FileContent {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxFileBytes) return refuseSize(bytes);
  return { type: 'text', text, language };
}

/** An image, of any size: large ones are scaled down before they are attached. */
function pictureContent(bytes: Uint8Array, type: ImageMediaType): FileContent {
  return isImageCutShort(bytes, type)
    ? refuse(vscode.l10n.t('The image is damaged.'), 'a damaged picture')
    : { type: 'picture', bytes };
}

function refuse(reason: string, englishReason: string): RefusedContent {
  return { type: 'refused', reason, englishReason };
}

function refuseSize(bytes: number, most = maxFileBytes): RefusedContent {
  const size = `${formatMegabytes(bytes)} MB`;
  return refuse(
    vscode.l10n.t('Its size is {0}. Up to {1} can be attached.', size, `${formatMegabytes(most)} MB`),
    `too large: ${size}`,
  );
}

export function formatMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

export function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === address,
  );
}
