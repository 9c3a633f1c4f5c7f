import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeImage } from '../../platform/disk/storeImage.ts';
import type { PictureRecord } from '../model/records.ts';

/** Images of conversations, one file each, named by a hash of their bytes: equal images are stored once. */
export type PictureStore = ReturnType<typeof createPictureStore>;

export function createPictureStore(folder: string) {
  const pathOf = ({ file }: PictureRecord) => join(folder, file);
  return {
    pathOf,
    /** Undefined for bytes that are not an image. */
    keep: (bytes: Uint8Array): Promise<PictureRecord | undefined> => storeImage(folder, bytes),
    read: (picture: PictureRecord): Promise<Uint8Array> => readFile(pathOf(picture)),
  };
}
