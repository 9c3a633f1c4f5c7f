import { createHash } from 'node:crypto';
import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../platform/disk/diskFiles.ts';
import { detectImageType, type ImageMediaType } from '../../relay/media/imageFormat.ts';
import { readPictureSize } from '../../relay/tokens/pictureSize.ts';
import type { PictureRecord } from '../model/records.ts';

const extensions: Readonly<Record<ImageMediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
};

/** Images of conversations, one file each, named by their bytes: the same image is kept once. */
export type PictureStore = ReturnType<typeof createPictureStore>;

export function createPictureStore(folder: string) {
  const pathOf = ({ file }: PictureRecord) => join(folder, file);
  return {
    folder,
    pathOf,
    /** Undefined for bytes that are no image. */
    async keep(bytes: Uint8Array): Promise<PictureRecord | undefined> {
      // What the bytes say they are, whatever their name says.
      const mediaType = detectImageType(bytes);
      if (!mediaType) return undefined;
      const hash = createHash('sha256').update(bytes).digest('hex');
      const picture = {
        file: `${hash}.${extensions[mediaType]}`,
        mediaType,
        bytes: bytes.byteLength,
        ...readPictureSize(bytes),
      };
      const path = pathOf(picture);
      const known = await stat(path).catch(() => undefined);
      if (known?.size === bytes.byteLength) {
        // It is wanted anew: what was not for long is removed when no conversation names it.
        const now = new Date();
        await utimes(path, now, now).catch(() => {});
        return picture;
      }
      await writeWhole(path, bytes);
      return picture;
    },
    read: (picture: PictureRecord): Promise<Uint8Array> => readFile(pathOf(picture)),
  };
}
