import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Logger } from '../../relay/logger.ts';
import type { AudioFormat } from '../../relay/speech/audioFormat.ts';
import type { SpokenAudio } from './speechSource.ts';

interface SpeechCacheOptions {
  /** The folder, shared by all windows; created with the first sound. */
  readonly folder: string;
  /** Maximum size in bytes, read each time because it is a setting; 0 disables the cache. */
  readonly limitBytes: () => number;
  readonly logger: Logger;
}

/** Audio on disk, by the key of its request (`speechKey`). Its failures never stop a reading. */
export type SpeechCache = ReturnType<typeof createSpeechCache>;

const formats: readonly AudioFormat[] = ['mp3', 'wav', 'ogg', 'flac', 'aac'];
/** Magic bytes and version; format and checksum of the audio follow. */
const headerMark = 'MRSP\x01';
const headerBytes = 10;

const soundName = /^([\da-f]{64})\.speech$/;
const unfinishedName = /^[\da-f]{64}\.[\da-f-]{36}\.part$/;
/** An unfinished file of this age was left by a closed window. */
const abandonedMs = 3_600_000;

interface PersistedFile {
  readonly key: string;
  readonly bytes: number;
  /** Modification time of the file. */
  readonly heardAtMs: number;
}

export function createSpeechCache({ folder, limitBytes, logger }: SpeechCacheOptions) {
  const keys = new Set<string>();
  /** Audio that is still being written. */
  const unwritten = new Map<string, SpokenAudio>();
  /** Everything that will be cached, including audio that is still being encoded. */
  const unsettled = new Set<Promise<void>>();
  let hasFailed = false;
  /** Bytes that this window wrote since the last scan of the folder; before the first scan, assume any size. */
  let bytesSinceLook = Number.POSITIVE_INFINITY;
  let bytesAtLook = 0;
  let looking: Promise<unknown> = Promise.resolve();

  const pathOf = (key: string) => join(folder, `${key}.speech`);

  async function open(): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    keys.clear();
    for (const key of [...names.flatMap((name) => soundName.exec(name)?.[1] ?? []), ...unwritten.keys()])
      keys.add(key);
    // Not awaited: it must not delay the first sentence.
    void makeRoom();
  }

  async function read(key: string): Promise<SpokenAudio | undefined> {
    const coming = unwritten.get(key);
    if (coming) return coming;
    // Another window may have saved it in the meantime, so always check the disk.
    const file = await readFile(pathOf(key)).catch(() => undefined);
    const audio = file && readSound(file);
    if (audio) {
      keys.add(key);
      const now = Date.now() / 1000;
      await utimes(pathOf(key), now, now).catch(() => {});
      return audio;
    }
    keys.delete(key);
    if (file) {
      logger.warn('Speech cache: removed a damaged file');
      await rm(pathOf(key), { force: true }).catch(() => {});
    }
    return undefined;
  }

  async function write(key: string, audio: SpokenAudio): Promise<void> {
    const unfinished = join(folder, `${key}.${randomUUID()}.part`);
    const file = writeSound(audio);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(unfinished, file, { mode: 0o600 });
      await rename(unfinished, pathOf(key));
      bytesSinceLook += file.length;
      hasFailed = false;
    } catch (error) {
      keys.delete(key);
      await rm(unfinished, { force: true }).catch(() => {});
      // Log this once: a full disk fails for every sentence.
      if (!hasFailed) logger.warn(`Speech cache: failed to save speech: ${String(error)}`);
      hasFailed = true;
    }
    unwritten.delete(key);
    await makeRoom();
  }

  /** Other windows write too, so the folder is scanned again after every tenth of the limit. */
  async function makeRoom(): Promise<void> {
    const limit = limitBytes();
    if (bytesSinceLook <= limit / 10 && bytesAtLook + bytesSinceLook <= limit) return;
    looking = looking.then(() => removeOldest(limit));
    await looking;
  }

  async function removeOldest(limit: number): Promise<void> {
    const files = await listSounds();
    bytesSinceLook = 0;
    bytesAtLook = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (bytesAtLook <= limit) return;
    // Remove more than needed: otherwise, every new sound would require another scan of the folder.
    for (const { key, bytes } of files.toSorted((a, b) => a.heardAtMs - b.heardAtMs)) {
      if (bytesAtLook <= limit * 0.9) return;
      // A file that another program holds open must not keep the others from being removed.
      await removeFile(key, bytes).catch(() => {});
    }
  }

  async function removeFile(key: string, bytes: number): Promise<void> {
    await rm(pathOf(key), { force: true });
    keys.delete(key);
    bytesAtLook -= bytes;
  }

  async function listSounds(): Promise<readonly PersistedFile[]> {
    const files: PersistedFile[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const key = soundName.exec(name)?.[1];
      if (key === undefined && !unfinishedName.test(name)) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (!found) continue;
      if (key !== undefined) files.push({ key, bytes: found.size, heardAtMs: found.mtimeMs });
      else if (Date.now() - found.mtimeMs > abandonedMs)
        await rm(join(folder, name), { force: true }).catch(() => {});
    }
    return files;
  }

  async function keepNow(key: string, audio: SpokenAudio): Promise<void> {
    if (audio.bytes.length === 0) return;
    // The limit may have been lowered since other files were saved.
    if (audio.bytes.length > limitBytes()) return makeRoom();
    keys.add(key);
    unwritten.set(key, audio);
    await write(key, audio);
  }

  async function written(): Promise<void> {
    await Promise.all([...unsettled, looking]);
  }

  return {
    /** Reads the index, and removes files over the limit. Never rejects. */
    open,
    /** Covers files that existed when the cache was opened, and those added since. */
    has: (key: string) => keys.has(key),
    /** Undefined for a missing or damaged file. Never rejects. */
    read,
    /**
     * Caches audio, and removes what was heard longest ago. Available once it is encoded, and on disk when this
     * resolves. Never rejects.
     */
    async keep(key: string, audio: SpokenAudio | Promise<SpokenAudio>) {
      const persistence = Promise.resolve(audio).then(
        (made) => keepNow(key, made),
        () => {},
      );
      unsettled.add(persistence);
      await persistence.finally(() => unsettled.delete(persistence));
    },
    /** Settles when everything is saved or has failed, for a closing window. Never rejects. */
    written,
    /** Removes one sound, such as an invalid one. Never rejects. */
    async remove(key: string) {
      await written();
      keys.delete(key);
      await rm(pathOf(key), { force: true }).catch(() => {});
    },
    /** Bytes on the disk. */
    async size() {
      await written();
      return (await listSounds()).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    /** Removes all sounds. Rejects, after the others, if some can't be removed. */
    async clear() {
      await written();
      const files = await listSounds();
      bytesSinceLook = 0;
      bytesAtLook = files.reduce((sum, { bytes }) => sum + bytes, 0);
      const errors: unknown[] = [];
      for (const { key, bytes } of files)
        await removeFile(key, bytes).catch((error: unknown) => void errors.push(error));
      if (errors.length > 0)
        throw new AggregateError(errors, `Files that stay: ${errors.length}. ${String(errors[0])}`);
    },
  };
}

function writeSound({ bytes, format }: SpokenAudio): Uint8Array {
  const file = new Uint8Array(headerBytes + bytes.length);
  const view = new DataView(file.buffer);
  file.set(Buffer.from(headerMark, 'latin1'));
  view.setUint8(5, formats.indexOf(format));
  view.setUint32(6, crc32(bytes), true);
  file.set(bytes, headerBytes);
  return file;
}

/** The sound of a file; undefined if it is damaged. */
function readSound(file: Uint8Array): SpokenAudio | undefined {
  if (file.length <= headerBytes) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // A plain copy, which can be posted to a page: a slice of what Node reads is a Buffer on shared memory.
  const bytes = Uint8Array.from(file.subarray(headerBytes));
  const format = formats[view.getUint8(5)];
  const isWhole =
    Buffer.from(file.subarray(0, 5)).toString('latin1') === headerMark &&
    view.getUint32(6, true) === crc32(bytes);
  return format && isWhole ? { bytes, format } : undefined;
}
