import { createHash } from 'node:crypto';
import { link, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { detectImageType, type ImageMediaType } from '../../relay/media/imageFormat.ts';
import { readPictureSize } from '../../relay/tokens/pictureSize.ts';
import { writeWhole } from './diskFiles.ts';

const extensions: Readonly<Record<ImageMediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
};

/**
 * Stores an image in a folder, named by its bytes: the same one is there once, and is as new where it is stored again. It is
 * what its bytes say, whatever its name says; undefined for bytes that are no image. Of bytes that are in another file, it is
 * a second name where the disk has such: they are there once, until the last name is removed.
 */
export async function storeImage(folder: string, bytes: Uint8Array, otherFile?: string) {
  const mediaType = detectImageType(bytes);
  if (!mediaType) return undefined;
  const file = `${createHash('sha256').update(bytes).digest('hex')}.${extensions[mediaType]}`;
  const path = join(folder, file);
  const known = await stat(path).catch(() => undefined);
  if (known?.size === bytes.length) await utimes(path, new Date(), new Date()).catch(() => {});
  else if (known || !otherFile || !(await isLinked(otherFile, path))) await writeWhole(path, bytes);
  return { file, mediaType, bytes: bytes.length, ...readPictureSize(bytes) };
}

/** Whether the file has a second name now. Some file systems have no such thing. */
function isLinked(file: string, path: string): Promise<boolean> {
  return link(file, path).then(
    () => true,
    () => false,
  );
}
