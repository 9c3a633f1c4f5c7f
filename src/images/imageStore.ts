import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { listFiles, writeWhole } from '../platform/disk/diskFiles.ts';
import { FolderStore } from '../platform/disk/folderStore.ts';
import { fileStart, isAbsence, type Place, readLines } from '../platform/disk/lines.ts';
import { storeImage } from '../platform/disk/storeImage.ts';
import { thumbnailEnding, thumbnailOf } from '../protocol/imageLimits.ts';
import type { ImageView } from '../protocol/imagesProtocol.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType, type ImageMediaType } from '../relay/media/imageFormat.ts';
import { bytesOnDisk, type ImageChange, type ImageRecord, parseIndexLine } from './imageRecords.ts';

const indexName = 'images.jsonl';
/** Maximum number of images: beyond it, the oldest ones that are not favorites are deleted. */
const mostImages = 10_000;
/** How long a deleted image can be restored. */
const deletedMs = 24 * 3_600_000;
/** How long a file that no image names is kept: it may be the source of a draft. */
const unnamedMs = 30 * 24 * 3_600_000;

const largestThumbnail = 200_000;

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

/** A change, made by any window. */
export interface ImagesChange {
  readonly changed: readonly ImageRecord[];
  /** IDs of images that are now deleted. */
  readonly removed: readonly string[];
}

/** All generated images, in one folder: their files, named by hash, and an index. */
export class ImageStore extends FolderStore<ImagesChange> {
  readonly #records = new Map<string, ImageRecord>();
  /** Position up to which the index was read. */
  #place: Place = fileStart;

  constructor(folder: string, logger: Logger) {
    super(folder, logger, 'Images');
  }

  /** The images that are not deleted, the latest first. */
  async list(): Promise<readonly ImageRecord[]> {
    await this.open();
    return this.#live().toSorted((one, other) => other.createdAt - one.createdAt);
  }

  /** An image, deleted or not; undefined also before the store was first read. */
  get(id: string): ImageRecord | undefined {
    return this.#records.get(id);
  }

  /** The IDs of deleted images that can be restored. */
  get restorable(): readonly string[] {
    const records = [...this.#records.values()];
    return records.filter((record) => record.deletedAt && !isGone(record)).map(({ id }) => id);
  }

  /** Number of images that are not deleted. */
  get total(): number {
    return this.#live().length;
  }

  /** Size of all image files on disk. */
  get bytes(): number {
    return bytesOnDisk(this.#live());
  }

  /**
   * Stores an image, which may already be in another file. Rejects if the bytes are not an image, or the disk fails.
   */
  async add(bytes: Uint8Array, image: NewImage, otherFile?: string): Promise<ImageRecord> {
    return this.#addStored(await this.#store(bytes, otherFile), image);
  }

  /** The same, unless the gallery already has an image with these bytes: then returns the latest of those. */
  async addOnce(bytes: Uint8Array, image: NewImage): Promise<ImageRecord> {
    const stored = await this.#store(bytes);
    const [known] = await this.find(stored.file);
    return known ?? this.#addStored(stored, image);
  }

  async #store(bytes: Uint8Array, otherFile?: string): Promise<StoredFile> {
    await this.open();
    const stored = await this.keepFile(bytes, otherFile);
    if (!stored) throw new Error('The bytes are no image');
    return stored;
  }

  async #addStored(stored: StoredFile, image: NewImage): Promise<ImageRecord> {
    const record: ImageRecord = { id: randomUUID(), ...image, ...stored, isFavorite: false };
    await this.addLines(indexName, [record]);
    const live = this.#live();
    if (live.length > mostImages) await this.delete(findOldest(live).map(({ id }) => id));
    return record;
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
    const isKnown = this.#live().some((record) => record.file === file);
    if (isKnown && bytes.length <= largestThumbnail && detectImageType(bytes) === 'image/webp')
      await writeWhole(this.pathOf(thumbnailOf(file)), bytes);
  }

