import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { isChatImageType } from '../../../relay/media/chatImageTypes.ts';
import { detectImageType } from '../../../relay/media/imageFormat.ts';
import {
  isWithinImageLimits,
  isWorthScaling,
  maxImageBytes,
  maxImageSide,
} from '../../../relay/tokens/imageBudget.ts';
import { estimatePictureTokens, readPictureSize } from '../../../relay/tokens/pictureSize.ts';
import type { ScaleImage } from '../../model/sentImages.ts';
import type { PictureStore } from '../../storage/pictureStore.ts';
import { formatMegabytes, readContent, readFileContent } from './fileContent.ts';
import { gatherFolder } from './folder.ts';
import { type Gathered, type Gathering, gatherText, type Refusal } from './gathered.ts';
import { askedPaths, createWorkspaceFiles, nameOf, type WorkspaceFiles } from './workspaceFiles.ts';

/** Gathers files that were picked, dropped or suggested: texts, images and folders. */
export async function gatherFiles(
  uris: readonly vscode.Uri[],
  images: ImageMeans,
  signal: AbortSignal,
): Promise<Gathering> {
  const files = createWorkspaceFiles();
  const found: (Gathered | Refusal)[] = [];
  for (const uri of uris) {
    signal.throwIfAborted();
    found.push(await gatherFile(uri, files, images, signal));
  }
  return found;
}

/** The dependencies for attaching images. */
export interface ImageMeans {
  readonly pictures: PictureStore;
  readonly scaleImage: ScaleImage;
}

async function gatherFile(
  uri: vscode.Uri,
  files: WorkspaceFiles,
  images: ImageMeans,
  signal: AbortSignal,
): Promise<Gathered | Refusal> {
  const name = nameOf(uri);
  const content = await readFileContent(uri);
  signal.throwIfAborted();
  if (content.type === 'refused') return { name, reason: content.reason };
  const isFolder = content.type === 'folder';
  const looked = await files.look(uri, isFolder);
  const about = { source: uri.toString(), ...askedPaths(uri, looked) };
  switch (content.type) {
    case 'folder': {
      // Attaching an ignored folder includes its files. In a linked folder, the rules of its real location apply.
      const folder = await gatherFolder(looked.place, looked.isIgnored ? undefined : files, signal);
      return 'reason' in folder ? folder : { ...folder, ...about };
    }
    case 'picture':
      return gatherPicture(name, await scaleIfLarge(content.bytes, images), images.pictures, about);
    case 'text': {
      const { text, language } = content;
      return gatherText({ kind: 'file', name, text, language }, { ...about, file: name });
    }
  }
}

/** An image or a text that came with its bytes, pasted or dropped. */
export async function gatherBytes(
  name: string,
  bytes: Uint8Array,
  { pictures, isScaled }: Pick<ImageMeans, 'pictures'> & { readonly isScaled: boolean },
): Promise<Gathered | Refusal> {
  // The page provides only a name, which is never used as a path.
  const uri = vscode.Uri.from({ scheme: 'untitled', path: name });
  const content = await readContent(bytes, uri);
  if (content.type === 'picture')
    return gatherPicture(name, { bytes: content.bytes, isScaled }, pictures, {});
  if (content.type === 'refused') return { name, reason: content.reason };
  const { text, language } = content;
  return gatherText({ kind: 'file', name, text, language }, { file: name });
}

interface ReadImage {
  readonly bytes: Uint8Array;
  readonly isScaled: boolean;
}

/** If no page of the chat can scale it, an image stays unchanged. */
async function scaleIfLarge(bytes: Uint8Array, { scaleImage }: ImageMeans): Promise<ReadImage> {
  const scaled = isWorthScaling(bytes) ? await scaleImage(bytes) : undefined;
  return typeof scaled === 'object' ? { bytes: scaled, isScaled: true } : { bytes, isScaled: false };
}

async function gatherPicture(
  name: string,
  { bytes, isScaled }: ReadImage,
  pictures: PictureStore,
  about: Omit<Gathered, 'texts' | 'toRecord'>,
): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const size = readPictureSize(bytes);
  if (!isWithinImageLimits(bytes.length, size)) {
    const { width = 0, height = 0 } = size ?? {};
    const reason = t(
      'The image is {0} MB and {1} × {2} pixels. Models accept up to {3} MB and {4} pixels per side. Open the chat to have the image scaled down, or make it smaller.',
      formatMegabytes(bytes.length),
      width,
      height,
      formatMegabytes(maxImageBytes),
      maxImageSide,
    );
    return { name, reason };
  }
  const picture = isChatImageType(detectImageType(bytes)) ? await pictures.keep(bytes) : undefined;
  if (!picture) return { name, reason: t('Models accept PNG, JPEG, GIF and WebP images.') };
  const tokens = estimatePictureTokens(bytes);
  // Pasting the same image twice attaches it once.
  const source = about.source ?? `picture:${picture.file}`;
  return {
    ...about,
    source,
    texts: [],
    toRecord: () => ({ kind: 'picture', name, picture, tokens, isScaled: isScaled || undefined }),
  };
}

/**
 * A file or folder by its URI or its path, which is relative to a workspace folder if it is not absolute. Undefined for
 * web addresses and for other text.
 */
export async function parseAddress(address: string): Promise<vscode.Uri | undefined> {
  const text = address.trim();
  // A scheme of a single letter would be a drive letter.
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return parseUri(text);
  if (isAbsolute(text)) return vscode.Uri.file(text);
  if (text === '') return undefined;
  const places = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, text));
  const types = await Promise.all(places.map(fileTypeOf));
  return places.find((_, index) => types[index] !== undefined) ?? places[0];
}

function parseUri(text: string): vscode.Uri | undefined {
  let uri: vscode.Uri;
  try {
    uri = vscode.Uri.parse(text, true);
  } catch {
    return undefined;
  }
  const { scheme } = uri;
  // In a remote window, this scheme stands for files on the machine where the extension runs.
  if (scheme === 'vscode-remote' && vscode.env.remoteName !== undefined) return vscode.Uri.file(uri.path);
  const isFile =
    scheme === 'file' ||
    scheme === 'untitled' ||
    vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
  return isFile && !/^https?$/.test(scheme) ? uri : undefined;
}
