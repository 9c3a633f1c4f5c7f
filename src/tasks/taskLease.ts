import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../platform/disk/diskFiles.ts';

export interface LeaseTimes {
  readonly heartbeatMs: number;
  /** A window that was silent for this long counts as gone. */
  readonly expiryMs: number;
}

/**
 * One window's right to look after a task. It is a file that the window touches periodically. To take over from a
 * window that is gone, or released it, another one creates the file with the next number, which only one can; the
 * highest number counts, and no number is used twice.
 */
export class TaskLease {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #number: number;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #beating = Promise.resolve();

  private constructor(folder: string, prefix: string, number: number, { heartbeatMs }: LeaseTimes) {
    this.#folder = folder;
    this.#prefix = prefix;
    this.#number = number;
    this.#timer = setInterval(() => {
      this.#beating = this.#beat();
    }, heartbeatMs).unref();
  }

  /** The lease of a task; undefined while another window has it. */
  static async take(folder: string, id: string, times: LeaseTimes): Promise<TaskLease | undefined> {
    const prefix = `${id}.lease-`;
    const numbers = await listNumbers(folder, prefix);
    const latest = numbers.at(-1) ?? 0;
    if (latest > 0 && (await isAlive(join(folder, prefix + latest), times))) return undefined;
    const path = join(folder, prefix + (latest + 1));
    try {
      await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw error;
    }
    for (const number of numbers) await rm(join(folder, prefix + number), { force: true });
    const lease = new TaskLease(folder, prefix, latest + 1, times);
    // Other windows may have taken this number and later ones since the numbers were read.
    if (await lease.isHeld().catch(() => false)) return lease;
    await lease.release();
    return undefined;
  }

  /** Aborts when another window has taken over. */
  get lost(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether the lease is still this window’s, according to the disk. */
  async isHeld(): Promise<boolean> {
    if (this.#abort.signal.aborted) return false;
    const latest = (await listNumbers(this.#folder, this.#prefix)).at(-1);
    if (latest !== this.#number) this.#lose();
    return latest === this.#number;
  }

  /** Releases the lease: sets its file's time to long ago. */
  async release(): Promise<void> {
    const isHeld = await this.isHeld().catch(() => false);
    this.#lose();
    await this.#beating;
    if (isHeld) await utimes(this.#path, 0, 0).catch(() => {});
  }

  get #path(): string {
    return join(this.#folder, this.#prefix + this.#number);
  }

  async #beat(): Promise<void> {
    const now = new Date();
    // If the disk does not respond, other windows can't take over either.
    if (await this.isHeld().catch(() => false)) await utimes(this.#path, now, now).catch(() => {});
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#abort.abort();
  }
}

async function listNumbers(folder: string, prefix: string): Promise<readonly number[]> {
  const own = (await listFiles(folder)).filter((name) => name.startsWith(prefix));
  return own.map((name) => Number(name.slice(prefix.length))).toSorted((one, other) => one - other);
}

async function isAlive(path: string, { expiryMs }: LeaseTimes): Promise<boolean> {
  const touchedMs = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - touchedMs <= expiryMs;
}