  /** The files of images that have a thumbnail. */
  async listThumbnails(): Promise<readonly string[]> {
    await this.open();
    const names = new Set(await listFiles(this.folder));
    return [...new Set(this.#live().map(({ file }) => file))].filter((file) => names.has(thumbnailOf(file)));
  }

  setFavorite(id: string, isFavorite: boolean): Promise<void> {
    return this.#change([{ id, isFavorite }]);
  }

  /** Deletes images. Their files are removed once the deletion can't be undone any more. */
  delete(ids: readonly string[]): Promise<void> {
    const deletedAt = Date.now();
    return this.#change(ids.map((id) => ({ id, deletedAt })));
  }

  /** Undoes a deletion. */
  restore(ids: readonly string[]): Promise<void> {
    return this.#change(ids.map((id) => ({ id, deletedAt: null })));
  }

  #live(): ImageRecord[] {
    return [...this.#records.values()].filter(({ deletedAt }) => !deletedAt);
  }

  async #change(changes: readonly ImageChange[]): Promise<void> {
    await this.open();
    const known = changes.filter(({ id }) => this.#records.has(id));
    if (known.length > 0) await this.addLines(indexName, known);
  }

  protected async readOn(file = indexName): Promise<void> {
    if (file !== indexName) return;
    const before = new Map(this.#records);
    const read = async () => {
      const onLines = (lines: string[], place: Place) => {
        this.#place = place;
        for (const line of lines) this.#fold(line);
      };
      return readLines(this.pathOf(indexName), this.#place, onLines);
    };
    let { outcome, rest } = await read();
    if (outcome === 'replaced') {
      this.#records.clear();
      this.#place = fileStart;
      ({ rest } = await read());
    }
    // If only its line break is missing, the last line is complete. It is read again once it has the break.
    const last = parseIndexLine(rest.toString());
    if (last?.type === 'image' && !this.#records.has(last.record.id))
      this.#records.set(last.record.id, last.record);
    this.#tellSince(before);
  }

  #fold(line: string): void {
    if (line === '') return;
    const parsed = parseIndexLine(line);
    if (!parsed) return this.logger.warn('Images: skipped an unreadable line of the index');
    if (parsed.type === 'image') return void this.#records.set(parsed.record.id, parsed.record);
    const { change } = parsed;
    const known = this.#records.get(change.id);
    if (known) this.#records.set(change.id, { ...known, ...change });
  }

  #tellSince(before: ReadonlyMap<string, ImageRecord>): void {
    const touched = [...this.#records.values()].filter((record) => before.get(record.id) !== record);
    const changed = touched.filter(({ deletedAt }) => !deletedAt);
    const gone = [...before.keys()].filter((id) => !this.#records.has(id));
    const removed = [...touched.filter(({ deletedAt }) => deletedAt).map(({ id }) => id), ...gone];
    if (changed.length + removed.length === 0) return;
    this.tell({ changed, removed });
  }

  /** Removes the files of images deleted long ago, and old files that no image names. */
  protected async removeUnnamed(): Promise<void> {
    const now = Date.now();
    const gone = [...this.#records.values()].filter(isGone);
    for (const { id } of gone) this.#records.delete(id);
    const named = new Set([...this.#records.values()].map(({ file }) => file));
    const deleted = new Set(gone.map(({ file }) => file));
    for (const name of await listFiles(this.folder)) {
      const file = name.endsWith(thumbnailEnding) ? name.slice(0, -thumbnailEnding.length) : name;
      if (named.has(file) || name === indexName) continue;
      const path = this.pathOf(name);
      try {
        // A deleted image may have become the source of a draft in the meantime.
        const keptMs = deleted.has(file) ? deletedMs : unnamedMs;
        if (now - (await stat(path)).mtimeMs > keptMs) await rm(path, { force: true });
      } catch (error) {
        // Another window removed the file first.
        if (!isAbsence(error)) throw error;
      }
    }
  }
}

/** Whether it was deleted too long ago to be restored. */
function isGone({ deletedAt }: ImageRecord): boolean {
  return !!deletedAt && Date.now() - deletedAt > deletedMs;
}

function findOldest(live: readonly ImageRecord[]): readonly ImageRecord[] {
  return live
    .filter(({ isFavorite }) => !isFavorite)
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .slice(0, live.length - mostImages);
}
