import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { isThere } from '../storage/diskFiles.ts';
import { isAbsence } from '../storage/lines.ts';

/** Where a file really is, whatever links lead there. */
interface RealPlace {
  /** Which of the folders it is in. */
  readonly root: number;
  /** Its path from there on; '' for the folder itself. */
  readonly way: string;
}

/** Undefined where it is in none of the folders, or nobody can tell. */
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

/** Of what is in an editor and no longer on the disk, the place where it was. */
export async function findRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    // A link that leads to nothing may lead to something a moment later.
    const isGone = isAbsence(error) && !(await isThere(path));
    const folder = dirname(path);
    const parent = isGone && folder !== path ? await findRealPath(folder) : undefined;
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}
