import * as z from 'zod/mini';
import { imageView } from '../protocol/imagesProtocol.ts';
import { parseJson } from '../relay/json.ts';

/** A generated image in the index: what pages show, and whether it was deleted. */
const imageRecord = z.extend(imageView, {
  /** When it was deleted, in milliseconds since 1970. Its file is removed later. */
  deletedAt: z.exactOptional(z.nullable(z.number())),
});
export type ImageRecord = z.infer<typeof imageRecord>;

/** A later line of the index about an image. */
const imageChange = z.object({
  id: imageRecord.shape.id,
  isFavorite: z.exactOptional(z.boolean()),
  deletedAt: imageRecord.shape.deletedAt,
});
export type ImageChange = z.infer<typeof imageChange>;

/** Parses a line of the index; undefined for anything else, such as a torn line. */
export function parseIndexLine(line: string) {
  const json = parseJson(line);
  const record = imageRecord.safeParse(json).data;
  if (record) return { type: 'image' as const, record };
  const change = imageChange.safeParse(json).data;
  return change && { type: 'change' as const, change };
}

/** Size of the images' files on disk; a shared file counts once. */
export function bytesOnDisk(images: readonly Pick<ImageRecord, 'file' | 'bytes'>[]): number {
  const files = new Map(images.map(({ file, bytes }) => [file, bytes]));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
