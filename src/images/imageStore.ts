import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { listFiles, writeWhole } from '../platform/disk/diskFiles.ts';
import { deletedMs, FolderStore, isGone, unnamedMs } from '../platform/disk/folderStore.ts';
import { fileStart, type Place, readLines } from '../platform/disk/lines.ts';
import { storeImage } from '../platform/disk/storeImage.ts';
import { thumbnailEnding, thumbnailOf } from '../protocol/imageLimits.ts';
import { type ImageView, imageView } from '../protocol/imagesProtocol.ts';
import { parseJson } from '../relay/json.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType, type ImageMediaType } from '../relay/media/imageFormat.ts';

const indexName = 'images.jsonl';
/** Maximum number of images: beyond it, the oldest ones that are not favorites are deleted. */
const mostImages = 10_000;
const largestThumbnail = 200_000;

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
type ImageChange = z.infer<typeof imageChange>;

/** A file of the store. */
interface StoredFile {
  readonly file: string;
  readonly mediaType: ImageMediaType;
  readonly bytes: number;
  /** In pixels; 0 if the header does not tell. */
  readonly width: number;
  readonly height: number;
}

/** The metadata of a new image. */
export type NewImage = Omit<ImageView, keyof StoredFile | 'id' | 'isFavorite'>;

/** All generated images, in one folder: their files, named by hash, and an index. */
export class ImageStore extends FolderStore<ImageRecord> {
  /** Position up to which the index was read. */
  #place: Place = fileStart;

  constructor(folder: string, logger: Logger) {
    super(folder, logger, 'Images');
  }

  /** The IDs of deleted images that can be restored. */
  get restorable(): readonly string[] {
    const records = [...this.items.values()];
    return records.filter((record) => record.deletedAt && !isGone(record)).map(({ id }) => id);
  }

  /** Number of images that are not deleted. */
  get total(): number {
    return this.live().length;
  }

  /** Size of all image files on disk. */
  get bytes(): number {
    return bytesOnDisk(this.live());
  }

  /**
   * Stores an image, which may already be in another file. Rejects if the bytes are not an image, or the disk fails.
   */
  async add(bytes: Uint8Array, image: NewImage, otherFile?: string): Promise<ImageRecord> {
    await this.open();
    const stored = await this.keepFile(bytes, otherFile);
    if (!stored) throw new Error('The bytes are no image');
    const record: ImageRecord = { id: randomUUID(), ...image, ...stored, isFavorite: false };
    await this.addLines(indexName, [record]);
    const live = this.live();
    if (live.length > mostImages) await this.delete(findOldest(live).map(({ id }) => id));
    return record;
  }

  /** The same, unless the gallery already has an image with these bytes: then returns the latest of those. */
  async addOnce(bytes: Uint8Array, image: NewImage): Promise<ImageRecord> {
    await this.open();
    const stored = await this.keepFile(bytes);
    const [known] = stored ? await this.find(stored.file) : [];
    return known ?? this.add(bytes, image);
  }

  /** The images with these bytes that are not deleted, the latest first. */
  async find(file: string): Promise<readonly ImageRecord[]> {
    return (await this.list()).filter((image) => image.file === file);
  }

  /** Stores a file outside of the gallery, such as a source; undefined if the bytes are not an image. */
  async keepFile(bytes: Uint8Array, otherFile?: string): Promise<StoredFile | undefined> {
    const stored = await storeImage(this.folder, bytes, otherFile);
    return stored && { width: 0, height: 0, ...stored };
  }

  /** Stores a thumbnail that a page has drawn. Anything else is ignored. */
  async keepThumbnail(file: string, bytes: Uint8Array): Promise<void> {
    const isKnown = this.live().some((record) => record.file === file);
    if (isKnown && bytes.length <= largestThumbnail && detectImageType(bytes) === 'image/webp')
      await writeWhole(this.pathOf(thumbnailOf(file)), bytes);
  }

  /** The files of images that have a thumbnail. */
  async listThumbnails(): Promise<readonly string[]> {
    await this.open();
    const names = new Set(await listFiles(this.folder));
    return [...new Set(this.live().map(({ file }) => file))].filter((file) => names.has(thumbnailOf(file)));
  }

  setFavorite(id: string, isFavorite: boolean): Promise<void> {
    return this.#change([{ id, isFavorite }]);
  }

  protected markDeleted(ids: readonly string[], deletedAt: number | null): Promise<void> {
    return this.#change(ids.map((id) => ({ id, deletedAt })));
  }

  async #change(changes: readonly ImageChange[]): Promise<void> {
    await this.open();
    const known = changes.filter(({ id }) => this.items.has(id));
    if (known.length > 0) await this.addLines(indexName, known);
  }

  protected async readOn(): Promise<void> {
    const read = async () => {
      const onLines = (lines: string[], place: Place) => {
        this.#place = place;
        for (const line of lines) this.#fold(line);
      };
      return readLines(this.pathOf(indexName), this.#place, onLines);
    };
    if ((await read()).outcome !== 'replaced') return;
    this.items.clear();
    this.#place = fileStart;
    await read();
  }

  /** Adds a line of the index; anything else, such as a torn line, is skipped. */
  #fold(line: string): void {
    if (line === '') return;
    const json = parseJson(line);
    const record = imageRecord.safeParse(json).data;
    if (record) return void this.items.set(record.id, record);
    const change = imageChange.safeParse(json).data;
    if (!change) return this.logger.warn('Images: skipped an unreadable line of the index');
    const known = this.items.get(change.id);
    if (known) this.items.set(change.id, { ...known, ...change });
  }

  protected async removeUnnamed(gone: readonly ImageRecord[]): Promise<void> {
    const named = new Set([...this.items.values()].map(({ file }) => file));
    const deleted = new Set(gone.map(({ file }) => file));
    for (const name of await listFiles(this.folder)) {
      const file = name.endsWith(thumbnailEnding) ? name.slice(0, -thumbnailEnding.length) : name;
      if (named.has(file) || name === indexName) continue;
      // A deleted image may have become the source of a draft in the meantime.
      await this.removeOld(name, deleted.has(file) ? deletedMs : unnamedMs);
    }
  }
}

/** Size of the images' files on disk; a shared file counts once. */
export function bytesOnDisk(images: readonly Pick<ImageRecord, 'file' | 'bytes'>[]): number {
  const files = new Map(images.map(({ file, bytes }) => [file, bytes]));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function findOldest(live: readonly ImageRecord[]): readonly ImageRecord[] {
  return live
    .filter(({ isFavorite }) => !isFavorite)
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .slice(0, live.length - mostImages);
}
