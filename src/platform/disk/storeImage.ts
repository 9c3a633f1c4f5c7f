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
 * Stores an image in a folder, named by its hash: the same image is stored once, and its time is renewed when it is
 * stored again. Its bytes decide the type, not its name; undefined for bytes that are not an image. If `otherFile` has
 * the same bytes, links to them if the disk supports hard links: they stay until the last name is removed.
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

/** Whether a hard link was created. Some file systems do not support them. */
function isLinked(file: string, path: string): Promise<boolean> {
  return link(file, path).then(
    () => true,
    () => false,
  );
}
