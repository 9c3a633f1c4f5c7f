import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { isAbsence } from './lines.ts';

/** The names of all entries of a folder except subfolders; empty if the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [] : entry.name));
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

/** Also true for a broken symbolic link. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Replaces a file completely or not at all. Writes under another name first: an incomplete file must not be taken for
 * the file, and several processes may write the same one at once.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes all bytes, even if the disk accepts only some at a time. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** The real path of a file, with symbolic links resolved. */
interface RealPlace {
  /** Which of the folders it is in. */
  readonly root: number;
  /** Its path relative to that folder; '' for the folder itself. */
  readonly way: string;
}

/** Undefined if it is in none of the folders, or can't be resolved. */
export async function findRealPlace(path: string, roots: readonly string[]): Promise<RealPlace | undefined> {
  const file = await findRealPath(path);
  if (file === undefined) return undefined;
  for (const [root, folder] of roots.entries()) {
    const real = await findRealPath(folder);
    if (real === undefined) continue;
    const way = relative(real, file);
    if (way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way)) return { root, way };
  }
  return undefined;
}

/** The real path of a file; for a missing one, such as a deleted file in an editor, the path that it would have. */
export async function findRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    // A broken link is not missing: its target may exist a moment later.
    const isGone = isAbsence(error) && !(await isThere(path));
    const folder = dirname(path);
    const parent = isGone && folder !== path ? await findRealPath(folder) : undefined;
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}
