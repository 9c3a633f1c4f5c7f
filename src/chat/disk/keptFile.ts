import { randomUUID } from 'node:crypto';
import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keeping, Memory } from '../keeping.ts';
import { writeWhole } from './files.ts';
import { isAbsence } from './lines.ts';

export interface KeptFileOptions {
  /** Remembers, under this key, which file of the folder is this one. */
  readonly memory: Memory;
  readonly key: string;
  /** With files of many workspaces, of which those that nobody opens any more are removed one day. */
  readonly folder: string;
  readonly keeping: Keeping;
}

/** A value in a file of its own: VS Code holds its memory in one piece and rewrites it whole, which large ones are too much for. */
export interface KeptFile {
  /**
   * What was kept; undefined where that is nothing. Rejects where it can't be read: that file is left as it is then, and
   * what is kept from now on goes into another one.
   */
  read(): Promise<unknown>;
  /** Keeps this in place of what was kept before; undefined is nothing. Of what comes while it is written, the last. */
  keep(value: unknown): void;
  /** Settles when all is on the disk, true; or false where it can't be. */
  written(): Promise<boolean>;
}

export function createKeptFile({ memory, key, folder, keeping }: KeptFileOptions): KeptFile {
  let latest: unknown;
  /** What was kept last is on its way, or could not be written. */
  let isUnwritten = false;
  let writing: Promise<unknown> = Promise.resolve();

  /** Nothing but a plain name may become a path. */
  function knownName(): string | undefined {
    const name = memory.get(key);
    return typeof name === 'string' && /^[\da-f-]{36}\.json$/.test(name) ? name : undefined;
  }

  async function write(): Promise<void> {
    const value = latest;
    const known = knownName();
    if (value === undefined) {
      await memory.update(key, undefined);
      if (known) await rm(join(folder, known), { force: true });
    } else {
      const name = known ?? `${randomUUID()}.json`;
      await writeWhole(join(folder, name), JSON.stringify(value));
      if (!known) await memory.update(key, name);
    }
    if (latest === value) isUnwritten = false;
  }

  function writeSoon(): void {
    writing = writing.then(() => (isUnwritten ? keeping.settle(key, write) : undefined));
  }

  return {
    async read() {
      const name = knownName();
      if (!name) return undefined;
      const path = join(folder, name);
      try {
        const value: unknown = JSON.parse(await readFile(path, 'utf8'));
        const now = new Date();
        await utimes(path, now, now).catch(() => {});
        return value;
      } catch (error) {
        await memory.update(key, undefined);
        if (isAbsence(error)) return undefined;
        throw new Error(`${path}: ${String(error)}`);
      }
    },
    keep(value) {
      latest = value;
      isUnwritten = true;
      writeSoon();
    },
    async written() {
      await writing;
      // What could not be written may be by now.
      writeSoon();
      await writing;
      return !isUnwritten;
    },
  };
}
